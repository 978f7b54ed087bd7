/** Programs load globals as Node code would; the table stands in src/runtime/modules.ts. */
import { describe, expect, test } from "bun:test"
import { execute, valueOf } from "./programs.ts"

const globals = {
  fs: { read: (path: string) => `${path}!`, promises: { read: async (path: string) => path } },
  path: { sep: "/" },
}

describe("a module", () => {
  test("is imported, required and loaded with import(), with and without node:", async () => {
    const code = `
      import fs, { read as other } from 'node:fs'
      import * as path from 'path'
      const { read } = await import('fs/promises')
      return [fs.read('a'), other('b'), path.sep, path.default === require('node:path').default, await read('c'), require('fs').read('d')]`
    expect(await valueOf(globals, code)).toEqual(["a!", "b!", "/", true, "c", "d!"])
  })

  test("of an extension is its global: the same functions, the whole as default, one object each time", async () => {
    const code = `
      import whole from 'fs'
      const again = await import('node:fs')
      return [whole === fs, again.default === fs, again.read === fs.read, require('fs') === again, require('node:fs/promises').read === fs.promises.read, Object.keys(again)]`
    expect(await valueOf(globals, code)).toEqual([
      true,
      true,
      true,
      true,
      true,
      ["read", "promises", "default"],
    ])
  })

  const table: ReadonlyArray<readonly [code: string, value: unknown]> = [
    ["import { URL as U, URLSearchParams as P } from 'node:url'; return U === URL && P === URLSearchParams", true],
    ["import url from 'url'; return [new url.URL('https://a.b/c').pathname, Object.keys(url)]", ["/c", ["URL", "URLSearchParams", "default"]]],
    ["const { TextEncoder: E, TextDecoder: D } = require('util'); return E === TextEncoder && D === TextDecoder", true],
    ["return Object.keys(require('node:util'))", ["TextEncoder", "TextDecoder", "default"]],
    ["const b = await import('buffer'); return [b.atob === atob, b.btoa === btoa, 'Buffer' in b]", [true, true, false]],
    ["import crypto, { randomUUID, webcrypto } from 'crypto'; return [randomUUID().length, randomUUID.name, webcrypto === globalThis.crypto, crypto === webcrypto]", [36, "randomUUID", true, true]],
    ["return require('node:crypto').getRandomValues(new Uint8Array(2)).length", 2],
  ] // prettier-ignore
  for (const [code, value] of table)
    test(code, async () => expect(await valueOf({}, code)).toEqual(value as never))

  test("of several globals has what an extension adds to it", async () => {
    const withBuffer = { Buffer: { from: (text: string) => `buffer of ${text}` } }
    expect(await valueOf(withBuffer, "import { Buffer as B, atob as a } from 'node:buffer'; return [B.from('x'), a('YQ==')]")).toEqual([
      "buffer of x", "a",
    ]) // prettier-ignore
  })

  test("of an extension's own global of that name comes before the table", async () => {
    expect(await valueOf({ util: { inspect: () => "mine" } }, "return [require('util').inspect(), typeof require('util').TextEncoder]")).toEqual([
      "mine", "undefined",
    ]) // prettier-ignore
  })
})

describe("anything else says what is available", () => {
  const available = "Modules to import: buffer, crypto, fs, fs/promises, path, url, util."

  test("a static import before anything runs", async () => {
    const result = await execute(globals, "console.log('ran'); import _ from 'lodash'")
    expect(result).toMatchObject({ ok: false, error: { kind: "UnsupportedSyntax" } })
    expect(result).not.toHaveProperty("logs")
    expect(result.ok || result.error.message).toContain(available)
  })

  for (const code of [
    "require('lodash')",
    "await import('lodash')",
    "require('node:lodash')",
    "require('./a.js')",
    "await import('')",
  ]) {
    test(`${code} when it runs, catchable`, async () => {
      const told = await valueOf(
        globals,
        `try { ${code} } catch (e) { return [e instanceof Error, e.message] }`,
      )
      expect(told).toEqual([true, expect.stringContaining("Cannot find module '")])
      expect(told).toEqual([true, expect.stringContaining(available)])
    })
  }

  test("require of what is no name throws, import() rejects", async () => {
    const code = `
      const seen = []
      try { require(1) } catch (e) { seen.push(e.name) }
      await import(Symbol()).catch((e) => seen.push(e.name))
      await import({ toString() { throw new RangeError('no') } }).catch((e) => seen.push(e.name))
      return seen`
    expect(await valueOf(globals, code)).toEqual(["TypeError", "TypeError", "RangeError"])
  })

  test("where an extension brings fs, and where none does", async () => {
    const code = "try { require('fs') } catch (e) { return e.message }"
    expect(await valueOf({ fs: globals.fs }, `${code}; return 'loaded'`)).toBe("loaded")
    expect(await valueOf({}, code)).toContain("Modules to import: buffer, crypto, url, util.")
    const without = "try { require('fs/promises') } catch (e) { return e.message }"
    expect(await valueOf({ fs: { read: () => 1 } }, without)).toContain(
      "Modules to import: buffer, crypto, fs, url, util.",
    )
  })
})
