/** The short form of `npm run fuzz`: twenty seconds from a fixed seed. */
import { expect, test } from "bun:test"
import { faultOf, kinds } from "./faults.ts"

const BUDGET_MS = 20_000

test(
  "random inputs crash, hang and leak nothing",
  async () => {
    const end = performance.now() + BUDGET_MS
    for (let seed = 1; performance.now() < end; seed++) {
      for (const kind of Object.keys(kinds))
        expect({ kind, seed, fault: await faultOf(kind, seed) }).toEqual({ kind, seed, fault: undefined })
    }
  },
  BUDGET_MS * 4,
)
