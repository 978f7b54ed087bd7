/** Tests as a table: a title, an expression, and the text that it must give; `!` begins what it must throw. */
import { expect, test } from "bun:test"
import { evaluate, quanta } from "./evaluate.ts"

export type Row = readonly [expression: string, expected: string]

/** Each row runs without a stop and stopped all the time, with the same result. */
export function table(name: string, rows: readonly Row[]): void {
  test.each(rows.map(([expression, expected]) => [expression, expected] as const))(
    `${name}: %s`,
    (expression, expected) => {
      for (const quantum of quanta) {
        const actual = evaluate(`return (${expression})`, quantum)
        expect(actual).toBe(expected.startsWith("!") ? expected.slice(1) : expected)
      }
    },
  )
}
