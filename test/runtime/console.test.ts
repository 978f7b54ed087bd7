import { expect, test } from "bun:test"
import { run } from "./programs.ts"

const logged = async (code: string): Promise<ReadonlyArray<string>> => (await run(code)).logs ?? []

test("lines keep their order, one entry for each call, whatever the method", async () => {
  const code =
    "console.debug(1); console.error(2); console.info(3); console.log(4); console.warn(5); console.dir(6); console.log(); console.log('a\\nb')"
  expect(await logged(code)).toEqual(["1", "2", "3", "4", "5", "6", "", "a\nb"])
})

test("methods work detached and as callbacks", async () => {
  expect(
    await logged(
      "const { log } = console; log('a'); [1].forEach(log); await Promise.resolve('then').then(console.log)",
    ),
  ).toEqual(["a", "1 0 [ 1 ]", "then"])
})

const cases: ReadonlyArray<readonly [code: string, line: string]> = [
  ["'text', 1, true, null, undefined", "text 1 true null undefined"],
  ["-0, 10n, Symbol('s')", "-0 10n Symbol(s)"],
  ["{ a: 1, 'b-c': 'd', 3: [] }", "{ 3: [], a: 1, 'b-c': 'd' }"],
  ["[1, 'a', [2], { b: 3 }]", "[ 1, 'a', [ 2 ], { b: 3 } ]"],
  ["[1, , , 2]", "[ 1, <2 empty items>, 2 ]"],
  ["[\"it's\", 'say \"x\"', 'a\\nb']", "[ \"it's\", 'say \"x\"', 'a\\nb' ]"],
  ["new Map([['a', { b: 1 }]]), new Set([1, 'x'])", "Map(1) { 'a' => { b: 1 } } Set(2) { 1, 'x' }"],
  ["new Date(0), /a+/g, new Date(NaN)", "1970-01-01T00:00:00.000Z /a+/g Invalid Date"],
  ["new URL('https://a.b/'), new URLSearchParams('a=1'), new Headers()", "URL 'https://a.b/' URLSearchParams { 'a' => '1' } Headers {}"],
  ["() => 1, function f() {}, async () => {}, class A {}, class B extends Map {}", "[Function (anonymous)] [Function: f] [AsyncFunction (anonymous)] [class A] [class B extends Map]"],
  ["new (class Point { x = 1; #y = 2 })(), Object.create(null)", "Point { x: 1 } [Object: null prototype] {}"],
  ["{ get a() { return 1 }, set b(v) {}, get c() { return 1 }, set c(v) {} }", "{ a: [Getter], b: [Setter], c: [Getter/Setter] }"],
  ["Promise.resolve(1), new Promise(() => {})", "Promise { 1 } Promise { <pending> }"],
  ["new Uint8Array([1, 2]), new ArrayBuffer(3)", "Uint8Array(2) [ 1, 2 ] ArrayBuffer { byteLength: 3 }"],
  ["Object(1), Object('s')", "[Number: 1] [String: 's']"],
  ["new Proxy({ a: 1 }, { get() { for (;;); } })", "{ a: 1 }"],
  ["tools, tools.echo.same, tools.no", "[Namespace: tools] [Tool: tools.echo.same] [Unknown tool: tools.no]"],
  ["{ [Symbol('k')]: 1 }", "{ [Symbol(k)]: 1 }"],
  ["'%s has %d items, %i, %f, %j%%', 'cart', 3, 4.7, '1.5', { a: 1 }, 'rest'", "cart has 3 items, 4, 1.5, { a: 1 }% rest"],
  ["'100% sure', 1", "100% sure 1"],
  ["{ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }", "{ a: { b: { c: { d: { e: { f: [Object] } } } } } }"],
] // prettier-ignore
for (const [args, line] of cases) {
  test(`console.log(${args})`, async () => {
    expect(await logged(`console.log(${args})`)).toEqual([line])
  })
}

test("cycles, long lists and wide objects", async () => {
  expect(await logged("const a = { name: 'a' }; a.self = a; a.list = [a]; console.log(a)")).toEqual([
    "<ref *1> { name: 'a', self: [Circular *1], list: [ [Circular *1] ] }",
  ])
  const [list] = await logged("console.log(Array.from({ length: 150 }, (_, i) => i))")
  expect(list).toStartWith("[\n  0, 1, 2, 3,")
  expect(list).toEndWith("... 50 more items\n]")
  expect(await logged("console.log({ long: 'x'.repeat(50), other: 'y'.repeat(30) })")).toEqual([
    `{\n  long: '${"x".repeat(50)}',\n  other: '${"y".repeat(30)}'\n}`,
  ])
})

test("errors show name, message, the program's lines, and their fields", async () => {
  expect(await logged("console.log(new RangeError('no'))")).toEqual(["RangeError: no\n    at program:1:13"])
  expect(
    await logged(
      "console.log([Object.assign(new Error('e', { cause: 1 }), { code: 'X' })].length, Object.assign(new Error('e', { cause: 1 }), { code: 'X' }))",
    ),
  ).toEqual(["1 Error: e\n    at program:1:96 { [cause]: 1, code: 'X' }"])
})

test("table draws rows and columns", async () => {
  expect(
    await logged(
      "console.table([{ a: 1, b: 'x' }, { a: 2 }]); console.table(['p', 'q']); console.table({ r: { c: 1 } }); console.table(5)",
    ),
  ).toEqual([
    "┌─────────┬───┬─────┐\n│ (index) │ a │ b   │\n├─────────┼───┼─────┤\n│ 0       │ 1 │ 'x' │\n│ 1       │ 2 │     │\n└─────────┴───┴─────┘",
    "┌─────────┬────────┐\n│ (index) │ Values │\n├─────────┼────────┤\n│ 0       │ 'p'    │\n│ 1       │ 'q'    │\n└─────────┴────────┘",
    "┌─────────┬───┐\n│ (index) │ c │\n├─────────┼───┤\n│ r       │ 1 │\n└─────────┴───┘",
    "5",
  ])
})

test("trace shows where", async () => {
  expect(await logged("const f = () => console.trace('here', 1)\nf()")).toEqual([
    "Trace: here 1\n    at f (program:1:25)\n    at program:2:1",
  ])
})
