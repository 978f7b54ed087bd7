// Whatever a text holds, it is a program or has an answer that says why not.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { loadTypes } from "../../src/program/loadTypes.ts"
import { parseProgram } from "../../src/program/recover.ts"
import { scope } from "./programs.ts"

const tokens =
  "async await function ( ) { } [ ] < > => = ? : , x y class extends new get static if else return `${ ` ! ... @x yield * typeof import export default type as - . ; let const enum namespace interface private in of & | 1 'a' \" / /a/ // /* */ ``` ~~~ \n \t # \\ \u2028 \uFEFF 😀 \ud800 with using <any> for while do try catch".split(
    / /,
  )

const text = fc.oneof(
  fc.array(fc.constantFrom(...tokens), { maxLength: 30 }).map((list) => list.join(" ")),
  fc.array(fc.constantFrom(...tokens), { maxLength: 30 }).map((list) => list.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
)

test("random texts are programs or errors with a place in the text", async () => {
  await loadTypes()
  fc.assert(
    fc.property(text, (source) => {
      const parsed = parseProgram(source, scope)
      expect(parsed).not.toBe("needs-types")
      if (typeof parsed === "string") return
      if ("kind" in parsed) {
        expect(parsed.message.length).toBeGreaterThan(0)
        expect(parsed.location.line).toBeWithin(1, source.split(/\r\n|[\r\n\u2028\u2029]/).length + 1)
        expect(parsed.location.column).toBeWithin(1, source.length + 2)
      } else {
        for (let offset = 0; offset <= parsed.javascript.length; offset++) {
          expect(parsed.locate(offset).column).toBeWithin(1, source.length + 2)
        }
      }
    }),
    { numRuns: 1500, seed: 20261130 },
  )
}, 60_000)

test("texts that are long in one way stay linear", () => {
  const long = [
    ["names", Array.from({ length: 20_000 }, (_, index) => `let a${index};`).join("")],
    ["backticks", "`".repeat(100_000)],
    ["tildes", "~".repeat(100_000)],
    ["fences", "```\n".repeat(25_000)],
    ["fences around a mark", "```js\n".repeat(20_000) + "```"],
    ["comparisons", "f(" + "a<b,".repeat(40_000) + "a<b>(c))"],
    ["spaces", `x${" ".repeat(200_000)}y`],
    ["comments", "/* */".repeat(40_000)],
    ["question marks", `${"a? ".repeat(5)}${" ".repeat(100_000)}`],
    ["lines", "\n".repeat(200_000) + "let let"],
  ] as const
  const slow = long.filter(([, source]) => {
    const start = performance.now()
    parseProgram(source, scope)
    return performance.now() - start > 5000
  })
  expect(slow.map(([name]) => name)).toEqual([])
}, 60_000)
