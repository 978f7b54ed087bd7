/** The fenced blocks of Markdown files and of doc comments. Never judges one. */
export interface Block {
  readonly file: string
  /** The line of the fence, from 1. */
  readonly line: number
  /** The Markdown heading that the block stands under; empty in a doc comment. */
  readonly heading: string
  readonly language: string
  readonly text: string
}

/** Every fenced block of a Markdown text. */
export function blocksOf(file: string, markdown: string): ReadonlyArray<Block> {
  const blocks: Array<Block> = []
  const lines = markdown.split("\n")
  let heading = ""
  for (let at = 0; at < lines.length; at++) {
    const fence = /^(`{3,})(.*)$/.exec(lines[at]!)
    if (fence === null) {
      heading = /^#+ (.*)$/.exec(lines[at]!)?.[1] ?? heading
      continue
    }
    const end = lines.indexOf(fence[1]!, at + 1)
    if (end < 0) throw new Error(`${file}:${at + 1}: a block without an end`)
    const text = lines.slice(at + 1, end).join("\n")
    blocks.push({ file, line: at + 1, heading, language: fence[2]!.trim(), text })
    at = end
  }
  return blocks
}

/** Every fenced block of the doc comments of a source. */
export function docBlocksOf(file: string, source: string): ReadonlyArray<Block> {
  const comments = source.split("\n").map((line) => /^\s*\* ?(.*)$/.exec(line)?.[1] ?? "")
  return blocksOf(file, comments.join("\n")).map((block) => ({ ...block, heading: "" }))
}
