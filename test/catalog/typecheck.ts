/** Checks statements with TypeScript, many at once: one program, one library, one pass. */
import ts from "typescript"

const fileName = "checked.ts"
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  lib: ["lib.es5.d.ts"],
  types: [],
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
}

const host = ts.createCompilerHost(options, true)
const readSourceFile = host.getSourceFile.bind(host)
const library = new Map<string, ts.SourceFile | undefined>()

/**
 * The first error of each statement, or `undefined` for a right one. Statements must not depend on later ones.
 * With `exact` an optional property cannot be `undefined`.
 */
export function typeErrors(
  statements: ReadonlyArray<string>,
  { exact = false } = {},
): ReadonlyArray<string | undefined> {
  const text = `export {}\n${statements.join("\n;")}\n`
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2024, true)
  host.getSourceFile = (name, ...rest) => {
    if (name === fileName) return source
    if (!library.has(name)) library.set(name, readSourceFile(name, ...rest))
    return library.get(name)
  }
  const program = ts.createProgram([fileName], { ...options, exactOptionalPropertyTypes: exact }, host)
  const ends: Array<number> = []
  let at = "export {}\n".length
  for (const statement of statements) ends.push((at += statement.length + 2))
  const errors: Array<string | undefined> = statements.map(() => undefined)
  const diagnostics = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
  for (const { start = 0, messageText } of diagnostics) {
    const index = ends.findIndex((end) => start < end)
    errors[index] ??= ts.flattenDiagnosticMessageText(messageText, " ")
  }
  return errors
}

/** A signature as the declaration of a function with this name. */
export function declared(name: string, signature: string, expression: string): string {
  if (!signature.startsWith(expression)) throw new Error(`${signature} does not begin with ${expression}`)
  return `declare function ${name}${signature.slice(expression.length)}`
}

/** The type that a signature's promise gives. */
export const outputOf = (name: string): string =>
  `(typeof ${name} extends (...input: any) => Promise<infer Output> ? Output : never)`
