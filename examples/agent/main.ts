/**
 * An agent's loop around `execute`, for hosts without Effect in their own code. The model is a script, so that the
 * example runs anywhere; a real one gets the same `tools` and sends the same calls.
 *
 *     bun examples/agent/main.ts
 */
import { describeDirectCall, executeTool, type ModelTool } from "./executeTool.ts"
import { runtime } from "./tools.ts"

interface Message {
  readonly role: "user" | "assistant" | "tool"
  readonly text: string
}

/** What a model answers: a call of a tool, or its last word. */
type Turn = { readonly call: string; readonly input: unknown } | { readonly answer: string }

type Model = (messages: ReadonlyArray<Message>, tools: ReadonlyArray<ModelTool>) => Promise<Turn>

/** Asks the model until it answers. Gives everything that was said. */
export async function converse(
  model: Model,
  question: string,
  signal: AbortSignal,
): Promise<ReadonlyArray<Message>> {
  const tools = [executeTool(runtime)]
  const messages: Array<Message> = [{ role: "user", text: question }]
  for (;;) {
    signal.throwIfAborted()
    const turn = await model(messages, tools)
    if ("answer" in turn) return [...messages, { role: "assistant", text: turn.answer }]
    messages.push({ role: "assistant", text: `${turn.call}(${JSON.stringify(turn.input)})` })
    const tool = tools.find(({ name }) => name === turn.call)
    const text =
      tool === undefined ? describeDirectCall(runtime, turn.call) : await tool.call(turn.input, signal)
    messages.push({ role: "tool", text })
  }
}

const program = `
const totals = {}
let cursor
do {
  const page = await tools.orders.list({ status: "open", cursor })
  for (const { customer, totalCents } of page.orders) totals[customer] = (totals[customer] ?? 0) + totalCents
  cursor = page.next
} while (cursor)
const top = Object.entries(totals).sort((a, b) => b[1] - a[1]).slice(0, 3)
return Promise.all(top.map(async ([id, cents]) => ({ name: (await tools.customers.lookup({ id })).name, euros: cents / 100 })))`

/** A model that makes the mistakes models make: a call past \`execute\`, a wrong name, then a program that works. */
export const scriptedModel: Model = async (messages) => {
  const script: ReadonlyArray<Turn> = [
    { call: "orders.list", input: { status: "open" } },
    { call: "execute", input: { code: 'return await tools.orders.listAll({ status: "open" })' } },
    { call: "execute", input: { code: program.trim() } },
  ]
  const spoken = messages.filter(({ role }) => role === "assistant").length
  return script[spoken] ?? { answer: `The three with the most open orders: ${messages.at(-1)!.text}` }
}

if (import.meta.main) {
  const signal = AbortSignal.timeout(30_000)
  const question = "Which three customers have the most money in open orders?"
  for (const { role, text } of await converse(scriptedModel, question, signal))
    console.log(`${role}: ${text}\n`)
}
