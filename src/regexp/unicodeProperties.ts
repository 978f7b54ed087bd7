/**
 * Unicode properties read from the host, each once for a process, when a pattern first names it.
 * Holds no Unicode data of its own.
 */
import { type CharSet, fromPairs } from "./charSet.ts"
import { compileHost, hostRanges, type HostPattern } from "./hostEngine.ts"

const propertySets = new Map<string, CharSet | undefined>()

/**
 * The code points with a property, as written between the braces of `\p{...}`; undefined when this host knows
 * no such property. ECMA-262 22.2.2.9 CompileToCharSet, UnicodePropertyValueExpression.
 */
export const propertySet = (expression: string): CharSet | undefined => {
  if (!propertySets.has(expression)) propertySets.set(expression, readPropertySet(expression))
  return propertySets.get(expression)
}

const readPropertySet = (expression: string): CharSet | undefined => {
  const pattern = compileHost(`\\p{${expression}}+`, "gu")
  if (pattern === undefined) return undefined
  const pairs: Array<readonly [number, number]> = []
  for (const block of blocks) readBlock(pattern, block, pairs)
  return fromPairs(pairs)
}

/** Neighbouring code points: `sampled` ones are assigned alike, so that the first stands for all. */
interface Block {
  readonly from: number
  readonly to: number
  readonly sampled: boolean
}

const blockList = (): Block[] => {
  const list: Block[] = [
    { from: 0, to: 0xdc00, sampled: false },
    { from: 0xdc00, to: 0x10000, sampled: false },
    { from: 0x10000, to: 0x20000, sampled: false },
    { from: 0x20000, to: 0x30000, sampled: false },
    { from: 0x30000, to: 0x40000, sampled: false },
  ]
  for (let plane = 4; plane <= 16; plane++) {
    const from = plane << 16
    const low = plane === 14 ? from + 0x2000 : from
    if (low > from) list.push({ from, to: low, sampled: false })
    list.push({ from: low, to: from + 0xfffe, sampled: true })
    list.push({ from: from + 0xfffe, to: from + 0x10000, sampled: false })
  }
  return list
}

const blocks = blockList()

const readBlock = (pattern: HostPattern, block: Block, pairs: Array<readonly [number, number]>): void => {
  if (block.sampled) {
    const found = hostRanges(pattern, String.fromCodePoint(block.from))
    if (found.length > 0) pairs.push([block.from, block.to])
    return
  }
  const unitsPerCharacter = block.from >= 0x10000 ? 2 : 1
  for (const [from, to] of hostRanges(pattern, blockText(block))) {
    pairs.push([block.from + from / unitsPerCharacter, block.from + to / unitsPerCharacter])
  }
}

/** Every code point of the block in order; lead surrogates never stand before a trail. */
const blockText = (block: Block): string => {
  const parts: string[] = []
  for (let from = block.from; from < block.to; from += 4096) {
    const characters: number[] = []
    for (let at = from; at < Math.min(block.to, from + 4096); at++) characters.push(at)
    parts.push(String.fromCodePoint(...characters))
  }
  return parts.join("")
}
