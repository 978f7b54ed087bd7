/**
 * A pattern as our own tree: flags and modifiers are resolved into it, so that each node means the same in any
 * place. Nodes are made by the functions here, which work out what follows from their parts. Never parses.
 */
import { allCharacters, type CharSet, leadingUnits, noCharacters, union } from "./charSet.ts"
import type { CaseMode } from "./caseFolding.ts"

/** What is known of each node from its parts alone. */
export interface Facts {
  /** May match without consuming, inside the text as at its end. */
  readonly nullable: boolean
  /** May match without consuming where the text ends; `nullable` nodes are. */
  readonly emptyAtEnd: boolean
  /** Always matches, whatever the text: at the least the empty string. */
  readonly infallible: boolean
  /** Code units that a match can begin with, going forward, when it consumes; assertions count as empty. */
  readonly first: CharSet
  /** Number of nodes, itself included. */
  readonly weight: number
}

export interface EmptyNode extends Facts {
  readonly type: "empty"
}
/** One character of the set: a code unit, or with `u` or `v` a code point. */
export interface SetNode extends Facts {
  readonly type: "set"
  readonly set: CharSet
}
export interface SequenceNode extends Facts {
  readonly type: "sequence"
  readonly items: readonly Node[]
}
export interface AlternativesNode extends Facts {
  readonly type: "alternatives"
  readonly items: readonly Node[]
}
export interface CaptureNode extends Facts {
  readonly type: "capture"
  readonly index: number
  readonly body: Node
}
export interface RepeatNode extends Facts, CaptureSpan {
  readonly type: "repeat"
  readonly min: number
  /** `Infinity` where there is no bound. */
  readonly max: number
  readonly greedy: boolean
  readonly body: Node
}
export interface LookaroundNode extends Facts, CaptureSpan {
  readonly type: "lookaround"
  readonly behind: boolean
  readonly negate: boolean
  readonly body: Node
}
/** The text of the one group of `groups` that took part, forward or backward. */
export interface BackreferenceNode extends Facts {
  readonly type: "backreference"
  readonly groups: readonly number[]
  readonly caseMode: CaseMode | undefined
}
export type AssertionKind = "start" | "end" | "lineStart" | "lineEnd" | "boundary" | "notBoundary"
export interface AssertionNode extends Facts {
  readonly type: "assertion"
  readonly kind: AssertionKind
  /** Word characters, for the boundary kinds. */
  readonly word: CharSet
}

/** The capturing groups inside: `captureFrom <= index < captureTo`. */
export interface CaptureSpan {
  readonly captureFrom: number
  readonly captureTo: number
}

export type Node =
  | EmptyNode
  | SetNode
  | SequenceNode
  | AlternativesNode
  | CaptureNode
  | RepeatNode
  | LookaroundNode
  | BackreferenceNode
  | AssertionNode

/** A whole pattern. */
export interface Tree {
  readonly root: Node
  /** Names of the capturing groups, by index; index 0 is the whole match and has none. */
  readonly groupNames: ReadonlyArray<string | undefined>
  readonly unicode: boolean
}

/** Sets of more ranges than this count as "anything", so that unions stay cheap. */
const MAX_FIRST_RANGES = 256

const joinFirst = (a: CharSet, b: CharSet): CharSet => {
  const joined = union(a, b)
  return joined.length > 2 * MAX_FIRST_RANGES ? allCharacters : joined
}

const transparent = { nullable: true, emptyAtEnd: true, first: noCharacters, weight: 1 }

export const empty: EmptyNode = { type: "empty", ...transparent, infallible: true }

export const set = (characters: CharSet): SetNode => ({
  type: "set",
  set: characters,
  nullable: false,
  infallible: false,
  first: joinFirst(leadingUnits(characters), noCharacters),
  emptyAtEnd: false,
  weight: 1,
})

export const sequence = (items: readonly Node[]): Node => {
  const flat = items.filter((item) => item.type !== "empty")
  if (flat.length === 0) return empty
  if (flat.length === 1) return flat[0]!
  let first: CharSet = noCharacters
  for (const item of flat) {
    first = joinFirst(first, item.first)
    if (!item.nullable) break
  }
  return {
    type: "sequence",
    items: flat,
    nullable: flat.every((item) => item.nullable),
    emptyAtEnd: flat.every((item) => item.emptyAtEnd),
    infallible: flat.every((item) => item.infallible),
    first,
    weight: weigh(flat),
  }
}

export const alternatives = (items: readonly Node[]): Node => {
  if (items.length === 1) return items[0]!
  return {
    type: "alternatives",
    items,
    nullable: items.some((item) => item.nullable),
    infallible: items.some((item) => item.infallible),
    first: items.reduce((all, item) => joinFirst(all, item.first), noCharacters),
    emptyAtEnd: items.some((item) => item.emptyAtEnd),
    weight: weigh(items),
  }
}

const weigh = (items: readonly Node[]): number => items.reduce((total, item) => total + item.weight, 1)

export const capture = (index: number, body: Node): CaptureNode => ({
  type: "capture",
  index,
  body,
  nullable: body.nullable,
  infallible: body.infallible,
  first: body.first,
  emptyAtEnd: body.emptyAtEnd,
  weight: body.weight + 1,
})

export const repeat = (
  body: Node,
  bounds: { readonly min: number; readonly max: number; readonly greedy: boolean },
  span: CaptureSpan,
): Node => {
  if (bounds.max === 0) return empty
  return {
    type: "repeat",
    body,
    ...bounds,
    ...span,
    nullable: bounds.min === 0 || body.nullable,
    infallible: bounds.min === 0,
    first: body.first,
    emptyAtEnd: bounds.min === 0 || body.emptyAtEnd,
    weight: body.weight + 1,
  }
}

export const lookaround = (
  body: Node,
  kind: { readonly behind: boolean; readonly negate: boolean },
  span: CaptureSpan,
): LookaroundNode => ({
  type: "lookaround",
  body,
  ...kind,
  ...span,
  ...transparent,
  infallible: false,
  weight: body.weight + 1,
})

export const backreference = (
  groups: readonly number[],
  caseMode: CaseMode | undefined,
): BackreferenceNode => ({
  type: "backreference",
  groups,
  caseMode,
  nullable: true,
  infallible: false,
  first: allCharacters,
  emptyAtEnd: true,
  weight: 1,
})

export const assertion = (kind: AssertionKind, word: CharSet): AssertionNode => {
  const common = { type: "assertion" as const, kind, word, ...transparent, infallible: false }
  return kind === "end" ? { ...common, nullable: false } : common
}

/** The nodes directly inside. */
export const childrenOf = (node: Node): readonly Node[] => {
  if (node.type === "sequence" || node.type === "alternatives") return node.items
  return "body" in node ? [node.body] : []
}
