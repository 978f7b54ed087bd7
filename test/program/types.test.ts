import { describe, expect, test } from "bun:test"
import { program, run, sentence } from "./programs.ts"

const lines = (text: string): Array<string> => text.split("\n")

describe("types are erased without moving a character", () => {
  test.each([
    [
      "annotations",
      "const a: number = 1; let b!: string; const f = (x?: number): void => {}",
      "const a         = 1; let b         ; const f = (x         )       => {}",
    ],
    [
      "interfaces and aliases",
      "interface A { a: number }\ntype B = A\nreturn 1",
      "                         \n          \nreturn 1",
    ],
    [
      "assertions",
      "const a = b as any satisfies unknown; const c = d!.e",
      "const a = b                         ; const c = d .e",
    ],
    ["assertions in the old form", "const a = <any>{ b: 1 }; f(<A>c)", "const a =      { b: 1 }; f(   c)"],
    [
      "generics",
      "const f = <T,>(x: T): T => x; f<number>(1); new Map<string, A[]>()",
      "const f =     (x   )    => x; f        (1); new Map             ()",
    ],
    [
      "classes",
      "class A<T> extends B<T> implements C { private a?: T; declare b: T; abstract c(): void; override d() {} }",
      "class A    extends B                 {         a    ;" + " ".repeat(44) + "d() {} }",
    ],
    [
      "overloads",
      "function f(a: string): void; function f(a: any) {}",
      "                             function f(a     ) {}",
    ],
    [
      "declarations",
      "declare const a: string; declare function f(): void; return 1",
      " ".repeat(53) + "return 1",
    ],
    ["this parameters", "function f(this: A, b: B) {}", "function f(         b   ) {}"],
    ["a return type on its own line", "const f = (a: A)\n  : B => a", null],
    ["imports of types", 'import type { A } from "nowhere"; import { type B, readFile } from "fs"', null],
  ])("%s", async (_name, source, erased) => {
    const { javascript } = await program(source)
    if (erased !== null) expect(javascript).toBe(erased)
    expect(javascript.length).toBe(source.length)
    expect(lines(javascript).map((line) => line.length)).toEqual(lines(source).map((line) => line.length))
  })

  test("text that is JavaScript already stays as it is", async () => {
    const source =
      "const type = 'type', as = 1, of = 2, is = 3, declare = 4, namespace = 5, satisfies = 6\nreturn [type, as]"
    expect((await program(source)).javascript).toBe(source)
  })
})

describe("what TypeScript means", () => {
  test.each([
    [
      "enums",
      "enum A { Low, Mid = 5, High, Name = 'n' } return [A.Low, A.High, A[5], A.Name]",
      [0, 6, "Mid", "n"],
    ],
    ["constant enums", "const enum A { B = 2 } return A.B", 2],
    ["enums that meet", "enum A { B } enum A { C = 1 } return [A.B, A.C]", [0, 1]],
    ["enums in functions", "function f() { enum A { B } return A.B } return f()", 0],
    ["namespaces", "namespace N { export const a = 1; export function f() { return a } } return N.f()", 1],
    [
      "namespaces that meet",
      "namespace N { export const a = 1 } namespace N { export const b = a + 1 } return N.b",
      2,
    ],
    ["namespaces of types", "namespace N { export type A = string } const a: N.A = 'a'; return a", "a"],
    [
      "parameter properties",
      "class A { constructor(public readonly a: number, private b = 2) {} sum() { return this.a + this.b } } return new A(1).sum()",
      3,
    ],
    [
      "a field named get before a method",
      "class A { get: number\n foo() { return 1 } }\nreturn new A().foo()",
      1,
    ],
    [
      "a field named set before a method",
      "class A { set?: number\n foo(x) { return x } }\nreturn new A().foo(2)",
      2,
    ],
    [
      "a field named static before a field",
      "class A { static: string\n y = 2 }\nreturn [new A().y, A.y]",
      [2, undefined],
    ],
    [
      "a static field named get",
      "class A { static get: number\n foo() { return 1 } }\nreturn new A().foo()",
      1,
    ],
    ["a field before a computed one", "class A { a = 1 as number\n ['b'] = 2 }\nreturn new A().b", 2],
    [
      "an assertion that a statement begins with",
      "let r = 0; const f = () => <any>{ a: 1 }; r = f().a; return r",
      1,
    ],
    ["an assertion between operators", "return 1 + 1 as number / 2", 1],
    ["an assertion beside ??", "const a = undefined, b = 2; return a ?? b as number && 3", 3],
    ["an assertion after return", "function f() { return <number>\n 5 } return f()", 5],
    ["await of an assertion", "const a = (await Promise.resolve([1])) as number[]; return a", [1]],
    ["await of a bracket", "const a: any = await [1]; return a", [1]],
    [
      "a ternary with typed arrows",
      "const x = true; const t = x ? (y: number) => y + 1 : (y: number) => y - 1; return t(1)",
      2,
    ],
    ["a generic arrow", "const f = <T>(x: T): T => x; return f(1)", 1],
    [
      "generic calls",
      "function g<T>(x: T) { return x } return [1 < 2, 5 > 3, g<number>(7) > 3]",
      [true, true, true],
    ],
    [
      "a wrapper with types",
      "export default async function run({ tools }: { tools: any }): Promise<string> { return tools.name }",
      "tools",
    ],
    ["a last expression after types", "const a: number = 1\na + 1", 2],
    ["a class expression after an enum", "enum A { B }\nconst C = class { x = A.B }\nnew C().x", 0],
  ])("%s", async (_name, source, value) => {
    expect(await run(source)).toEqual(value)
  })

  test.each([
    ["a.length", "function a(x) { return x } return a<B>('ab').length", 2],
    ["new", "class A { constructor(public x) {} } return new A<B>(1).x", 1],
    ["a tag", "function t(s) { return s[0] } return t<B>`text`", "text"],
    ["two types", "function a(x) { return x } return a<B, C>(2)", 2],
    ["types in types", "function a(x) { return x } return a<Array<B>>(2)", 2],
    ["a list in a call", "function a(x) { return x } return [a<B, C>(2)]", [2]],
    ["a literal", "function a(x) { return x } return a<'b'>(2)", 2],
    ["a class between the brackets", "class B {} function a(x) { return x } return a<B>(2)", 2],
    [
      "a class variable between the brackets",
      "const B = class {}; function a(x) { return x } return a<B>(2)",
      2,
    ],
  ])("type arguments of a call: %s", async (_name, source, value) => {
    expect(await run(source)).toEqual(value)
  })

  test.each([
    ["variables", "const a = 1, b = 2, c = 0; return a<b>(c)", true],
    ["parameters", "return ((a, b, c) => a<b>(c))(1, 2, 0)", true],
    ["parts of patterns", "const { b } = { b: 2 }, [c] = [0]; return 1<b>(c)", true],
    ["members of variables", "const a = 1, b = { c: 2 }; return a<b.c>(0)", true],
    ["a caught value", "try { throw 2 } catch (b) { return 1<b>(0) }", true],
    [
      "a comparison beside type arguments",
      "function f(x) { return x } const a = 1, b = 2; return [a<b>(0), f<T>(3)]",
      [true, 3],
    ],
    ["a call between the brackets", "const a = 1, c = 0; return a<Math.max(1, 2)>(c)", true],
    ["bits", "const a = 1, b = 2; return a<b + 1>(0)", true],
  ])("comparisons: %s", async (_name, source, value) => {
    expect(await run(source)).toEqual(value)
  })
})

describe("what TypeScript finds wrong", () => {
  test.each([
    ["const x: number = ;", "Unexpected token ';'"],
    ["interface A { a: }", "Type expected."],
    ["let a: number\nlet a: string", "Identifier 'a' has already been declared"],
    ["async function main(): Promise<void>", "Function implementation is missing"],
    ["class A { f(): void }", "Function implementation is missing"],
    [
      "const f = (x: number) => { return await x }",
      "await is only valid in async functions and the top level bodies of modules",
    ],
    [
      "const x = <div>a</div>",
      "Unexpected token '<'. JSX is not JavaScript: return data, or build text with a template",
    ],
  ])("%s", async (source, message) => {
    expect(await sentence(source)).toBe(message)
  })
})
