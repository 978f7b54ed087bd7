/** What the benchmark's programs cost without a clock: a change of the engine that makes them cost more shows here. */
import { expect, test } from "bun:test"
import { countsOf, programs } from "../../bench/count.ts"
import committed from "../../bench/counts.json" with { type: "json" }

test("every program of the benchmark is counted", () => {
  expect(Object.keys(committed).toSorted()).toEqual(programs().map(([name]) => name))
})

// those that only compute take seconds on a busy machine; `npm run bench:counts` counts all of them
for (const [name, source] of programs().filter(([name]) => name.startsWith("realistic/"))) {
  test(`${name}: npm run bench:counts -- --write accepts a change`, () => {
    expect(countsOf(source)).toEqual(committed[name as keyof typeof committed])
  })
}
