import { Glob } from "bun"
import { describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import manifest from "../package.json" with { type: "json" }
import { fusedSource } from "../src/interpreter/fused.ts"
import { leftOut } from "./snapshot/suite.ts"
import { breaches } from "./tidy/rules.ts"
import { readSource } from "./tidy/source.ts"

const root = join(import.meta.dir, "..")

test("src keeps the import table and the rules about files", () => {
  expect(breaches(readFolder("src"), entries())).toEqual([])
}, 30_000)

test("the package loads with itself no HTTP client: what sends requests is loaded by the first call", () => {
  const loaded = loadedWith("index.ts")
  expect(loaded.filter((specifier) => /^effect\/(http\/|Stream)/.test(specifier))).toEqual([])
  expect(loaded).toContain("effect/Schema")
}, 30_000)

test("generated files are what `npm run generate` writes", () => {
  expect(readFileSync(join(root, "src/interpreter/fused.gen.ts"), "utf8")).toBe(fusedSource())
})

test("what round trips leave out is there", () => {
  expect(Object.keys(leftOut).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

describe("the rules find", () => {
  const index = 'import * as Tool from "./Tool.ts"\nexport { Tool }'
  const found = (files: Record<string, string>, starts = Object.keys(files)) =>
    breaches(new Map(Object.entries(files)), starts)

  test("nothing wrong in a right tree", () => {
    expect(found({ "index.ts": index, "Tool.ts": "export const tool = 1" }, ["index.ts"])).toEqual([])
  })

  test("an import against the table, of values and of types, static and lazy", () => {
    const files = {
      "stdlib/Map.ts": "export type Map = 1",
      "interpreter/build.ts": "export const machine = 1",
    }
    const wrong = 'import type { Map } from "../stdlib/Map.ts"\nexport const map: Map = 1'
    expect(found({ ...files, "jobs/queue.ts": wrong })).toEqual([
      "jobs/queue.ts:1: jobs may not import stdlib/Map.ts",
    ])
    expect(
      found({ ...files, "stdlib/Set.ts": 'export const load = () => import("../interpreter/build.ts")' }),
    ).toEqual(["stdlib/Set.ts:1: stdlib may not import interpreter/build.ts"])
    expect(
      found({
        ...files,
        "stdlib/Set.ts": 'type M = import("../interpreter/build.ts").M\nexport const x: M = 1',
      }),
    ).toEqual(["stdlib/Set.ts:1: stdlib may not import interpreter/build.ts"])
  })

  test("the one file that another area may import", () => {
    const files = { "interpreter/native.ts": "export const native = 1" }
    expect(
      found({ ...files, "stdlib/Map.ts": 'import { native } from "../interpreter/native.ts"\nnative' }),
    ).toEqual([])
    expect(
      found({ ...files, "jobs/queue.ts": 'import { native } from "../interpreter/native.ts"\nnative' }),
    ).toEqual(["jobs/queue.ts:1: jobs may not import interpreter/native.ts"])
  })

  test("an area that the table does not know, and a file that is missing", () => {
    expect(found({ "extra/a.ts": "export const a = 1" })).toEqual([
      "extra/a.ts: extra is not in the import table",
    ])
    expect(found({ "jobs/a.ts": 'import { b } from "./b.ts"\nb' })).toEqual([
      "jobs/a.ts:1: ./b.ts is no file of src",
    ])
  })

  test("packages out of place", () => {
    expect(found({ "jobs/a.ts": 'import * as Effect from "effect/Effect"\nEffect' })).toEqual([
      "jobs/a.ts:1: the guest half may not import Effect",
    ])
    expect(found({ "Tool.ts": 'import { Effect } from "effect"\nEffect' })).toEqual([
      "Tool.ts:1: import a deep module of Effect, never the barrel",
    ])
    expect(found({ "runtime/a.ts": 'import { join } from "node:path"\njoin' })).toEqual([
      "runtime/a.ts:1: runtime may not import node:path",
    ])
    expect(found({ "catalog/a.ts": 'import { parse } from "acorn"\nparse' })).toEqual([
      "catalog/a.ts:1: catalog may not import acorn",
    ])
    expect(found({ "program/a.ts": 'import ts from "typescript"\nts' })).toEqual([
      "program/a.ts:1: typescript is loaded only by import()",
    ])
    expect(
      found({ "program/a.ts": 'import type ts from "typescript"\nexport const a: ts.Node | 1 = 1' }),
    ).toEqual([])
  })

  test("a clock, randomness and host objects in the guest half", () => {
    const uses = [
      "Date.now()",
      "Math.random()",
      "performance.now()",
      "setTimeout(f, 1)",
      "process.env",
      "new Date()",
      "fetch(u)",
    ]
    for (const use of uses) {
      expect(
        found({ "stdlib/a.ts": `declare const f: any, u: any\nexport const a = () => ${use}` })[0],
      ).toStartWith("stdlib/a.ts:2: the guest half may not use ")
    }
    expect(found({ "objects/host.ts": "export const now = () => Date.now() + Date.UTC(2000)" })).toEqual([
      "objects/host.ts:1: the guest half may not use Date.now",
    ])
    expect(found({ "jobs/a.ts": "export async function a() {}" })).toEqual([
      "jobs/a.ts:1: the guest half may not use async",
    ])
    expect(found({ "runtime/a.ts": "export const now = () => performance.now()" })).toEqual([])
  })

  test("no use where the name is a member, a key or a variable of the file", () => {
    const text = "export const a = (process: { Date: number }) => ({ fetch: process.Date, b: process })"
    expect(found({ "jobs/a.ts": text })).toEqual([])
  })

  test("names that say nothing, barrels, and files that nothing imports", () => {
    expect(found({ "jobs/queueUtils.ts": "export const a = 1" })).toEqual([
      "jobs/queueUtils.ts: a file's name says its duty, not Utils",
    ])
    expect(found({ "helpers.ts": "export const a = 1" })).toContain(
      "helpers.ts: a file's name says its duty, not helpers",
    )
    expect(found({ "jobs/a.ts": "export const a = 1", "jobs/all.ts": 'export * from "./a.ts"' })).toEqual([
      "jobs/all.ts: it only re-exports; no barrels inside src",
    ])
    expect(found({ "jobs/a.ts": "export const a = 1" }, [])).toEqual(["jobs/a.ts: nothing imports it"])
  })
})

function readFolder(folder: string): ReadonlyMap<string, string> {
  const paths = [...new Glob("**/*.ts").scanSync({ cwd: join(root, folder) })]
  return new Map(paths.map((path) => [path, readFileSync(join(root, folder, path), "utf8")]))
}

/** Everything that a file of src imports, itself or through others, before any `import()`. */
function loadedWith(entry: string): ReadonlyArray<string> {
  const files = readFolder("src")
  const loaded = new Set<string>()
  const visit = (path: string): void => {
    for (const { specifier, typeOnly, lazy } of readSource(path, files.get(path)!).imports) {
      const target = specifier.startsWith(".") ? join(path, "..", specifier) : specifier
      if (typeOnly || lazy || loaded.has(target)) continue
      loaded.add(target)
      if (target !== specifier) visit(target)
    }
  }
  visit(entry)
  return [...loaded]
}

/** What the package exports, and what the scripts in .ci import. */
function entries(): ReadonlyArray<string> {
  const exported = Object.values(manifest.exports).map((entry) =>
    typeof entry === "string" ? entry : entry.bun,
  )
  const scripts = [...readFolder(".ci")].flatMap(([path, text]) =>
    readSource(path, text).imports.map(({ specifier }) => join(".ci", specifier)),
  )
  return [...exported, ...scripts]
    .map((path) => relative("src", path))
    .filter((path) => !path.startsWith(".."))
}
