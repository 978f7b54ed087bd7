import { expect, test, describe } from "bun:test"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkNesting, nestingWeight } from "../../src/program/nesting.ts"
import { parse, problem } from "./programs.ts"
import { forms } from "./nestingForms.ts"
import { every, pairs, standAtTheLimit } from "./nestingLimit.ts"

const nest = (before: string, inner: string, after: string) => (depth: number) =>
  before.repeat(depth) + inner + after.repeat(depth)

describe("a source of weight 2,000 is parsed, one of more is refused", () => {
  test.each([
    ["arrays", nest("[", "1", "]"), 250],
    ["parentheses", nest("(", "1", ")"), 250],
    ["objects", nest("({a:", "1", "})"), 125],
    ["blocks", nest("{", "", "}"), 250],
    ["blocks of if", nest("if(a){", "", "}"), 250],
    ["blocks of loops", nest("for(;;){", "", "}"), 250],
    ["blocks of try", nest("try{", "", "}catch{}"), 250],
    ["blocks of switch", nest("switch(a){case 1:", "", "}"), 250],
    ["templates", nest("`${", "1", "}`"), 250],
    ["arguments", nest("f(", "1", ")"), 250],
    ["functions", nest("function f(){", "", "}"), 125],
    ["classes", nest("class A{static{", "", "}}"), 83],
    ["members", nest("", "a", ".b"), 500],
    ["optional members", nest("", "a", "?.b"), 500],
    ["conditionals", nest("a?b:", "c", ""), 500],
    ["powers", nest("a**", "b", ""), 500],
    ["assignments", nest("a=", "1", ""), 500],
    ["arrows", nest("a=>", "1", ""), 500],
    ["prefixes", nest("!", "a", ""), 500],
    ["sums", nest("a+", "a", ""), 2000],
    ["conjunctions", nest("a&&", "a", ""), 2000],
    ["commas", nest("a,", "a", ""), 2000],
  ] as const)("%s", async (_name, text, depth) => {
    expect(await parse(text(depth))).not.toHaveProperty("kind", "ParseError")
    expect(await problem(text(depth + 1))).toMatchObject({
      kind: "ParseError",
      message: expect.stringContaining("nested too deeply here (nesting weight over 2000)"),
    })
  })

  test("calls and else if within a link of it", () => {
    for (const text of [nest("", "f", "()"), nest("", "if(a){}", "else if(a){}"), nest("", "a", "[0]")]) {
      expect(checkNesting(text(497))).toBeUndefined()
      expect(checkNesting(text(501))).toBeDefined()
    }
  })

  test("what is wide is not deep", () => {
    const wide = [
      "[" + "1,".repeat(5000) + "]",
      "f(" + "a.b.c(),".repeat(5000) + ")",
      "({" + "a: b.c(d => d.e),".repeat(5000) + "})",
      "a.b.c()\n".repeat(5000),
      "const a = b.c ? d.e : f.g\n".repeat(5000),
      "if (a) { b() } else { c() }\n".repeat(5000),
      "x = async () => { await y }\n".repeat(5000),
      "class A {" + "a = 1\n b() { return c.d }\n get e() { return [f] }\n".repeat(5000) + "}",
      "var " + "a = b.c,".repeat(5000) + "d",
      "a = `${b.c}`\n".repeat(5000),
      "x = /[/(]/\n".repeat(5000),
      "do { a() } while (b)\n".repeat(5000),
      "let f = () => {}\n;[1].map(f)\n".repeat(5000),
      "x = a\n++b\n".repeat(5000),
    ]
    for (const text of wide) expect(nestingWeight(text)).toBeLessThan(60)
  })

  test("brackets in strings, templates, comments and regular expressions do not count", () => {
    for (const text of [
      '"[["',
      "'[['",
      "`[[`",
      "/* [[ */",
      "// [[\n",
      "/[[(]/",
      "a\n/[[(]/g.test(b)",
      "if (a) /[[(]/.test(b)",
      "x = {}\n/1/2",
    ]) {
      expect(nestingWeight(text)).toBeLessThan(26)
    }
    expect(nestingWeight("a / [[[[1]]]] / b")).toBe(33)
    expect(nestingWeight("f() / [[[[1]]]] / b")).toBe(33)
  })

  test("a text that ends in anything is no trouble", () => {
    for (const text of [
      "",
      "'",
      '"\\',
      "`",
      "`${",
      "/",
      "/[",
      "/*",
      "//",
      "a\\",
      "\\u{",
      "0x",
      "1e",
      "#",
      "@",
      "?",
      "?.",
      "}",
      ")",
      "]",
      "=>",
      "\u2028",
      "\ud800",
    ]) {
      expect(checkNesting(text)).toBeUndefined()
      expect(checkNesting(text, { types: true })).toBeUndefined()
    }
  })
})

describe("parsers do not overflow at the limit", () => {
  test("on Bun", async () => {
    const some = [...pairs.slice(0, forms.size), ...every(300, 1)]
    expect(await standAtTheLimit(some)).toEqual([])
  }, 120_000)

  test("on Node", async () => {
    const bundle = join(tmpdir(), `nestingLimit-${process.pid}.mjs`)
    const root = join(import.meta.dir, "../..")
    try {
      const built = await Bun.build({
        entrypoints: [join(import.meta.dir, "nestingLimit.ts")],
        target: "node",
      })
      await Bun.write(bundle, built.outputs[0]!)
      const run = Bun.spawnSync(["node", bundle, "2/300"], { cwd: root })
      expect(run.stderr.toString()).toBe("")
      expect(JSON.parse(run.stdout.toString())).toMatchObject({ failures: [] })
    } finally {
      await rm(bundle, { force: true })
    }
  }, 120_000)
})
