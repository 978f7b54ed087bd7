/**
 * Nodes of an Effect Schema made anew with other parts.
 * Knows which parts each kind of node has, and nothing of what they mean.
 */
import * as SchemaAST from "effect/SchemaAST"

type AST = SchemaAST.AST

/** A node with other fields; what is left, internal fields included, is as it was. */
export const copy = <A extends AST>(ast: A, fields: Partial<AST>): A =>
  Object.assign(Object.create(Object.getPrototypeOf(ast)), ast, fields)

/** `ast` with each of its direct parts mapped by `map`; `ast` itself where none changes. Its own encoding is left out. */
export function mapParts(ast: AST, map: (part: AST) => AST): AST {
  const { annotations, checks, context } = ast
  switch (ast._tag) {
    case "Declaration": {
      const parameters = SchemaAST.mapOrSame(ast.typeParameters, map)
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
      const elements = SchemaAST.mapOrSame(ast.elements, map)
      const rest = SchemaAST.mapOrSame(ast.rest, map)
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
        const type = map(field.type)
        return type === field.type ? field : new SchemaAST.PropertySignature(field.name, type)
      })
      const indexes = SchemaAST.mapOrSame(ast.indexSignatures, (index) => {
        const type = map(index.type)
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
      const types = SchemaAST.mapOrSame(ast.types, map)
      if (types === ast.types) return ast
      const { options, encodingChecks } = ast
      return new SchemaAST.Union(types, options, annotations, checks, undefined, context, encodingChecks)
    }
    case "Suspend":
      return new SchemaAST.Suspend(() => map(ast.thunk()), annotations, undefined, undefined, context)
    default:
      return ast
  }
}
