/**
 * The automaton that a backtracking engine explores: one state for each place of a pattern that consumes a
 * character, and for each pair of places the number of ways an engine gets from one to the other. Counts are never
 * too low: assertions pass, bounded loops with many iterations count as unbounded. Judges nothing.
 */
import type { CharSet } from "./charSet.ts"
import type { Node, RepeatNode } from "./tree.ts"

/** Number of ways to each position. */
export type Ways = ReadonlyMap<number, number>

export interface Automaton {
  /** What each position consumes. */
  readonly sets: readonly CharSet[]
  /** From each position, the ways to the next. */
  readonly next: ReadonlyArray<Ways>
  /** The ways to the first. */
  readonly first: Ways
  /** Positions after which the whole is sure to match, whatever follows. */
  readonly sure: ReadonlySet<number>
}

interface Part {
  readonly first: Ways
  readonly last: Ways
  readonly sure: ReadonlySet<number>
  /** Number of ways to match nothing. */
  readonly empty: number
  readonly infallible: boolean
}

const MAX_POSITIONS = 128
const MAX_COPIES = 12
const MAX_WAYS = 1 << 12

interface Builder {
  readonly sets: CharSet[]
  readonly next: Array<Map<number, number>>
  readonly backward: boolean
}

/** The automaton of a tree read forward or backward, or undefined where it is too large to judge. */
export const automatonOf = (root: Node, backward: boolean): Automaton | undefined => {
  const builder: Builder = { sets: [], next: [], backward }
  const whole = build(root, builder)
  if (whole === undefined) return undefined
  return { sets: builder.sets, next: builder.next, first: whole.first, sure: whole.sure }
}

const nothing: Part = { first: new Map(), last: new Map(), sure: new Set(), empty: 1, infallible: true }

const build = (node: Node, builder: Builder): Part | undefined => {
  switch (node.type) {
    case "empty":
      return nothing
    case "assertion":
    case "lookaround":
      return { ...nothing, infallible: false }
    case "backreference":
      return undefined
    case "set":
      return buildSet(node.set, builder)
    case "capture":
      return build(node.body, builder)
    case "sequence":
      return buildSequence(builder.backward ? node.items.toReversed() : node.items, builder)
    case "alternatives":
      return buildAlternatives(node.items, builder)
    case "repeat":
      return buildRepeat(node, builder)
  }
}

const buildSet = (set: CharSet, { sets, next }: Builder): Part | undefined => {
  const position = sets.length
  if (position >= MAX_POSITIONS) return undefined
  sets.push(set)
  next.push(new Map())
  const only = new Map([[position, 1]])
  return { first: only, last: only, sure: new Set([position]), empty: 0, infallible: false }
}

const buildSequence = (items: readonly Node[], builder: Builder): Part | undefined => {
  let whole: Part | undefined = nothing
  for (const item of items) {
    const part = build(item, builder)
    if (whole === undefined || part === undefined) return undefined
    whole = chain(whole, part, builder)
  }
  return whole
}

const chain = (a: Part, b: Part, { next }: Builder): Part => {
  connect(a.last, b.first, next)
  return {
    first: add(a.first, b.first, a.empty),
    last: add(b.last, a.last, b.empty),
    sure: b.infallible ? new Set([...a.sure, ...b.sure]) : b.sure,
    empty: Math.min(MAX_WAYS, a.empty * b.empty),
    infallible: a.infallible && b.infallible,
  }
}

const connect = (last: Ways, first: Ways, next: Array<Map<number, number>>): void => {
  for (const [from, leaving] of last) {
    for (const [to, entering] of first) raise(next[from]!, to, leaving * entering)
  }
}

const raise = (ways: Map<number, number>, position: number, count: number): void => {
  ways.set(position, Math.min(MAX_WAYS, (ways.get(position) ?? 0) + count))
}

const add = (a: Ways, b: Ways, times: number): Ways => {
  if (times === 0) return a
  const sum = new Map(a)
  for (const [position, count] of b) raise(sum, position, count * times)
  return sum
}

const buildAlternatives = (items: readonly Node[], builder: Builder): Part | undefined => {
  let whole: Part = { ...nothing, empty: 0, infallible: false }
  for (const item of items) {
    const part = build(item, builder)
    if (part === undefined) return undefined
    whole = {
      first: add(whole.first, part.first, 1),
      last: add(whole.last, part.last, 1),
      sure: new Set([...whole.sure, ...part.sure]),
      empty: Math.min(MAX_WAYS, whole.empty + part.empty),
      infallible: whole.infallible || part.infallible,
    }
  }
  return whole
}

const buildRepeat = (node: RepeatNode, builder: Builder): Part | undefined => {
  const copies = node.max === Infinity ? node.min + 1 : node.max
  if (copies > MAX_COPIES) {
    // Iterations that match nothing would be more ways than an unbounded loop has.
    return node.body.emptyAtEnd ? undefined : buildLoop(node, builder, false)
  }
  let whole: Part | undefined = nothing
  for (let i = 0; i < node.min; i++) whole = append(whole, build(node.body, builder), builder)
  if (node.max === Infinity) return append(whole, buildLoop({ ...node, min: 0 }, builder, true), builder)
  return append(whole, buildOptional(node, node.max - node.min, builder), builder)
}

const append = (a: Part | undefined, b: Part | undefined, builder: Builder): Part | undefined =>
  a === undefined || b === undefined ? undefined : chain(a, b, builder)

/** Any number of iterations, after which the loop may be left when `leavable`. */
const buildLoop = (node: RepeatNode, builder: Builder, leavable: boolean): Part | undefined => {
  const body = build(node.body, builder)
  if (body === undefined) return undefined
  connect(body.last, body.first, builder.next)
  return {
    ...body,
    sure: leavable ? body.sure : new Set(),
    empty: 1 + body.empty,
    infallible: node.min === 0,
  }
}

/** Up to `count` iterations, each only after the one before. */
const buildOptional = (node: RepeatNode, count: number, builder: Builder): Part | undefined => {
  if (count === 0) return nothing
  const once = build(node.body, builder)
  const more = append(once, buildOptional(node, count - 1, builder), builder)
  return more === undefined
    ? undefined
    : { ...more, empty: Math.min(MAX_WAYS, more.empty + 1), infallible: true }
}
