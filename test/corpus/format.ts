/**
 * The corpus format. Owns how a file of guest code becomes cases; runs nothing.
 *
 * A file is a list of chunks. A chunk is plain code whose top-level statements may carry an expectation, at the end of
 * their last line or on the line after it; it ends at the first blank line after an expectation:
 *
 *     const list = [1, 2]
 *     list.map((n) => n * 2) //=> [2, 4]
 *     list.at(-1).name.first //! TypeError: Cannot read properties of undefined (reading 'first')
 *
 * `//=>` is the value as `inspect.js` shows it, `//!` the error as `name: message`; `//?` is left open, for `write.ts`. Each expectation is a case and a
 * program of its own: the statements of its chunk up to there, without those that are to throw, and later declarations.
 * An expectation ends its statement, as a semicolon does.
 * A chunk that does not parse is one case, whose expectation is `//! SyntaxError`.
 * `// not on: V8, JavaScriptCore: reason` in a chunk names engines that lack the feature or depart from the standard.
 */
import * as acorn from "acorn"

export interface Case {
  /** where its chunk begins */
  readonly firstLine: number
  /** where its expectation stands */
  readonly line: number
  /** the body of an async function that gives the value or throws the error */
  readonly source: string
  /** `=> value` or `! error` */
  readonly expected: string
  readonly notOn: ReadonlyArray<string>
}

interface Chunk {
  /** the code, each expectation replaced by a semicolon */
  readonly code: string
  readonly firstLine: number
  readonly expectations: ReadonlyArray<Expectation>
}

interface Expectation {
  readonly expected: string
  readonly line: number
  /** in the chunk's code */
  readonly position: number
}

interface Target extends Expectation {
  readonly statement: acorn.Statement
}

const marker = /^(.*\s|)\/\/(=>|!|\?)(.*)$/

export function parseCorpus(text: string): ReadonlyArray<Case> {
  return chunks(text).flatMap(casesOf)
}

function chunks(text: string): ReadonlyArray<Chunk> {
  const found: Array<Chunk> = []
  let chunk = { code: "", firstLine: 1, expectations: Array<Expectation>() }
  for (const [index, line] of [...text.split("\n"), ""].entries()) {
    const match = marker.exec(line)
    if (match !== null) {
      const position = chunk.code.length + match[1]!.length
      chunk.expectations.push({ expected: `${match[2]} ${match[3]!.trim()}`, line: index + 1, position })
      chunk.code += `${match[1]};\n`
    } else if (line.trim() === "" && chunk.expectations.length > 0) {
      found.push(chunk)
      chunk = { code: "", firstLine: index + 2, expectations: [] }
    } else {
      chunk.code += `${line}\n`
    }
  }
  if (!/^(\s|\/\/.*\n)*$/.test(chunk.code))
    throw new Error(`line ${chunk.firstLine}: a chunk without an expectation`)
  return found
}

function casesOf(chunk: Chunk): ReadonlyArray<Case> {
  const notOn = [...chunk.code.matchAll(/^\/\/ not on: ([^:\n]*)/gm)].flatMap((match) =>
    match[1]!.split(/, */),
  )
  const { firstLine } = chunk
  const program = tryParse(chunk.code)
  if (program === undefined) {
    const { expected, line } = chunk.expectations.at(-1)!
    if (!expected.startsWith("! SyntaxError")) throw new Error(`line ${line}: the chunk does not parse`)
    return [{ firstLine, line, source: chunk.code, expected, notOn }]
  }
  const targets = chunk.expectations.map((it) => ({ ...it, statement: statementBefore(program, it) }))
  return targets.map((target) => {
    const { line, expected } = target
    return { firstLine, line, source: sourceOf(target, targets, program, chunk), expected, notOn }
  })
}

function tryParse(code: string): acorn.Program | undefined {
  try {
    return acorn.parse(code, {
      ecmaVersion: "latest",
      sourceType: "module",
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    })
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function statementBefore(program: acorn.Program, { position, line }: Expectation): acorn.Statement {
  const statement = program.body.findLast((it) => it.type !== "EmptyStatement" && it.end <= position + 1)
  if (statement === undefined)
    throw new Error(`line ${line}: no top-level statement ends before the expectation`)
  return statement as acorn.Statement
}

/** What stands before the target less what throws, the target, and the declarations after it, which are in scope. */
function sourceOf(
  target: Target,
  targets: ReadonlyArray<Target>,
  program: acorn.Program,
  { code }: Chunk,
): string {
  const { statement, expected } = target
  const text = (node: acorn.Node) => code.slice(node.start, node.end)
  const throwing = targets.filter((it) => it.expected.startsWith("!") && it.statement.end <= statement.start)
  const before = blank(code.slice(0, statement.start), throwing)
  const after = program.body.filter((it) => it.start >= statement.end && it.type.endsWith("Declaration"))
  const last = expected.startsWith("!") ? text(statement) : valueOf(target, text)
  return [before + last, ...after.map(text)].join("\n")
}

function valueOf({ statement, expected, line }: Target, text: (node: acorn.Node) => string): string {
  if (statement.type === "ExpressionStatement") return `return (${text(statement.expression)}\n)`
  if (!statement.type.endsWith("Declaration") || expected.startsWith("?")) return text(statement)
  throw new Error(`line ${line}: a value needs an expression, a return, or a block that returns`)
}

function blank(code: string, throwing: ReadonlyArray<Target>): string {
  return throwing.reduce((out, { statement: { start, end } }) => {
    const spaces = out.slice(start + 1, end).replace(/[^\n]/g, " ")
    return `${out.slice(0, start)};${spaces}${out.slice(end)}`
  }, code)
}
