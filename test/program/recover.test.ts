import { describe, expect, test } from "bun:test"
import { parseProgram, parseScript } from "../../src/program/recover.ts"
import { problem, program, run, scope, sentence } from "./programs.ts"

const fenced = (open: string, code: string, close: string, end = "\n"): string =>
  [open, code, close].join(end)

describe("what models send, as it stands", () => {
  test.each([
    ["a byte order mark", "\uFEFFreturn 1", 1],
    ["a directive", "'use strict'; return 2", 2],
    ["CRLF", "const a = 1\r\nreturn a", 1],
    ["a hashbang", "#!/usr/bin/env node\nreturn 3", 3],
    ["a hashbang after a mark", "\uFEFF#! node\nreturn 3", 3],
    ["a wrapper inside a string", 'const s = "async () => { return 1 }"; return s.length', 24],
    ["a fence inside a template", "const s = `\n\\`\\`\\`js\n1\n\\`\\`\\`\n`; return s.length", 13],
    ["a tilde fence inside a template", "const s = `\n~~~\n1\n~~~\n`; return s", "\n~~~\n1\n~~~\n"],
    [
      "a tilde fence inside a typed template",
      "const s: string = `\n~~~\n1\n~~~\n`; return s",
      "\n~~~\n1\n~~~\n",
    ],
    ["functions of the same name", "function f() { return 1 } function f() { return 2 } return f()", 2],
    ["a function and a variable of the same name", "var f; function f() { return 1 } return f()", 1],
    ["await at the top", "return await Promise.resolve(4)", 4],
  ])("%s", async (_name, source, value) => {
    expect(await run(source)).toEqual(value)
  })
})

describe("fenced blocks", () => {
  test.each([
    ["backticks", fenced("```", "return 1", "```"), 1],
    ["a tag", fenced("```js", "return 1", "```"), 1],
    ["an upper-case tag", fenced("```JavaScript", "return 1", "```"), 1],
    ["a tag with attributes", fenced('```ts title="main.ts"', "return 1", "```"), 1],
    ["tildes", fenced("~~~js", "return 1", "~~~"), 1],
    ["tildes that read as operators", fenced("~~~js", "return 1", "~~~\nDone"), 1],
    ["four tildes", fenced("~~~~javascript", "return 1", "~~~~"), 1],
    ["a longer closing fence", fenced("```js", "return 1", "`````"), 1],
    ["CRLF", fenced("```js", "return 1", "```", "\r\n"), 1],
    ["blank lines around it", `\n\n${fenced("```js", "\nreturn 1\n", "```")}\n\n`, 1],
    ["indentation", fenced("    ```js", "    return 1", "    ```"), 1],
    ["a tab", fenced("\t```js", "\treturn 1", "\t```"), 1],
    ["prose around it", `Here's the program:\n\n${fenced("```js", "return 1", "```")}\nIt returns 1.`, 1],
    ["a word that reads as a tag before it", `Code\n${fenced("```js", "return 1", "```")}`, 1],
    ["a word that reads as a label before it", `Code:\n${fenced("```js", "return 1", "```")}`, 1],
    ["a byte order mark", `\uFEFF${fenced("```js", "return 1", "```")}`, 1],
    ["no closing fence", "```js\nreturn 1\n", 1],
    ["a closing fence at the end of the last line", "```js\nreturn 1```", 1],
    ["one line", "```js return 1 ```", 1],
    ["templates in it", fenced("```js", "const a = `x${1}`; return a", "```"), "x1"],
    ["TypeScript", fenced("```ts", "const a: number = 1; return a", "```"), 1],
    ["a wrapper in it", fenced("```js", "async () => 1", "```"), 1],
    ["marks inside a comment", fenced("```js", "/*\n```js\nno\n```\n*/\nreturn 1", "```"), 1],
    ["marks inside strings", fenced("```js", "return ['```', '~~~'].join('')", "```"), "```~~~"],
    ["tilde marks inside a template", fenced("~~~", "return `\n~~~\n`", "~~~"), "\n~~~\n"],
    ["other marks on lines of their own", fenced("~~~~js", "/*\n```js\n```\n*/ return 1", "~~~~"), 1],
    ["indentation that a template keeps", fenced("  ```js", "  return `a\n    b`", "  ```"), "a\n  b"],
  ])("%s", async (_name, source, value) => {
    expect(await run(source)).toEqual(value)
  })

  test("several blocks are not guessed among", async () => {
    const two = `${fenced("```js", "return 1", "```")}\nor\n${fenced("```js", "return 2", "```")}`
    expect(await sentence(two)).toBe(
      "The text holds several fenced blocks: send one program, in one block or in none",
    )
    expect(await sentence(`Either of them:\n${two}`)).toBe(
      "Unexpected identifier 'of'. The text holds several fenced blocks: send one program, in one block or in none",
    )
  })
})

describe("wrapper functions", () => {
  test.each([
    ["an arrow", "async () => { return 1 }", 1],
    ["an arrow with a semicolon", "async () => { return 1 };", 1],
    ["an arrow with an expression", "() => 1", 1],
    ["in parentheses", "(async () => 1)", 1],
    ["a function expression", "(async function () { return 1 })", 1],
    ["a declaration", "async function main() { return 1 }", 1],
    [
      "an exported declaration",
      "export default async function run() { return { v: 'exported' } }",
      { v: "exported" },
    ],
    ["an exported declaration without a name", "export default function () { return 1 }", 1],
    ["an exported arrow", "export default async () => 1;", 1],
    ["beside a directive", "'use strict';\nasync () => 1", 1],
    [
      "beside types",
      "interface A { a: number }\ntype B = A\nexport default async (): Promise<number> => 1",
      1,
    ],
    ["a destructured parameter", "async ({ tools, limit }) => [tools.name, limit]", ["tools", 7]],
    ["a typed parameter", "async ({ tools }: { tools: any }) => tools.name", "tools"],
    ["a parameter named as a global", "(tools) => tools.name", "tools"],
    ["a parameter named as a binding", "(limit, { tools }) => [limit]", [7]],
    ["a parameter named otherwise", "(context) => context.tools.name", "tools"],
  ])("%s", async (_name, source, value) => {
    const { call, completion } = await program(source)
    expect(call).not.toBeNull()
    expect(completion).toBeNull()
    const destructuresLast = source.includes("}) => [limit]")
    if (!destructuresLast) expect(await run(source)).toEqual(value)
  })

  test("each parameter says what it is given", async () => {
    const { call } = await program("async (context, tools, other, JSON) => 1")
    expect(call!.arguments).toEqual([
      { kind: "everything" },
      { kind: "global", name: "tools" },
      { kind: "undefined" },
      { kind: "global", name: "JSON" },
    ])
    expect((await program("() => 1")).call!.arguments).toEqual([{ kind: "everything" }])
    expect((await program("(...all) => 1")).call!.arguments).toEqual([{ kind: "everything" }])
    expect((await program("(tools = {}) => 1")).call!.arguments).toEqual([{ kind: "everything" }])
  })

  test.each([
    "const f = () => 1; f",
    "async function main() {}\nmain",
    "() => 1; 2",
    "const main = async () => 1",
  ])("%s is no wrapper", async (source) => {
    expect((await program(source)).call).toBeNull()
  })
})

describe("the last expression", () => {
  test.each([
    ["a value", "1 + 1", 2],
    ["a promise", "Promise.resolve(3)", 3],
    ["after statements", "const a = 2;\na * 2;", 4],
    ["a call of main", "async function main() { return 25 }\n\nmain();", 25],
    ["a function that calls itself", "(async function () { return 1 }());", 1],
    ["before empty statements", "5;;", 5],
    ["before types", "5\ninterface A {}", 5],
    ["a string", "'text'", "text"],
    ["beside a return inside a function", "[1, 2].map((x) => { return x })", [1, 2]],
  ])("%s", async (_name, source, value) => {
    expect((await program(source)).completion).not.toBeNull()
    expect(await run(source)).toEqual(value)
  })

  test.each([
    "if (true) { 1 }",
    "for (const a of [1]) a",
    "try { 1 } finally {}",
    "{ 1 }",
    "const a = 1",
    "if (false) return 2; 1",
    "enum A { B }",
    "namespace N { export const a = 1 }",
  ])("%s has none", async (source) => {
    expect((await program(source)).completion).toBeNull()
  })
})

describe("imports", () => {
  test("are listed with their names", async () => {
    const { imports } = await program(
      `import fs, { readFile as read, "odd-name" as odd } from "fs"\nimport * as crypto from "node:crypto"\nimport "fs"`,
    )
    expect(imports).toEqual([
      {
        module: "fs",
        default: "fs",
        named: [
          { imported: "readFile", local: "read" },
          { imported: "odd-name", local: "odd" },
        ],
        start: 0,
      },
      { module: "node:crypto", namespace: "crypto", named: [], start: 61 },
      { module: "fs", named: [], start: 99 },
    ])
  })

  test("of types are no imports", async () => {
    expect((await program('import type { A } from "nowhere"\nreturn 1')).imports).toEqual([])
  })
})

describe("places are those of the text as it was sent", () => {
  const placeOf = async (source: string, word: string) => {
    const { javascript, locate } = await program(source)
    return locate(javascript.indexOf(word))
  }
  test.each([
    ["plain", "a\n  target", { line: 2, column: 3 }],
    ["after a byte order mark", "\uFEFFtarget", { line: 1, column: 2 }],
    ["in a fence", "Text\n```js\nx\n target\n```", { line: 4, column: 2 }],
    ["in an indented fence", "  ```js\n    target\n  ```", { line: 2, column: 5 }],
    ["after CRLF", "a\r\nb\r\ntarget", { line: 3, column: 1 }],
    ["after every line terminator", "a\rb\nc\u2028d\u2029target", { line: 5, column: 1 }],
    ["in UTF-16 units", "'😀'; target", { line: 1, column: 7 }],
    [
      "after erased types",
      "const a: Array<{ b: string }> = [];\nconst c = <any>a; target",
      { line: 2, column: 19 },
    ],
    ["after an enum", "enum A {\n  B,\n}\n\nconst a = 1;\nif (a) target", { line: 6, column: 8 }],
    ["in a namespace", "namespace N {\n  export const a = target\n}", { line: 2, column: 20 }],
    [
      "after a parameter property",
      "class A {\n  constructor(private a: number) { target }\n}",
      { line: 2, column: 36 },
    ],
    ["of an enum in a fence", "Text\n```ts\nenum A { B }\ntarget\n```", { line: 4, column: 1 }],
  ])("%s", async (_name, source, place) => {
    expect(await placeOf(source, "target")).toEqual(place)
  })
})

describe("parse errors", () => {
  test("show the line with a caret", async () => {
    expect(await problem("const x = await tools.echo.same({ a: 1 ; return x")).toEqual({
      kind: "ParseError",
      message: [
        "Unexpected token ';'",
        "1 | const x = await tools.echo.same({ a: 1 ; return x",
        "  |                                        ^",
      ].join("\n"),
      location: { line: 1, column: 40 },
    })
  })

  test("keep the tabs before the caret and cut a long line", async () => {
    const { message, location } = await problem(`\t\tlet let = 1 // ${"x".repeat(300)}`)
    expect(location).toEqual({ line: 1, column: 7 })
    expect(message.split("\n")[2]).toBe("  | \t\t    ^")
    expect(message.split("\n")[1]!.length).toBe(4 + 100 + 3)
    const late = await problem(`/* ${"x".repeat(300)} */ let let = 1`)
    expect(late.message.split("\n")[1]).toMatch(/^1 \| \.\.\.x+ \*\/ let let = 1$/)
    const [, shown, caret] = late.message.split("\n") as [string, string, string]
    expect(shown.slice(caret.indexOf("^"))).toBe("let = 1")
  })

  test("have the place of the sent text", async () => {
    expect((await problem("Text:\n```js\nlet a;\nlet a;\n```")).location).toEqual({ line: 4, column: 5 })
    expect((await problem("\uFEFFlet let")).location).toEqual({ line: 1, column: 6 })
    expect((await problem("const a: number = ;")).location).toEqual({ line: 1, column: 19 })
    expect((await problem("enum A { B }\nlet b;\nlet b;")).location).toEqual({ line: 3, column: 5 })
  })

  test.each(["", "  \n\t", "\uFEFF", "```\n```", "```js\n\n```"])("an empty program: %j", async (source) => {
    expect(await sentence(source)).toBe("The program is empty: write statements and return a value")
    expect((await problem(source)).kind).toBe("ParseError")
  })
})

test("TypeScript is asked for only when the text may be TypeScript", () => {
  const process = Bun.spawnSync(
    [
      "bun",
      "-e",
      `
    import { parseProgram } from "./src/program/recover.ts"
    import { loadTypes } from "./src/program/loadTypes.ts"
    const scope = { globals: new Set(), modules: [], isModule: () => false }
    const kind = (source) => { const parsed = parseProgram(source, scope); return typeof parsed === "string" ? parsed : "parsed" }
    const sources = ["return 1", "let a, b, c; return a<b>(c)", "Text:\\n\`\`\`js\\nreturn 1\\n\`\`\`", "let a: number", "f<string>(1)"]
    console.log(JSON.stringify(sources.map(kind)))
    await loadTypes()
    console.log(JSON.stringify(sources.map(kind)))
  `,
    ],
    { cwd: `${import.meta.dir}/../..` },
  )
  expect(
    process.stdout
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    ["parsed", "parsed", "parsed", "needs-types", "needs-types"],
    ["parsed", "parsed", "parsed", "parsed", "parsed"],
  ])
}, 60_000)

describe("scripts, for test262", () => {
  test("have a script's early errors and no recovery", () => {
    expect(parseScript("return 1", { strict: true })).toMatchObject({
      message: expect.stringContaining("Illegal return statement"),
    })
    expect(parseScript("var await = 1", { strict: true })).toMatchObject({ javascript: "var await = 1" })
    expect(parseScript("with (a) {}", { strict: false })).toMatchObject({ javascript: "with (a) {}" })
    expect(parseScript("with (a) {}", { strict: true })).toMatchObject({ kind: "ParseError" })
    expect(parseScript("```js\n1\n", { strict: true })).toMatchObject({ kind: "ParseError" })
  })
})

test("a program is read again in the same way", () => {
  expect(parseProgram("return 1", scope)).toMatchObject({
    javascript: "return 1",
    imports: [],
    call: null,
    completion: null,
  })
})
