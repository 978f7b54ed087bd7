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
 * `//=>` is the value as `inspect.js` shows it, `//!` the error as `name: message`. Each expectation is a case and a
 * program of its own: the statements of its chunk up to there, without those that are to throw.
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

interface Expectation {
  readonly expected: string
  readonly line: number
  readonly position: number
}

interface Chunk {
  readonly text: string
  readonly firstLine: number
}

const marker = /\/\/(=>|!)(.*)$/

export function parseCorpus(text: string): ReadonlyArray<Case> {
  return chunks(text).flatMap(casesOf)
}

function chunks(text: string): ReadonlyArray<Chunk> {
  const found: Array<Chunk> = []
  let lines: Array<string> = []
  let firstLine = 1
  let isComplete = false
  for (const [index, line] of [...text.split("\n"), ""].entries()) {
    if (line.trim() === "" && isComplete) {
      found.push({ text: lines.join("\n"), firstLine })
      lines = []
      firstLine = index + 2
      isComplete = false
    } else {
      lines.push(line)
      isComplete ||= marker.test(line)
    }
  }
  if (lines.some((line) => line.trim() !== "" && !line.startsWith("//"))) {
    throw new Error(`line ${firstLine}: a chunk without an expectation`)
  }
  return found
}

function casesOf(chunk: Chunk): ReadonlyArray<Case> {
  const notOn = [...chunk.text.matchAll(/^\/\/ not on: ([^:]*)/gm)].flatMap((match) => match[1]!.split(/, */))
  const comments: Array<acorn.Comment> = []
  const program = tryParse(chunk.text, comments)
  if (program === undefined) return [unparsable(chunk, notOn)]

  const expectations = comments.flatMap((comment) => expectationOf(comment, chunk))
  const targets = expectations.map((expectation) => ({
    ...expectation,
    statement: statementBefore(program, expectation, chunk),
  }))
  return targets.map(({ expected, line, statement }) => {
    const throwing = targets.filter(
      (it) => it.expected.startsWith("!") && it.statement.end <= statement.start,
    )
    const before = blank(chunk.text.slice(0, statement.start), throwing)
    const last = expected.startsWith("=>")
      ? valueOf(statement, chunk, line)
      : chunk.text.slice(statement.start, statement.end)
    return { firstLine: chunk.firstLine, line, source: before + last, expected, notOn }
  })
}

function tryParse(text: string, onComment: Array<acorn.Comment>): acorn.Program | undefined {
  try {
    return acorn.parse(text, {
      ecmaVersion: "latest",
      sourceType: "module",
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      locations: true,
      onComment,
    })
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function expectationOf(comment: acorn.Comment, chunk: Chunk): ReadonlyArray<Expectation> {
  const match = comment.type === "Line" ? marker.exec(`//${comment.value}`) : null
  if (match === null || match.index !== 0) return []
  const line = chunk.firstLine + comment.loc!.start.line - 1
  return [{ expected: `${match[1]} ${match[2]!.trim()}`, line, position: comment.start }]
}

function statementBefore(
  program: acorn.Program,
  { position, line }: Expectation,
  chunk: Chunk,
): acorn.Statement {
  const statement = program.body.findLast((it) => it.end <= position)
  const isNear = statement !== undefined && /^[;\s]*$/.test(chunk.text.slice(statement.end, position))
  if (isNear) return statement as acorn.Statement
  throw new Error(`line ${line}: no top-level statement ends before the expectation`)
}

function valueOf(statement: acorn.Statement, chunk: Chunk, line: number): string {
  if (statement.type === "ExpressionStatement") {
    return `return (${chunk.text.slice(statement.expression.start, statement.expression.end)}\n)`
  }
  if (hasReturn(statement)) return chunk.text.slice(statement.start, statement.end)
  throw new Error(`line ${line}: a value needs an expression, a return, or a block that returns`)
}

function hasReturn(statement: acorn.Statement): boolean {
  return statement.type === "ReturnStatement" || !statement.type.endsWith("Declaration")
}

function blank(text: string, ranges: ReadonlyArray<{ readonly statement: acorn.Statement }>): string {
  return ranges.reduce(
    (out, { statement: { start, end } }) =>
      out.slice(0, start) + out.slice(start, end).replace(/[^\n]/g, " ") + out.slice(end),
    text,
  )
}

function unparsable(chunk: Chunk, notOn: ReadonlyArray<string>): Case {
  const lines = chunk.text.split("\n")
  const at = lines.findLastIndex((line) => marker.test(line))
  const [, kind, text] = marker.exec(lines[at]!)!
  const line = chunk.firstLine + at
  const expected = `${kind} ${text!.trim()}`
  if (!expected.startsWith("! SyntaxError")) throw new Error(`line ${line}: the chunk does not parse`)
  return { firstLine: chunk.firstLine, line, source: chunk.text, expected, notOn }
}
