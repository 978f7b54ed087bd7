import { describe, expect, test } from "bun:test"
import { adviceForAssignment, adviceForModule, adviceForName } from "../../src/program/support.ts"
import { parse, problem } from "./programs.ts"

const exportAdvice =
  "The only export that a program may have is export default of one function that is the whole program."

describe("excluded forms are refused before anything runs, with what to do instead", () => {
  test.each([
    [
      "with (Math) { max(1) }",
      "Strict mode code may not include a with statement. Name the object, or destructure it: const { a, b } = object.",
    ],
    [
      "using a = f()",
      "using declarations are not supported. Use const, and try { ... } finally { ... } to clean up.",
    ],
    [
      "await using a = f()",
      "await using declarations are not supported. Use const, and try { ... } finally { ... } to clean up.",
    ],
    [
      "for (using a of b) {}",
      "using declarations are not supported. Use const, and try { ... } finally { ... } to clean up.",
    ],
    [
      "return import.meta.url",
      "import.meta is not supported: a program has no file and no URL of its own. Pass values as constants of the program.",
    ],
    [
      "@sealed class A {}",
      "Decorators are not supported. Call the function yourself: const Decorated = decorate(class { ... }).",
    ],
    [
      "class A { @log f() {} }",
      "Decorators are not supported. Call the function yourself: const Decorated = decorate(class { ... }).",
    ],
    [
      "class A { accessor x = 1 }",
      "accessor fields are not supported. Use a private field with a getter and a setter: #x; get x() { ... } set x(v) { ... }.",
    ],
    [
      'import fs = require("fs")',
      'import x = ... is not supported. Use import x from "module", const x = require("module"), or const x = namespace.x.',
    ],
    [
      "const a = 1; export = a",
      "export = is not supported: a program has no importers. Give the result with a top-level return.",
    ],
    [
      "export const a = 1",
      `export is not supported: a program has no importers. Drop the word, and give the result with a top-level return. ${exportAdvice}`,
    ],
    [
      "export { f }; function f() {}",
      `export is not supported: a program has no importers. Drop the word, and give the result with a top-level return. ${exportAdvice}`,
    ],
    [
      'export * from "fs"',
      `export is not supported: a program has no importers. Drop the word, and give the result with a top-level return. ${exportAdvice}`,
    ],
    [
      "export async function main() {}",
      `export is not supported: a program has no importers. Drop the word, and give the result with a top-level return. ${exportAdvice}`,
    ],
    [
      "export default 42",
      `export default is not supported here. Drop it, and give the result with a top-level return: return await main(). ${exportAdvice}`,
    ],
    [
      "const f = () => 1; export default f",
      `export default is not supported here. Drop it, and give the result with a top-level return: return await main(). ${exportAdvice}`,
    ],
    [
      'import axios from "axios"',
      "Cannot find module 'axios'. A program has no network access: call a tool: await tools.<namespace>.<tool>(input). Modules to import: node:fs, node:crypto.",
    ],
    [
      'import _ from "lodash"',
      "Cannot find module 'lodash'. Use the methods of Array, Object, Map and Set (Object.groupBy, toSorted, flatMap...). Modules to import: node:fs, node:crypto.",
    ],
    [
      'import x from "left-pad"',
      "Cannot find module 'left-pad'. Packages are not available: use the language's built-ins. Modules to import: node:fs, node:crypto.",
    ],
  ])("%s", async (source, message) => {
    const found = await problem(source)
    expect({ kind: found.kind, message: found.message }).toEqual({ kind: "UnsupportedSyntax", message })
  })

  test("where they stand", async () => {
    expect((await problem("let a = 1\nexport const b = a")).location).toEqual({ line: 2, column: 1 })
    expect((await problem("```js\n\n  using a = b\n```")).location).toEqual({ line: 3, column: 3 })
    expect((await problem("class A {\n  @log f() {}\n}")).location).toEqual({ line: 2, column: 3 })
  })

  test("names are no forms", async () => {
    for (const source of [
      "eval('1')",
      "new Function('1')",
      "x = 1",
      "setTimeout(f)",
      'require("axios")',
      'await import("axios")',
    ]) {
      expect(await parse(source)).not.toHaveProperty("kind")
    }
  })
})

describe("names", () => {
  test("that a model may try have advice", () => {
    expect(adviceForName("setTimeout")).toBe(
      "There are no timers in a program: await a tool call or a promise for what you wait for, without a delay.",
    )
    expect(adviceForName("fetch")).toBe(
      "A program has no network access: call a tool: await tools.<namespace>.<tool>(input).",
    )
    expect(adviceForName("process")).toBe(
      "A program sees no process and no environment: write values into the program, or call a tool for them.",
    )
    expect(adviceForName("Buffer")).toBe(
      "Use TextEncoder and TextDecoder for text, btoa and atob for Base64, and Uint8Array (toHex, toBase64) for bytes.",
    )
    expect(adviceForName("eval")).toBe(
      "Code cannot be made from text: write the code in the program itself, or use an object of functions.",
    )
    expect(adviceForName("queueMicrotask")).toBe("Use Promise.resolve().then(callback).")
  })

  test("excluded by the specification all have advice", () => {
    const names =
      "setTimeout setInterval setImmediate clearTimeout fetch XMLHttpRequest WebSocket process Buffer global module exports __dirname __filename eval Function Atomics SharedArrayBuffer ShadowRealm WeakRef FinalizationRegistry Temporal window document localStorage performance WebAssembly Worker AbortController Request Response Blob"
    expect(names.split(" ").filter((name) => adviceForName(name) === undefined)).toEqual([])
  })

  test("of a program's own have none", () => {
    for (const name of ["count", "constructor", "toString", "__proto__"])
      expect(adviceForName(name)).toBeUndefined()
    expect(adviceForAssignment("total")).toBe("Declare it first: let total = ...; or const total = ...;")
  })

  test("of modules say which there are", () => {
    expect(adviceForModule("node:child_process", [])).toBe(
      "Cannot find module 'node:child_process'. A program sees no process and no environment: write values into the program, or call a tool for them. There are no modules to import.",
    )
  })
})
