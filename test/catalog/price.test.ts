/** What a tool costs in the catalog is found out in steps; which tools are shown must not depend on them. */
import { expect, test } from "bun:test"
import { selectFairly, type Priced } from "../../src/catalog/budget.ts"
import { Entry } from "../../src/catalog/entry.ts"
import { ShownTool } from "../../src/catalog/shownTool.ts"
import * as Tool from "../../src/Tool.ts"
import mcpTools from "./fixtures/mcp-tools.json" with { type: "json" }
import { liftSchemas } from "./lift.ts"

const lifted = liftSchemas(120).map(({ schema }, at) => ({
  name: `lifted_${at}`,
  description: `The ${at}th. Says more.`,
  inputSchema: at % 2 === 0 ? schema : { type: "object" },
  outputSchema: at % 2 === 1 ? schema : undefined,
}))

const tools = [...Object.values(mcpTools).flat(), ...lifted].map((tool) => {
  const { name, description, inputSchema: input } = tool
  const output = "outputSchema" in tool ? tool.outputSchema : undefined
  const definition = { description, input, execute: () => undefined }
  const made = output === undefined ? Tool.make(definition) : Tool.make({ ...definition, output })
  return { path: name, tool: made as Tool.Definition<unknown> }
})

const shownTools = (budget: number): ReadonlyArray<ShownTool> =>
  tools.map(({ path, tool }) => new ShownTool(new Entry(path, tool), budget))

test.each([20, 100, 1_000])("with %d tokens for a signature no step says more than the cost", (budget) => {
  const wrong = shownTools(budget).filter((shown) => {
    const steps = [shown.cost]
    while (!shown.isExact) {
      shown.refine()
      steps.push(shown.cost)
    }
    return steps.some((cost, at) => cost > shown.cost || cost < steps[Math.max(0, at - 1)]!)
  })
  expect(wrong.map(({ text }) => text)).toEqual([])
})

test.each([0, 300, 2_000, 20_000])("with %d tokens for the catalog the cheapest are shown", (budget) => {
  const known = shownTools(1_000).map((shown) => {
    while (!shown.isExact) shown.refine()
    return { name: shown.entry.path, cost: shown.cost, isExact: true, refine: () => {} } satisfies Priced & {
      name: string
    }
  })
  const expected = [...selectFairly([known], budget)].map(({ name }) => name)
  expect([...selectFairly([shownTools(1_000)], budget)].map(({ entry }) => entry.path)).toEqual(expected)
})
