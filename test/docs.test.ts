/** Every example of the documents and the doc comments compiles, runs, and gives the values that it says. */
import { Glob } from "bun"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import manifest from "../package.json" with { type: "json" }
import { CodeMode, Tool } from "../src/index.ts"
import { type Block, blocksOf, docBlocksOf } from "./docs/blocks.ts"
import { claimed, withClaims } from "./docs/claims.ts"
import { given, standIns } from "./docs/given.ts"

const root = join(import.meta.dir, "..")
const read = (file: string): string => readFileSync(join(root, file), "utf8")
const filesOf = (pattern: string): ReadonlyArray<string> =>
  [...new Glob(pattern).scanSync({ cwd: root })].toSorted()

const documents = [...filesOf("*.md"), "bench/README.md"]
const blocks = [
  ...documents.flatMap((file) => blocksOf(file, read(file))),
  ...filesOf("src/**/*.ts").flatMap((file) => docBlocksOf(file, read(file))),
]
const written = (language: string): Array<[string, Block]> =>
  blocks.filter((block) => block.language === language).map((block) => [`${block.file}:${block.line}`, block])

test("every block is of a language that is looked at", () => {
  const known = ["ts", "js", "sh", "json", "text"]
  expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([])
  expect(written("json").map(([, { text }]) => JSON.parse(text))).toBeArray()
})

test("what is given is given to an example", () => {
  const places = new Set(blocks.map(({ file, heading }) => `${file}: ${heading}`))
  expect(Object.keys(given).filter((place) => !places.has(place))).toEqual([])
})

describe("TypeScript", () => {
  const folder = join(root, ".cache/docs")
  const examples = written("ts").map(([place, block]) => ({
    place,
    path: join(folder, `${place.replaceAll(/\W/g, "-")}.ts`),
    block,
  }))

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const { path, block } of examples) writeFileSync(path, moduleOf(block))
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }),
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test("compiles against the package", () => {
    const { stdout, status } = spawnSync(join(root, "node_modules/.bin/tsgo"), ["--noEmit", "-p", folder], {
      encoding: "utf8",
    })
    expect({ stdout, status }).toEqual({ stdout: "", status: 0 })
  }, 60_000)

  test.each(examples.map(({ place, path }) => [place, path]))(
    "%s runs",
    async (_, path) => {
      const folder = process.cwd()
      process.chdir(join(import.meta.dir, "docs/files"))
      try {
        await import(path)
      } finally {
        process.chdir(folder)
      }
    },
    20_000,
  )

  test("the values that examples say are looked at", () => {
    const said = (text: string): number => (text.match(/^\s*\/\/ (?:[\w.]+: )?(?:=>|[{[])/gm) ?? []).length
    for (const { place, block } of examples) {
      expect([place, withClaims(block.text).claims]).toEqual([place, said(block.text)])
    }
  })
})

/** An example as a module: with what it takes as given, and with its claims. */
function moduleOf({ file, heading, text }: Block): string {
  const { before = "", after = "" } = given[`${file}: ${heading}`] ?? {}
  const claims = `import { claimed } from ${JSON.stringify(join(root, "test/docs/claims.ts"))}\n`
  return Object.entries(standIns).reduce(
    (module, [name, standIn]) =>
      module.replace(` from "${name}"`, ` from ${JSON.stringify(join(root, standIn))}`),
    `${claims}${before}\n${withClaims(text).text}\n${after}\nexport { claimed }\n`,
  )
}

test.each(written("js"))("the program at %s runs", async (_, { text }) => {
  const listIssues = Tool.make({
    description: "Open issues of a repository",
    input: { type: "object" },
    execute: () => null,
  })
  const result = await Effect.runPromise(CodeMode.execute({ tools: { github: { listIssues } }, code: text }))
  expect(result).toEqual({
    ok: true,
    value: [["tools.github.listIssues", expect.any(String)]],
    toolCalls: [{ name: "search" }],
  })
})

describe("commands", () => {
  test.each(written("sh"))("%s", (_, { text }) => {
    const commands = text.split("\n").flatMap((line) => line.replace(/\s+#.*$/, "").split(" && "))
    expect(commands.filter((command) => !isCommand(command))).toEqual([])
  })

  test.each(documents.map((file) => [file]))("the scripts that %s names are in package.json", (file) => {
    const names = [...read(file).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name!)
    expect(names.filter((name) => !(name in manifest.scripts))).toEqual([])
  })

  test.each(documents.map((file) => [file]))("the files that %s names are there", (file) => {
    const names = [...read(file).matchAll(/`((?:src|test|bench|examples|\.ci)\/[^\s`]+)`/g)].map(
      ([, name]) => name!,
    )
    const missing = names.filter((name) => !existsSync(join(root, name)) && filesOf(name).length === 0)
    expect(missing).toEqual([])
  })
})

function isCommand(command: string): boolean {
  const [npm, verb, ...names] = command.trim().split(" ")
  if (npm !== "npm") return false
  if (verb === "start" || verb === "test") return names.length === 0 && verb in manifest.scripts
  if (verb === "run") return names[0]! in manifest.scripts
  const known = new Set(["codemode", ...Object.keys(manifest.peerDependencies)])
  return verb === "install" && names.every((name) => known.has(name))
}

test("a wrong claim fails, and holes take what comes", () => {
  const claims = (expected: (any: symbol, more: symbol) => unknown) => () =>
    claimed({ a: [1, 2], b: 3 }, expected)
  expect(claims((any, more) => ({ a: [1, more], b: any }))).not.toThrow()
  expect(claims(() => ({ a: [1, 2], b: 4 }))).toThrow()
  expect(claims((any, more) => ({ a: [2, more], b: any }))).toThrow()
  expect(claims(() => ({ a: [1, 2] }))).toThrow()
  expect(withClaims("const a = 1\n// => 1\nf()\n// a.b: [1, ...]\ng()\n// a note").text).toBe(
    "const a = 1;claimed(a, (any, more) => (1));\n// => 1\nf();claimed(a.b, (any, more) => ([1, more]));\n// a.b: [1, ...]\ng()\n// a note",
  )
})
