import { expect, test } from "bun:test"
import { type Meter, SUSPENDED } from "../../src/regexp/state.ts"
import { hostDecision } from "../../src/regexp/byHost.ts"
import { compilePattern, match, startMatch } from "../../src/regexp/pattern.ts"
import { catastrophes, textOf } from "./catastrophic.ts"

const LENGTH = 30_000
const FUEL_UNITS = 200_000
const MAX_BYTES = 64 * 2 ** 20

test("the corpus has 200 different patterns", () => {
  expect(new Set(catastrophes.map(([source]) => source)).size).toBeGreaterThanOrEqual(200)
})

for (const catastrophe of catastrophes) {
  const [source] = catastrophe
  test(`/${source}/ stops within its fuel`, () => {
    const pattern = compilePattern(source, "")
    const text = textOf(catastrophe, LENGTH)
    expect(hostDecision(pattern, text.length)).toBe("own")
    let spentUnits = 0
    let heldBytes = 0
    const meter: Meter = {
      charge: (units) => (spentUnits += units) < FUEL_UNITS,
      chargeBytes: (bytes) => (heldBytes += bytes) < MAX_BYTES,
    }
    const result = match(pattern, text, startMatch(pattern, text, 0), meter)
    expect(result === SUSPENDED || spentUnits < FUEL_UNITS).toBe(true)
    // The last operation may have compared a back reference as long as the text.
    expect(spentUnits).toBeLessThan(FUEL_UNITS + LENGTH / 8)
    expect(heldBytes).toBeLessThan(MAX_BYTES + 2 ** 20)
  })
}
