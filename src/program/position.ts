// Owns the way from an offset to a line and a column, and the excerpt that a parse error shows. Never parses.

/** A place in the text as it was sent: both numbers are 1-based, the column counts UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** The starts of a text's lines, after each LineTerminatorSequence of ECMA-262 12.3. */
export class LineIndex {
  readonly #text: string
  #starts: Array<number> | undefined

  constructor(text: string) {
    this.#text = text
  }

  at(offset: number): Position {
    const starts = this.#lineStarts()
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }

  line(number: number): string {
    const starts = this.#lineStarts()
    const end = starts[number] ?? this.#text.length
    return this.#text.slice(starts[number - 1]!, end).replace(/[\r\n\u2028\u2029]+$/, "")
  }

  #lineStarts(): Array<number> {
    if (this.#starts !== undefined) return this.#starts
    const starts = [0]
    for (const end of this.#text.matchAll(/\r\n?|[\n\u2028\u2029]/g)) starts.push(end.index + end[0].length)
    this.#starts = starts
    return starts
  }
}

const excerptWidth = 100

/** The line at a position with a caret under its column; a long line is cut around it. */
export function excerpt(lines: LineIndex, { line, column }: Position): string {
  const text = lines.line(line)
  const from =
    text.length <= excerptWidth
      ? 0
      : Math.max(0, Math.min(column - 1 - excerptWidth / 2, text.length - excerptWidth))
  const shown = text.slice(from, from + excerptWidth).toWellFormed()
  const before = from > 0 ? "..." : ""
  const after = from + excerptWidth < text.length ? "..." : ""
  const gutter = `${line} | `
  const indent = before.replace(/./g, " ") + shown.slice(0, column - 1 - from).replace(/[^\t]/g, " ")
  return `${gutter}${before}${shown}${after}\n${" ".repeat(gutter.length - 2)}| ${indent}^`
}
