/**
 * The JSON form of an Effect Schema: what crosses the boundary for it and the JSON Schema that says so.
 * Starts from Effect's own JSON codec and changes the parts where the plain-data rules decide otherwise.
 * Never decodes a value.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

type AST = SchemaAST.AST
type Step = (ast: AST) => AST

/** The schema whose JSON codec decodes what a program passes for `ast`, and whose JSON Schema is shown for it. */
export const incoming: Step = memoized((ast) => lower(ast, incoming, incomingLeaf))

/**
 * The schema whose JSON codec encodes a decoded value of `ast` for a program, up to what the inward copy does:
 * numbers, `undefined` and values of unknown type pass as they are.
 */
export const outgoing: Step = memoized((ast) => lower(ast, outgoing, outgoingLeaf))

/** The JSON Schema (draft 2020-12) of what a program passes for `ast`; objects refuse undeclared fields. */
export const inputJsonSchema = (ast: AST): Schema.JsonObject => jsonSchema(incoming(ast), "error")

/** The JSON Schema (draft 2020-12) of what a program gets for the decoded side of `ast`. */
export const outputJsonSchema = (ast: AST): Schema.JsonObject =>
  jsonSchema(incoming(SchemaAST.toType(ast)), "ignore")

function jsonSchema(ast: AST, onExcessProperty: "error" | "ignore"): Schema.JsonObject {
  const { schema, definitions } = Schema.toJsonSchemaDocument(Schema.make(ast), { onExcessProperty })
  const document = Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions }
  return document as Schema.JsonObject
}

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
  if (encoding === undefined) return withParts(leaf(ast), recur)
  const last = encoding[encoding.length - 1]!
  const to = recur(last.to)
  if (to === last.to) return ast
  const links = [...encoding.slice(0, -1), new SchemaAST.Link(to, last.transformation)]
  return withEncoding(ast, links as unknown as SchemaAST.Encoding)
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
    default:
      return ast
  }
}

const isNumber = (u: unknown): boolean => typeof u === "number"
const isUndefined = (u: unknown): boolean => u === undefined
const isObject = (u: unknown): boolean => (typeof u === "object" && u !== null) || typeof u === "function"

function outgoingLeaf(ast: AST): AST {
  switch (ast._tag) {
    case "Number":
      return asItIs(ast, isNumber, "number")
    case "Undefined":
    case "Void":
      return asItIs(ast, isUndefined, "undefined")
    case "ObjectKeyword":
      return asItIs(ast, isObject, "object")
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

function withParts(ast: AST, recur: Step): AST {
  const { annotations, checks, context } = ast
  switch (ast._tag) {
    case "Declaration": {
      const parameters = SchemaAST.mapOrSame(ast.typeParameters, recur)
      if (parameters === ast.typeParameters) return ast
      const { run, encodingChecks, encodingRun } = ast
      return new SchemaAST.Declaration(
        parameters,
        run,
        annotations,
        checks,
        undefined,
        context,
        encodingChecks,
        encodingRun,
      )
    }
    case "Arrays": {
      const elements = SchemaAST.mapOrSame(ast.elements, recur)
      const rest = SchemaAST.mapOrSame(ast.rest, recur)
      if (elements === ast.elements && rest === ast.rest) return ast
      const { isMutable, encodingChecks } = ast
      return new SchemaAST.Arrays(
        isMutable,
        elements,
        rest,
        annotations,
        checks,
        undefined,
        context,
        encodingChecks,
      )
    }
    case "Objects": {
      const fields = SchemaAST.mapOrSame(ast.propertySignatures, (field) => {
        const type = recur(field.type)
        return type === field.type ? field : new SchemaAST.PropertySignature(field.name, type)
      })
      const indexes = SchemaAST.mapOrSame(ast.indexSignatures, (index) => {
        const type = recur(index.type)
        return type === index.type ? index : new SchemaAST.IndexSignature(index.parameter, type)
      })
      if (fields === ast.propertySignatures && indexes === ast.indexSignatures) return ast
      return new SchemaAST.Objects(
        fields,
        indexes,
        annotations,
        checks,
        undefined,
        context,
        ast.encodingChecks,
      )
    }
    case "Union": {
      const types = SchemaAST.mapOrSame(ast.types, recur)
      if (types === ast.types) return ast
      const { options, encodingChecks } = ast
      return new SchemaAST.Union(types, options, annotations, checks, undefined, context, encodingChecks)
    }
    case "Suspend":
      return new SchemaAST.Suspend(() => recur(ast.thunk()), annotations, undefined, undefined, context)
    default:
      return ast
  }
}

/** `ast` with other links; the rest of a node, internal fields included, is what its prototype and own fields say. */
function withEncoding(ast: AST, encoding: SchemaAST.Encoding): AST {
  return Object.create(Object.getPrototypeOf(ast), {
    ...Object.getOwnPropertyDescriptors(ast),
    encoding: { value: encoding, enumerable: true, configurable: true, writable: true },
  }) as AST
}
