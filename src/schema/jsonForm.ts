/**
 * The JSON form of an Effect Schema: what crosses the boundary for it.
 * Starts from Effect's own JSON codec and changes the parts where the plain-data rules decide otherwise.
 * Never decodes a value.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import { copy, mapParts } from "./parts.ts"

type AST = SchemaAST.AST
type Step = (ast: AST) => AST

/** The schema whose JSON codec decodes what a program passes for `ast`, and whose JSON Schema is shown for it. */
export const incoming: Step = memoized((ast) => lower(ast, incoming, incomingLeaf))

/**
 * The schema whose JSON codec encodes a decoded value of `ast` for a program, up to what the inward copy does:
 * numbers, `undefined` and values of unknown type pass as they are.
 */
export const outgoing: Step = memoized((ast) => lower(ast, outgoing, outgoingLeaf))

function memoized(step: Step): Step {
  const known = new WeakMap<AST, AST>()
  return (ast) => {
    const found = known.get(ast)
    if (found !== undefined) return found
    const made = step(ast)
    known.set(ast, made)
    return made
  }
}

/** Only the encoded end of a chain of transformations meets JSON, so only that end is changed. */
function lower(ast: AST, recur: Step, leaf: Step): AST {
  const encoding = ast.encoding
  if (encoding === undefined) return mapParts(leaf(ast), recur)
  const last = encoding[encoding.length - 1]!
  const to = recur(documented(last.to, ast))
  if (to === last.to) return ast
  const links = [...encoding.slice(0, -1), new SchemaAST.Link(to, last.transformation)]
  return copy(ast, { encoding: links as unknown as SchemaAST.Encoding })
}

/** `to` with the words that `from` is described with, where it has none of its own: they are what the model reads. */
function documented(to: AST, from: AST): AST {
  const words = wordsOf(from)
  const key = from.context?.annotations
  const described =
    words === undefined || wordsOf(to) !== undefined ? to : Schema.make<Schema.Top>(to).annotate(words).ast
  if (key === undefined || described.context?.annotations !== undefined) return described
  const { isOptional = false, isMutable = false } = described.context ?? {}
  return copy(described, { context: new SchemaAST.Context(isOptional, isMutable, undefined, key) })
}

function wordsOf(ast: AST): { readonly title?: string; readonly description?: string } | undefined {
  const title = SchemaAST.resolveTitle(ast)
  const description = SchemaAST.resolveDescription(ast)
  if (title === undefined && description === undefined) return undefined
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
}

/** A declaration whose JSON link is described as the declaration is. */
function documentedDeclaration(ast: SchemaAST.Declaration): AST {
  const getLink: unknown = ast.annotations?.["toCodecJson"] ?? ast.annotations?.["toCodec"]
  if (typeof getLink !== "function" || wordsOf(ast) === undefined) return ast
  const toCodecJson = (parameters: ReadonlyArray<Schema.Constraint>): SchemaAST.Link | undefined => {
    const link: SchemaAST.Link | undefined = getLink(parameters)
    return link === undefined ? undefined : new SchemaAST.Link(documented(link.to, ast), link.transformation)
  }
  return copy(ast, { annotations: { ...ast.annotations, toCodecJson } })
}

const finite = Schema.isFinite()
const never = new SchemaAST.IndexSignature(SchemaAST.string, SchemaAST.never)

function incomingLeaf(ast: AST): AST {
  switch (ast._tag) {
    case "Number":
      return new SchemaAST.Number(ast.annotations, [...(ast.checks ?? []), finite], undefined, ast.context)
    case "Unknown":
      return new SchemaAST.Any(ast.annotations, ast.checks, undefined, ast.context)
    case "Objects":
      return fieldless(ast)
    case "Declaration":
      return documentedDeclaration(ast)
    default:
      return ast
  }
}

const isNumber = (u: unknown): boolean => typeof u === "number"
const isUndefined = (u: unknown): boolean => u === undefined
const isObjectOrFunction = (u: unknown): boolean =>
  (typeof u === "object" && u !== null) || typeof u === "function"

function outgoingLeaf(ast: AST): AST {
  switch (ast._tag) {
    case "Number":
      return asItIs(ast, isNumber, "number")
    case "Undefined":
    case "Void":
      return asItIs(ast, isUndefined, "undefined")
    case "ObjectKeyword":
      return asItIs(ast, isObjectOrFunction, "object")
    case "Unknown":
      return new SchemaAST.Any(ast.annotations, ast.checks, undefined, ast.context)
    case "Objects":
      return fieldless(ast)
    default:
      return ast
  }
}

/** A struct without fields takes only an object without fields, where Effect's takes anything but `null`. */
function fieldless(ast: SchemaAST.Objects): AST {
  if (ast.propertySignatures.length > 0 || ast.indexSignatures.length > 0) return ast
  return new SchemaAST.Objects(
    [],
    [never],
    ast.annotations,
    ast.checks,
    undefined,
    ast.context,
    ast.encodingChecks,
  )
}

/** A part that is its own JSON codec. */
function asItIs(ast: AST, is: (u: unknown) => boolean, expected: string): AST {
  return new SchemaAST.Declaration(
    [],
    () => (input, self, options) =>
      is(input) ? Effect.succeed(input) : Effect.fail(new SchemaIssue.InvalidType(self, input, options)),
    { expected, ...ast.annotations, toCodecJson: () => undefined },
    ast.checks,
    undefined,
    ast.context,
  )
}
