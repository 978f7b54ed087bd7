/**
 * Finds the part of an Effect Schema that has no JSON form, when a tool is made.
 * Compiles nothing, so that making a tool stays cheap.
 */
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaGetter from "effect/SchemaGetter"

type AST = SchemaAST.AST

/** `"input"`: what JSON decodes to, by the encoded side. `"output"`: what a decoded value encodes to. */
export type Side = "input" | "output"

/** Throws `TypeError` for the first part of `ast` without a JSON form, naming its path as a JSON Pointer. */
export const assertJsonForm = (ast: AST, side: Side): void =>
  visit(ast, { side, path: [], suspended: undefined })

interface Walk {
  readonly side: Side
  readonly path: Array<PropertyKey>
  suspended: Set<AST> | undefined
}

function visit(ast: AST, walk: Walk): void {
  if (ast.encoding !== undefined && walk.side === "input") {
    return visit(ast.encoding[ast.encoding.length - 1]!.to, walk)
  }
  switch (ast._tag) {
    case "Declaration":
      return visitDeclaration(ast, walk)
    case "UniqueSymbol":
      if (Symbol.keyFor(ast.symbol) === undefined) throw noJsonForm("an unregistered symbol", walk)
      return
    case "Arrays":
      for (let index = 0; index < ast.elements.length; index++) visitPart(index, ast.elements[index]!, walk)
      for (const part of ast.rest) visitPart("*", part, walk)
      return
    case "Objects":
      for (const { name, type } of ast.propertySignatures) visitPart(name, type, walk)
      for (const { type } of ast.indexSignatures) visitPart("*", type, walk)
      return
    case "Union":
      for (const type of ast.types) visit(type, walk)
      return
    case "Suspend":
      return visitSuspend(ast, walk)
  }
}

function visitPart(key: PropertyKey, part: AST, walk: Walk): void {
  walk.path.push(key)
  if (typeof key === "symbol") throw noJsonForm("a symbol as property name", walk)
  visit(part, walk)
  walk.path.pop()
}

/** Declarations that were found to have a JSON form: most schemas share a few. */
const known = { input: new WeakSet<AST>(), output: new WeakSet<AST>() }

function visitDeclaration(ast: SchemaAST.Declaration, walk: Walk): void {
  if (known[walk.side].has(ast)) return
  for (const parameter of ast.typeParameters) visit(parameter, walk)
  const getLink: unknown = ast.annotations?.["toCodecJson"] ?? ast.annotations?.["toCodec"]
  if (typeof getLink !== "function") throw noJsonForm(nameOf(ast), walk)
  const parameters = ast.typeParameters.map((parameter) => Schema.make(SchemaAST.toEncoded(parameter)))
  const link: SchemaAST.Link | undefined = getLink(parameters)
  if (link !== undefined && link.transformation._tag === "Transformation") {
    const { decode, encode } = link.transformation
    if (isForbidden(walk.side === "input" ? decode : encode)) throw noJsonForm(nameOf(ast), walk)
  }
  known[walk.side].add(ast)
}

/** A thunk may name a schema that its module has not made yet; such a part is left to its first use. */
function visitSuspend(ast: SchemaAST.Suspend, walk: Walk): void {
  walk.suspended ??= new Set()
  if (walk.suspended.has(ast)) return
  walk.suspended.add(ast)
  let target: AST
  try {
    target = ast.thunk()
  } catch {
    return
  }
  visit(target, walk)
}

function noJsonForm(part: string, { side, path }: Walk): TypeError {
  const segments = path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`)
  const at = segments.length === 0 ? "" : ` at ${segments.join("")}`
  const advice = "Give it one with Schema.encodeTo or a toCodecJson annotation."
  return new TypeError(`Tool.make: ${side}${at} has no JSON form (${part}). ${advice}`)
}

/** Schemas that hold secrets or live objects declare a codec that refuses every value (`SchemaGetter.forbidden`). */
function isForbidden(getter: SchemaGetter.Getter<unknown, unknown, unknown>): boolean {
  if (getter._tag !== "TransformOptionalEffect") return false
  const answer = getter.transform(Option.none(), {})
  if (!Exit.isExit(answer) || Exit.isSuccess(answer)) return false
  const issue = Cause.findError(answer.cause)
  return issue._tag === "Success" && (issue.success as { readonly _tag?: unknown })._tag === "Forbidden"
}

function nameOf(ast: SchemaAST.Declaration): string {
  const { identifier, title, expected } = ast.annotations ?? {}
  const name = identifier ?? title ?? expected
  return typeof name === "string" ? name : "a declaration without a codec"
}
