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
 * `//=>` is the value as `inspect.js` shows it, `//!` the error as `name: message`, or its name alone; `//?` is left open, for `write.ts`. Each expectation is a case and a
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

interface Span {
  readonly start: number
  readonly end: number
}

interface Statement extends Span {
  readonly type: string
  /** where it is an expression */
  readonly value: Span | undefined
}

interface Target extends Expectation {
  readonly statement: Statement
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
  const statements = tryParse(chunk.code)
  if (statements instanceof SyntaxError) {
    const { expected, line } = chunk.expectations.at(-1)!
    if (!expected.startsWith("! SyntaxError") || chunk.expectations.length > 1) {
      throw new Error(`line ${line}: the chunk does not parse: ${statements.message}`)
    }
    return [{ firstLine, line, source: chunk.code, expected, notOn }]
  }
  const targets = chunk.expectations.map((it) => ({ ...it, statement: statementBefore(statements, it) }))
  return targets.map((target) => {
    const { line, expected } = target
    return { firstLine, line, source: sourceOf(target, targets, statements, chunk), expected, notOn }
  })
}

const prefix = 'async function program() { "use strict";'

/** The statements of the code as the body of a strict async function, with their places in the code. */
function tryParse(code: string): ReadonlyArray<Statement> | SyntaxError {
  try {
    const [wrapper] = acorn.parse(`${prefix}${code}\n}`, { ecmaVersion: "latest" }).body
    return (wrapper as acorn.FunctionDeclaration).body.body.slice(1).map(inCode)
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}

function inCode(node: acorn.Statement): Statement {
  const { type, start, end } = node
  const value = type === "ExpressionStatement" ? node.expression : undefined
  const span = (it: acorn.Node) => ({ start: it.start - prefix.length, end: it.end - prefix.length })
  return { type, ...span({ type, start, end }), value: value && span(value) }
}

function statementBefore(statements: ReadonlyArray<Statement>, { position, line }: Expectation): Statement {
  const statement = statements.findLast((it) => it.type !== "EmptyStatement" && it.end <= position + 1)
  if (statement === undefined) {
    throw new Error(`line ${line}: no top-level statement ends before the expectation`)
  }
  return statement
}

/** What stands before the target less what throws, the target, and the declarations after it, which are in scope. */
function sourceOf(
  target: Target,
  targets: ReadonlyArray<Target>,
  statements: ReadonlyArray<Statement>,
  { code }: Chunk,
): string {
  const { statement } = target
  const text = ({ start, end }: Span) => code.slice(start, end)
  const throwing = targets.filter((it) => it.expected.startsWith("!") && it.statement.end <= statement.start)
  const before = blank(code.slice(0, statement.start), throwing)
  const after = statements.filter((it) => it.start >= statement.end && it.type.endsWith("Declaration"))
  return [before + lastOf(target, text), ...after.map(text)].join("\n")
}

/** An expression is returned, and so awaited: a promise that rejects is an error too. */
function lastOf({ statement, expected, line }: Target, text: (span: Span) => string): string {
  if (statement.value !== undefined) return `return (${text(statement.value)}\n)`
  if (!statement.type.endsWith("Declaration") || !expected.startsWith("=>")) return text(statement)
  throw new Error(`line ${line}: a value needs an expression, a return, or a block that returns`)
}

function blank(code: string, throwing: ReadonlyArray<Target>): string {
  return throwing.reduce((out, { statement: { start, end } }) => {
    const spaces = out.slice(start + 1, end).replace(/[^\n]/g, " ")
    return `${out.slice(0, start)};${spaces}${out.slice(end)}`
  }, code)
}
