// TypeScript's parser reads some texts again and again. What it would read exponentially often is refused before it is
// called; this repeats short sequences of tokens and looks how the time grows.

import { expect, test } from "bun:test"
import ts from "typescript"
import { checkNesting } from "../../src/program/nesting.ts"

const tokens =
  "async await function ( ) { } [ ] < > => = ? : , x class extends new get static if(a) return `${ ! ... @x yield * typeof keyof import type as - . ; abstract asserts infer is let in & |".split(
    " ",
  )

/** Sequences that were found to be exponential where nothing refused them. */
const known = [
  "async (",
  "async<T>(",
  "async (x =",
  "(async function(){",
  "async [ )",
  "async { get",
  "async x `${ |",
  "[ { <",
  "| { [ type <",
  "[ [ let < {",
  "< { ( await @x",
  "[ async async - in",
  "get async async . - [",
  "class ! < let extends",
  "`${ { < [ (",
  "> new function { is async",
]

const options: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ESNext,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  setExternalModuleIndicator: (file) => {
    ;(file as { externalModuleIndicator?: true }).externalModuleIndicator = true
  },
}

function milliseconds(text: string): number {
  const start = performance.now()
  ts.createSourceFile("program.ts", text, options, false, ts.ScriptKind.TS)
  return performance.now() - start
}

const best = (text: string): number => Math.min(...Array.from({ length: 5 }, () => milliseconds(text)))

/** Grows by more than three times what is linear; under two milliseconds a clock says nothing. */
function explodes(unit: string): boolean {
  const texts = [8, 12, 16].map((times) => `${unit} `.repeat(times))
  if (checkNesting(texts[2]!, { types: true }) !== undefined) return false
  if (milliseconds(texts[2]!) < 2 || best(texts[2]!) < 2) return false
  const [eight, twelve, sixteen] = texts.map(best) as [number, number, number]
  return twelve > Math.max(1, 3 * 1.5 * eight) && sixteen > Math.max(1, 3 * 2 * eight)
}

test("time grows with the length of what is not refused", () => {
  const units = [...known, ...tokens, ...tokens.flatMap((one) => tokens.map((other) => `${one} ${other}`))]
  expect(units.filter(explodes)).toEqual([])
}, 120_000)

test("more than eight tries inside one another are refused, fewer are not", () => {
  for (const unit of ["async (", "async<T>(", "async (x =", "(async function(){"]) {
    expect(checkNesting(unit.repeat(4), { types: true })).toBeUndefined()
    expect(checkNesting(unit.repeat(9), { types: true })?.message).toStartWith("More than 8 async functions")
    expect(checkNesting(unit.repeat(9))).toBeUndefined()
  }
})

test("async arrows, methods and declarations, and types in types, may be deeper", () => {
  const deep = [
    "f(async (x) => {".repeat(20) + "})".repeat(20),
    "async function f() {".repeat(20) + "}".repeat(20),
    `let a: ${"Array<".repeat(20)}b${">".repeat(20)}`,
    "const ok = [a < b, c < d, e < f, g < h, i < j, k < l, m < n, o < p, q < r, s < t]",
    "const ok = { a: b < c, d: e < f, g: h < i, j: k < l, m: n < o, p: q < r, s: t < u, v: w < x, y: z < a, b: c < d }",
  ]
  for (const text of deep) expect(checkNesting(text, { types: true })).toBeUndefined()
})
