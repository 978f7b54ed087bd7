import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Extension from "../../src/Extension.ts"

test("an extension keeps its name, globals and snapshot", () => {
  const globals = { version: 1, fs: { promises: { readFile: async () => "" } } }
  const snapshot = { encode: () => null, decode: () => null }
  const extension = Extension.make({ name: "node", globals, snapshot })
  expect([extension.name, extension.globals, extension.snapshot]).toEqual(["node", globals, snapshot])
  expect(Extension.isExtension(extension)).toBe(true)
  expect(Extension.isExtension({ name: "node", globals })).toBe(false)
})

test("async functions and marked ones give promises, others do not", () => {
  const plain = (text: string) => Effect.succeed(text)
  const marked = Extension.async(plain)
  expect([Extension.isAsync(async () => 1), Extension.isAsync(marked)]).toEqual([true, true])
  expect([
    Extension.isAsync(plain),
    Extension.isAsync(() => Promise.resolve(1)),
    Extension.isAsync(1),
  ]).toEqual([false, false, false])
  expect(Effect.runSync(marked("x"))).toBe("x")
  expect(Extension.isAsync(async function* () {})).toBe(false)
})

test("a name that no program can write, or none, throws", () => {
  expect(() => Extension.make({ name: "", globals: {} })).toThrow(
    new TypeError("Extension.make: name must be a text that is not empty"),
  )
  for (const name of ["fetch-it", "2fa", "class", "await", "eval", ""]) {
    const message = `Extension.make: extension web has a global named ${JSON.stringify(name)}, which no program can write`
    expect(() => Extension.make({ name: "web", globals: { [name]: () => 1 } })).toThrow(
      new TypeError(message),
    )
  }
  for (const name of ["fetch", "$", "_1", "查询", "async", "of", "undefined"]) {
    expect(Extension.make({ name: "web", globals: { [name]: () => 1 } }).name).toBe("web")
  }
})

test("the reserved names are those that JavaScript refuses", () => {
  const refuses = (name: string): boolean => {
    try {
      const parsed: unknown = new Function(`"use strict"; return async () => { let ${name} }`)
      return typeof parsed !== "function"
    } catch {
      return true
    }
  }
  const names = [
    "let",
    "static",
    "yield",
    "enum",
    "async",
    "get",
    "of",
    "type",
    "as",
    "NaN",
    "arguments",
    "a b",
    "x",
    "then",
  ]
  for (const name of names)
    expect([name, Extension.isBindingIdentifier(name)]).toEqual([name, !refuses(name)])
})
