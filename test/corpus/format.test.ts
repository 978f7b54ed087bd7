import { describe, expect, test } from "bun:test"
import { parseCorpus } from "./format.ts"

const cases = (text: string) =>
  parseCorpus(text).map(({ line, source, expected }) => ({ line, source, expected }))

test("each expectation is a program of its own, with what stands before it in its chunk", () => {
  const text =
    "// Header.\n\nlet a = 1\na + 1 //=> 2\na.b.c //! TypeError: no\na //=> 1\n\na //! ReferenceError: none\n"
  expect(cases(text)).toEqual([
    { line: 4, source: "// Header.\n\nlet a = 1\nreturn (a + 1\n)", expected: "=> 2" },
    { line: 5, source: "// Header.\n\nlet a = 1\na + 1 ;\nreturn (a.b.c\n)", expected: "! TypeError: no" },
    { line: 6, source: "// Header.\n\nlet a = 1\na + 1 ;\n;      \nreturn (a\n)", expected: "=> 1" },
    { line: 8, source: "return (a\n)", expected: "! ReferenceError: none" },
  ])
})

test("an expectation ends its statement", () => {
  expect(cases("1 //=> 1\n(2) //=> 2\n-3 //=> 3").map((it) => it.source)).toEqual([
    "return (1\n)",
    "1 ;\nreturn (2\n)",
    "1 ;\n(2) ;\nreturn (-3\n)",
  ])
})

test("declarations after it are in scope", () => {
  expect(
    cases("f() //=> 1\na //! ReferenceError: early\nlet a\nfunction f() {}").map((it) => it.source),
  ).toEqual(["return (f()\n)\nlet a\nfunction f() {}", "f() ;\nreturn (a\n)\nlet a\nfunction f() {}"])
})

test("blank lines before an expectation belong to the chunk", () => {
  expect(cases("function f() {\n\n  return 1\n}\n\nf()\n//=> 1")).toEqual([
    { line: 7, source: "function f() {\n\n  return 1\n}\n\nreturn (f()\n)", expected: "=> 1" },
  ])
})

test("a statement that returns gives its value", () => {
  expect(cases("try { return 1 } finally { 2 } //=> 1")).toEqual([
    { line: 1, source: "try { return 1 } finally { 2 }", expected: "=> 1" },
  ])
})

test("an expectation inside a string is text", () => {
  expect(cases('"//=> 1".length //=> 6')).toEqual([
    { line: 1, source: 'return ("//=> 1".length\n)', expected: "=> 6" },
  ])
})

test("a chunk that does not parse is one case", () => {
  expect(cases("let 1 = 2 //! SyntaxError")).toEqual([
    { line: 1, source: "let 1 = 2 ;\n", expected: "! SyntaxError" },
  ])
  expect(() => cases("1 //=> 1\n\nlet 1 = 2 //=> 1")).toThrow("line 3: the chunk does not parse")
})

test("engines that a chunk is not for", () => {
  expect(parseCorpus("// not on: V8, JavaScriptCore: newer than both\n1 //=> 1")[0]!.notOn).toEqual([
    "V8",
    "JavaScriptCore",
  ])
})

describe("mistakes in a file", () => {
  test.each([
    ["1 //=> 1\n\n2", "line 3: a chunk without an expectation"],
    ["let a = 1 //=> 1", "line 1: a value needs an expression, a return, or a block that returns"],
    ["f(\n //=> 1\n)", "line 2: the chunk does not parse"],
    ["//=> 1", "line 1: no top-level statement ends before the expectation"],
  ])("%j", (text, message) => {
    expect(() => cases(text)).toThrow(message)
  })
})
