/**
 * Writes interpreter-support.md: what programs may use. Forms come from the corpus, globals from the list of built-ins, and
 * exclusions from what the parser says and the tables of advice; a form that no corpus file uses cannot be named.
 */
import { parse } from "acorn"
import { readdirSync, readFileSync } from "node:fs"
import { excludedModules, excludedNames } from "../src/program/support.ts"
import { loadTypes } from "../src/program/loadTypes.ts"
import { parseProgram } from "../src/program/recover.ts"
import { builtIns } from "../src/stdlib/globals.ts"
import type { PropertyKey } from "../src/objects/value.ts"
import { parseCorpus } from "../test/corpus/format.ts"

const corpus = new URL("../test/corpus/", import.meta.url)

// ---- forms

type Form = readonly [label: string, node: string]

/** By topic, what the standard calls each form, and the node of the corpus that proves it. */
const topics: ReadonlyArray<readonly [topic: string, forms: ReadonlyArray<Form>]> = [
  [
    "Variables",
    [
      ["`let`", "VariableDeclaration let"],
      ["`const`", "VariableDeclaration const"],
      ["`var`", "VariableDeclaration var"],
      ["array patterns", "ArrayPattern"],
      ["object patterns", "ObjectPattern"],
      ["defaults", "AssignmentPattern"],
      ["rest elements", "RestElement"],
    ],
  ],
  [
    "Statements",
    [
      ["`if`", "IfStatement"],
      ["`switch`", "SwitchStatement"],
      ["`for`", "ForStatement"],
      ["`for...of`", "ForOfStatement"],
      ["`for await...of`", "ForOfStatement await"],
      ["`for...in`", "ForInStatement"],
      ["`while`", "WhileStatement"],
      ["`do...while`", "DoWhileStatement"],
      ["labels", "LabeledStatement"],
      ["`break`", "BreakStatement"],
      ["`continue`", "ContinueStatement"],
      ["`try` with `catch` and `finally`", "TryStatement"],
      ["`throw`", "ThrowStatement"],
      ["`return` (at the top too)", "ReturnStatement"],
    ],
  ],
  [
    "Functions",
    [
      ["functions", "FunctionDeclaration"],
      ["arrow functions", "ArrowFunctionExpression"],
      ["async functions", "FunctionExpression async"],
      ["async arrow functions", "ArrowFunctionExpression async"],
      ["generators", "FunctionExpression generator"],
      ["async generators", "FunctionExpression async generator"],
      ["`await` (at the top too)", "AwaitExpression"],
      ["`yield`", "YieldExpression"],
      ["`new.target`", "MetaProperty"],
    ],
  ],
  [
    "Classes",
    [
      ["declarations", "ClassDeclaration"],
      ["expressions", "ClassExpression"],
      ["constructors", "MethodDefinition constructor"],
      ["methods", "MethodDefinition method"],
      ["getters", "MethodDefinition get"],
      ["setters", "MethodDefinition set"],
      ["static members", "MethodDefinition method static"],
      ["fields", "PropertyDefinition"],
      ["static fields", "PropertyDefinition static"],
      ["private names (`#x`)", "PrivateIdentifier"],
      ["static blocks", "StaticBlock"],
      ["`super`", "Super"],
    ],
  ],
  [
    "Expressions",
    [
      ["array literals", "ArrayExpression"],
      ["object literals with getters and setters", "Property get"],
      ["spread", "SpreadElement"],
      ["templates", "TemplateLiteral"],
      ["tagged templates", "TaggedTemplateExpression"],
      ["regular expressions", "Literal regex"],
      ["BigInts", "Literal bigint"],
      ["optional chaining", "ChainExpression"],
      ["`new`", "NewExpression"],
      ["conditionals", "ConditionalExpression"],
      ["commas", "SequenceExpression"],
    ],
  ],
]

const typescript: ReadonlyArray<Form> = [
  ["annotations", "const a: number = 1"],
  ["interfaces", "interface A { a: number }"],
  ["type aliases", "type A = string"],
  ["generics", "const f = <T,>(x: T): T => x"],
  ["`as`, `satisfies` and `!`", "const a = (1 as any satisfies unknown)!"],
  ["enums", "enum A { B }"],
  ["namespaces", "namespace A { export const b = 1 }"],
  ["parameter properties", "class A { constructor(private a: number) {} }"],
]

/** The forms that programs may not have, as the author would write them. */
const excludedForms: ReadonlyArray<Form> = [
  ["`with`", "with (Math) { max(1) }"],
  ["`using`", "using a = f()"],
  ["decorators", "@sealed class A {}"],
  ["`accessor` fields", "class A { accessor x = 1 }"],
  ["`import.meta`", "return import.meta.url"],
  ["`import x = ...`", 'import fs = require("fs")'],
  ["`export`", "export const a = 1"],
]

/** Of every node in the corpus: its type, with what tells its forms apart, and its operator. */
interface Used {
  readonly nodes: Set<string>
  readonly operators: Map<string, Set<string>>
}

interface SyntaxNode {
  readonly type: string
  readonly [field: string]: unknown
}

function used(): Used {
  const found: Used = { nodes: new Set(), operators: new Map() }
  for (const path of corpusFiles()) {
    for (const { source } of parseCorpus(readFileSync(new URL(path, corpus), "utf8"))) {
      try {
        visit(parse(`async () => { "use strict"; ${source}\n}`, { ecmaVersion: "latest" }), found)
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
      }
    }
  }
  return found
}

function corpusFiles(): ReadonlyArray<string> {
  return readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter((path) =>
    /[/\\].*\.js$/.test(path),
  )
}

function visit(part: unknown, found: Used): void {
  if (Array.isArray(part)) for (const one of part) visit(one, found)
  else if (typeof part === "object" && part !== null && "type" in part) {
    const node = part as SyntaxNode
    found.nodes.add(node.type).add(nodeName(node))
    if (typeof node["operator"] === "string") {
      const family = found.operators.get(node.type) ?? new Set()
      found.operators.set(node.type, family.add(node["operator"]))
    }
    for (const field of Object.values(node)) visit(field, found)
  }
}

function nodeName(node: SyntaxNode): string {
  const words = [node.type]
  if (typeof node["kind"] === "string") words.push(node["kind"])
  for (const flag of ["async", "generator", "await", "static", "regex", "bigint"])
    if (node[flag]) words.push(flag)
  return words.join(" ")
}

function formRows({ nodes, operators }: Used): string {
  const rows = topics.map(([topic, forms]) => {
    for (const [label, node] of forms)
      if (!nodes.has(node)) throw new Error(`no corpus file has ${label} (${node})`)
    return [topic, forms.map(([label]) => label).join(", ")]
  })
  const families = [...operators.values()].map((family) => [...family].toSorted().map(code).join(" "))
  rows.push(["Operators", families.toSorted().join(" ")])
  rows.push(["TypeScript", typescript.map(([label, source]) => (accepted(source), label)).join(", ")])
  return table(["Topic", "Forms"], rows)
}

function accepted(source: string): void {
  const parsed = parsedProgram(source)
  if ("kind" in parsed) throw new Error(`${source}: ${parsed.message}`)
}

function parsedProgram(source: string) {
  const parsed = parseProgram(source, { globals: new Set(), modules: [], isModule: () => false })
  if (parsed === "needs-types") throw new Error("TypeScript is not loaded")
  return parsed
}

// ---- globals

const globals = builtIns.get("globalThis")!.properties

/** Each global object with the standard's name of it, and the constructors that `Intl` holds. */
function globalObjects(): ReadonlyArray<readonly [name: string, intrinsic: string]> {
  const direct = globals.flatMap(([key, property]) =>
    "intrinsic" in property && key !== "globalThis" ? [[String(key), property.intrinsic] as const] : [],
  )
  const nested = builtIns
    .get("Intl")!
    .properties.flatMap(([key, property]) =>
      "intrinsic" in property ? [[`Intl.${String(key)}`, property.intrinsic] as const] : [],
    )
  return [...direct, ...nested]
}

/** Globals that have the same members stand in one row. */
function globalRows(): string {
  const rows = new Map<string, { names: string[]; members: ReadonlyArray<string> }>()
  for (const [name, object] of globalObjects()) {
    const members = [membersOf(object), membersOf(`${object}.prototype`)]
    const row = rows.get(members.join("|")) ?? { names: [], members }
    row.names.push(code(name))
    rows.set(members.join("|"), row)
  }
  return table(
    ["Global", "Its members", "Members of what it makes"],
    [...rows.values()].map(({ names, members }) => [names.join(" "), ...members]),
  )
}

/** Functions and constants that are properties of the global object. */
function plainGlobals(): string {
  const names = globals.filter(([, property]) => !("intrinsic" in property)).map(([key]) => code(String(key)))
  return `\`globalThis\` ${names.join(" ")}`
}

const unnamed = new Set<PropertyKey>([
  "caller",
  "arguments",
  "constructor",
  "prototype",
  "length",
  "name",
  Symbol.toStringTag,
  Symbol.species,
])
const roots = new Set<string | null>([null, "Object.prototype", "Function.prototype", "Iterator.prototype"])

/** Own and inherited members, less those that every object or function has. */
function membersOf(name: string): string {
  const keys = new Set<string>()
  for (let object = builtIns.get(name); object !== undefined; object = inherited(object.prototype)) {
    for (const [key] of object.properties) {
      if (!unnamed.has(key)) keys.add(code(typeof key === "symbol" ? `[${key.description}]` : key))
    }
  }
  return [...keys].join(" ")
}

function inherited(name: string | null) {
  return roots.has(name) ? undefined : builtIns.get(name!)
}

// ---- exclusions

function adviceRows(head: string, advice: ReadonlyMap<string, string>): string {
  const present = new Set(globals.map(([key]) => key))
  const absent = [...advice].filter(([name]) => !present.has(name))
  const names = Map.groupBy(absent, ([, sentence]) => sentence)
  return table(
    [head, "Instead"],
    [...names].map(([sentence, entries]) => [entries.map(([name]) => code(name)).join(" "), plain(sentence)]),
  )
}

function excludedRows(): string {
  return table(
    ["Form", "What the program is told"],
    excludedForms.map(([label, source]) => {
      const parsed = parsedProgram(source)
      if (!("kind" in parsed) || parsed.kind !== "UnsupportedSyntax")
        throw new Error(`${source} is not excluded`)
      return [label, plain(parsed.message.split("\n")[0]!)]
    }),
  )
}

// ---- the page

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``
}

/** Text that Markdown leaves as it is. */
function plain(text: string): string {
  return text.replaceAll("<", "\\<").replaceAll("|", "\\|")
}

function table(heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string {
  const line = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n")
}

export async function supportPage(): Promise<string> {
  await loadTypes()
  return `# What programs may use

The JavaScript and TypeScript that CodeMode's interpreter runs, the globals it gives, and what to use instead of what it
leaves out; written by \`npm run generate\` from the test corpus, the list of built-ins and the interpreter's own messages.

The language is ECMAScript 2026 in strict mode.

## Syntax

${formRows(used())}

## Globals

${plainGlobals()}

Besides these and the objects below a program has \`tools\` and \`search\`, the values that the host binds, and the globals of its extensions.
\`Function\` makes no functions from text: write the code in the program itself.

${globalRows()}

## Forms that are refused before anything runs

${excludedRows()}

## Names that are not there

Reading one throws a \`ReferenceError\` with this advice.

${adviceRows("Name", excludedNames)}

## Modules that are not there

An \`import\` finds the modules whose globals there are (\`url\`, \`util\`, \`buffer\`, \`crypto\`, and those of extensions).

${adviceRows("Module", excludedModules)}
`
}
