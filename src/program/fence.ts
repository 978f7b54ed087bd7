// Owns Markdown's fenced code blocks (CommonMark 0.31.2, 4.5) as far as a model's answer needs them: which part of a
// text is the only block. Never looks at what the block means.

import { visitLiterals } from "./tokens.ts"

/** The only fenced block of a text. */
export interface FencedBlock {
  /** its content, without the indentation that its fence has */
  readonly text: string
  /** offset in the whole text of an offset in `text` */
  readonly origin: (offset: number) => number
  /** where its opening fence stands in the whole text */
  readonly start: number
  /** the opening fence stands in what would be a comment or a template if the whole text were a program */
  readonly quoted: boolean
}

const opening = /^([ \t]*)(`{3,}(?=[^`\r\n]*$)|~{3,})/gm

/** The only block; `undefined` without one. */
export function onlyFencedBlock(text: string): FencedBlock | "several" | undefined {
  opening.lastIndex = 0
  const first = opening.exec(text)
  if (first === null) return singleLineBlock(text)
  const [, indentation, fence] = first as unknown as [string, string, string]
  const from = nextLine(text, first.index)
  const close = closingFence(text, from, fence)
  if (close !== undefined && hasBlock(text, close.end)) return "several"
  const start = first.index + indentation.length
  const block = unindented(text, from, close?.start ?? contentEnd(text, from, fence), indentation.length)
  return { ...block, start, quoted: isQuoted(text, start) }
}

function nextLine(text: string, at: number): number {
  const end = /\r\n?|\n/g
  end.lastIndex = at
  return end.exec(text) === null ? text.length : end.lastIndex
}

interface Span {
  readonly start: number
  readonly end: number
}

/** The first line that closes the block and is not inside a comment or a template of its code; else the first at all. */
function closingFence(text: string, from: number, fence: string): Span | undefined {
  const content = text.slice(from)
  const lines = [...content.matchAll(/^[ \t]*(`+|~+)[ \t]*$/gm)]
    .filter(([, marks]) => marks!.startsWith(fence))
    .map((line) => ({ start: from + line.index, end: from + line.index + line[0].length }))
  return lines.find(outsideLiterals(content, from)) ?? lines[0]
}

function outsideLiterals(content: string, from: number): (line: Span) => boolean {
  const literals: Array<Span> = []
  visitLiterals(content, (start, end) => literals.push({ start: from + start, end: from + end }))
  let next = 0
  return ({ start }) => {
    while (next < literals.length && literals[next]!.end <= start) next++
    return next === literals.length || literals[next]!.start >= start
  }
}

function hasBlock(text: string, from: number): boolean {
  opening.lastIndex = from
  return opening.test(text)
}

/** A block that nothing closes goes to the end; marks at the end of its last line close it as well. */
function contentEnd(text: string, from: number, fence: string): number {
  const end = text.trimEnd().length
  return text.startsWith(fence, end - fence.length) && end - fence.length >= from
    ? end - fence.length
    : text.length
}

/** A text that is one line from mark to mark: "```js return 1 ```". */
function singleLineBlock(text: string): FencedBlock | undefined {
  const start = text.search(/\S/)
  const line = text.trim()
  const fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
  if (fence === undefined || /[\r\n]/.test(line) || line.length < 2 * fence.length || !line.endsWith(fence))
    return undefined
  const marked = line.slice(fence.length, -fence.length)
  const tag = /^(?:js|ts|javascript|typescript|mjs|mts)\b/i.exec(marked)?.[0] ?? ""
  const from = start + fence.length + tag.length
  return { text: marked.slice(tag.length), origin: (offset) => from + offset, start, quoted: false }
}

/** Takes up to `width` blanks from the start of each line, and remembers where the lines came from. */
function unindented(
  text: string,
  from: number,
  to: number,
  width: number,
): Pick<FencedBlock, "text" | "origin"> {
  if (width === 0) return { text: text.slice(from, to), origin: (offset) => from + offset }
  const starts: Array<number> = []
  const origins: Array<number> = []
  let result = ""
  for (let at = from; at < to;) {
    const end = Math.min(nextLine(text, at), to)
    let blanks = 0
    while (blanks < width && at + blanks < end && /[ \t]/.test(text[at + blanks]!)) blanks++
    starts.push(result.length)
    origins.push(at + blanks)
    result += text.slice(at + blanks, end)
    at = end
  }
  return { text: result, origin: (offset) => originOf(offset, starts, origins, from) }
}

function originOf(
  offset: number,
  starts: ReadonlyArray<number>,
  origins: ReadonlyArray<number>,
  from: number,
): number {
  let low = 0
  let high = starts.length - 1
  if (high < 0) return from
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return origins[low]! + offset - starts[low]!
}

function isQuoted(text: string, offset: number): boolean {
  let quoted = false
  visitLiterals(text.slice(0, offset + 1), (start, end) => {
    if (start < offset && offset < end) quoted = true
  })
  return quoted
}
