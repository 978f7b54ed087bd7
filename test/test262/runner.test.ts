import { expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { judge } from "./judge.ts"
import { parseExpectations, surprises } from "./expectations.ts"
import { parseMetadata, type Metadata } from "./metadata.ts"
import { closingLine, table } from "./report.ts"
import { skipReason } from "./skip.ts"

const plain: Metadata = { features: [], flags: [], includes: [], negative: undefined }

test("front matter: lists inline, over lines and by item; negative; none", () => {
  expect(
    parseMetadata(`// Copyright
/*---
description: features [not these]
info: |
    features: [nor these]
features: [Symbol, class,
  Proxy]
includes:
  - compareArray.js
  - propertyHelper.js
flags: [onlyStrict, async]
negative:
  phase: parse
  type: SyntaxError
---*/
throw 1`),
  ).toEqual({
    features: ["Symbol", "class", "Proxy"],
    flags: ["onlyStrict", "async"],
    includes: ["compareArray.js", "propertyHelper.js"],
    negative: { phase: "parse", type: "SyntaxError" },
  })
  expect(parseMetadata("1")).toEqual(plain)
})

test("what is skipped, and why", () => {
  const reason = (path: string, source: string, metadata: Partial<Metadata> = {}) =>
    skipReason(path, source, { ...plain, ...metadata })
  expect(reason("language/a.js", "1")).toBeUndefined()
  expect(reason("language/a.js", "1", { flags: ["noStrict"] })).toBe("noStrict")
  expect(reason("built-ins/a.js", "1", { features: ["Symbol", "Temporal"] })).toBe("Temporal")
  expect(reason("built-ins/eval/a.js", "1")).toBe("direct eval")
  expect(reason("language/a.js", "eval('1')")).toBe("direct eval")
  expect(reason("language/a.js", "(0, eval)('1')")).toBe("direct eval")
  expect(reason("language/a.js", "e.eval() // eval(1)")).toBeUndefined()
  expect(reason("language/a.js", "new Function('1')")).toBe("Function from text")
  expect(reason("language/a.js", "new MyFunction()")).toBeUndefined()
  expect(reason("language/a.js", "$262.createRealm()")).toBe("needs the host")
})

test("a script's end is right or wrong by its metadata", () => {
  const ended = { error: undefined, printed: [] }
  const thrown = { error: { phase: "runtime", name: "TypeError", message: "m" }, printed: [] } as const
  const negative = (phase: string, type: string) => ({ ...plain, negative: { phase, type } })
  const asynchronous = { ...plain, flags: ["async"] }
  expect(judge(plain, ended)).toBeUndefined()
  expect(judge(plain, thrown)).toBe("TypeError: m")
  expect(judge(negative("runtime", "TypeError"), thrown)).toBeUndefined()
  expect(judge(negative("parse", "TypeError"), thrown)).toBe(
    "expected TypeError at parse, got TypeError at runtime: m",
  )
  expect(judge(negative("runtime", "RangeError"), ended)).toBe(
    "expected RangeError at runtime, but it ended normally",
  )
  expect(judge(asynchronous, ended)).toBe("the asynchronous test never ended")
  expect(judge(asynchronous, { ...ended, printed: ["Test262:AsyncTestComplete"] })).toBeUndefined()
  expect(judge(asynchronous, { ...ended, printed: ["Test262:AsyncTestFailure:Error: no"] })).toBe("Error: no")
})

test("an unlisted failure and a listed pass are surprises", () => {
  const expected = parseExpectations("# Reasons.\n\na/b.js: known wrong\na/c.js: also\n")
  expect(surprises(["a/b.js", "a/x.js"], ["a/c.js", "a/y.js"], expected)).toEqual({
    failures: ["a/x.js"],
    passes: ["a/c.js"],
  })
  expect(() => parseExpectations("a/b.js")).toThrow(
    'expectations.txt:1: expected "path: reason", got "a/b.js"',
  )
})

test("the table and the closing line", () => {
  const results = [
    { path: "language/asi/a.js", status: "passed" },
    { path: "language/asi/b.js", status: "failed", reason: "x" },
    { path: "built-ins/Array/prototype/at/c.js", status: "skipped", reason: "y" },
  ] as const
  expect(table(results)).toBe(
    [
      "folder                      passed   failed  skipped",
      "built-ins/Array/prototype        0        0        1",
      "language/asi                     1        1        0",
    ].join("\n"),
  )
  expect(closingLine(results)).toBe("test262: 1 passed, 1 failed, 1 skipped of 3")
})

test("a run: each test in its own realm, harness first, an endless one ended, counts and exit code", async () => {
  const root = suite({
    "harness/assert.js": "function assert(x) { if (!x) throw new Error('assertion') }",
    "harness/sta.js": "var sta = 1",
    "harness/doneprintHandle.js":
      "function $DONE(e) { print(e ? 'Test262:AsyncTestFailure:' + e : 'Test262:AsyncTestComplete') }",
    "harness/extra.js": "var extra = 2",
    "test/language/a/leaks.js": "globalThis.leak = 1",
    "test/language/a/passes.js":
      "/*---\nincludes: [extra.js]\n---*/ assert(typeof leak === 'undefined' && sta + extra === 3)",
    "test/language/a/strict.js": "assert((function () { return this })() === undefined)",
    "test/language/a/fails.js": "assert(false)",
    "test/language/a/endless.js": "for (;;);",
    "test/language/a/later.js": "/*---\nflags: [async]\n---*/ Promise.resolve().then($DONE, $DONE)",
    "test/built-ins/b/early.js": "/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/ let let",
    "test/built-ins/b/skipped.js": "/*---\nfeatures: [Temporal]\n---*/",
  })
  const script = join(import.meta.dir, "main.ts")
  const run = Bun.spawn([
    process.execPath,
    script,
    "--root",
    root,
    "--engine",
    "host",
    "--timeout",
    "500",
    "--jobs",
    "1",
  ])
  const output = await new Response(run.stdout).text()
  expect(output.split("\n").slice(-4)).toEqual([
    "not expected to fail: language/a/endless.js: took longer than 500 ms",
    "not expected to fail: language/a/fails.js: Error: assertion",
    "test262: 5 passed, 2 failed, 1 skipped of 8",
    "",
  ])
  expect(await run.exited).toBe(1)
}, 20_000)

function suite(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "test262-"))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
