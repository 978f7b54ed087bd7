/** The same runtime in every process: a payment that somebody must approve, and the program that asks for it. */
import { CodeMode, Tool, toolError } from "codemode"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** What a model wrote. */
export const code = `
  const invoices = [{ to: "Ada", amount: 120 }, { to: "Grace", amount: 80 }]
  const total = invoices.reduce((sum, { amount }) => sum + amount, 0)
  console.log("asking for", total)
  try {
    const { by } = await tools.payments.pay({ amount: total, reason: invoices.map(({ to }) => to).join(", ") })
    return "paid " + total + ", approved by " + by
  } catch (error) {
    return "not paid: " + error.message
  }
`

export function makeRuntime(store) {
  const pay = Tool.make({
    description: "Pays an amount once a person has approved it",
    input: Schema.Struct({ amount: Schema.Number, reason: Schema.String }),
    output: Schema.Struct({ by: Schema.String }),
    execute: Tool.durable({
      // the key is the call's own in every process: the request is filed once
      start: (input, { key }) => {
        store.writeOnce("request", { key, ...input })
        return { request: "request" }
      },
      wait: () => {
        const decision = store.read("decision")
        if (decision === undefined) return Effect.never
        if (!decision.approved) return Effect.fail(toolError(`${decision.by} refused it`))
        return Effect.succeed({ by: decision.by })
      },
      cancel: () => {
        store.writeOnce("cancelled", {})
      },
    }),
  })
  return CodeMode.make({ tools: { payments: { pay } }, snapshotKey: "the key of this example" })
}
