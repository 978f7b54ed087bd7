import { expect, test } from "bun:test"
import { escapeForRegExp, patternSource } from "../../src/regexp/escape.ts"
import { exec } from "./run.ts"

test("source can stand between slashes", () => {
  const sources: ReadonlyArray<readonly [string, string]> = [
    ["", "(?:)"],
    ["/", "\\/"],
    ["\\/", "\\/"],
    ["[/]", "[/]"],
    ["a/b[/]/", "a\\/b[/]\\/"],
    ["\n", "\\n"],
    ["\\\n", "\\n"],
    ["\r\u2028\u2029", "\\r\\u2028\\u2029"],
    ["\\[/", "\\[\\/"],
  ]
  for (const [source, escaped] of sources) expect(patternSource(source)).toBe(escaped)
})

test("RegExp.escape, as its clause has it", () => {
  const texts: ReadonlyArray<readonly [string, string]> = [
    ["", ""],
    ["abc", "\\x61bc"],
    ["1.5", "\\x31\\.5"],
    ["_a", "_a"],
    ["^$\\.*+?()[]{}|/", "\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/"],
    ["-,=", "\\x2d\\x2c\\x3d"],
    ["\t\n\v\f\r", "\\t\\n\\v\\f\\r"],
    [" \u00a0\u2028\ufeff", "\\x20\\xa0\\u2028\\ufeff"],
    ["\ud800", "\\ud800"],
    ["😀", "😀"],
    ["é", "é"],
  ]
  for (const [text, escaped] of texts) expect(escapeForRegExp(text)).toBe(escaped)
})

test("an escaped text matches itself", () => {
  for (const text of ["a.b", "x-y z", "\\d", "(?:)", "😀\n", "#&!%:;@~'`\"<>"]) {
    for (const flags of ["", "u", "v"])
      expect(exec(escapeForRegExp(text), flags, text)).toEqual([0, text.length])
  }
})
