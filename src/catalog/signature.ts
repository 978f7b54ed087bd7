/**
 * A tool's signature as a model reads it: `tools.orders.lookup(input: { ... }): Promise<{ ... }>`, whole or folded to
 * a budget. Never searches and never decides which tools are shown.
 */
import { toolExpression } from "../Namespace.ts"
import type { JsonSchema } from "../Tool.ts"
import { inlineComment, rootLines } from "./docs.ts"
import { print, printOpened, type Folded, type Printed, type View } from "./print.ts"
import type { Work } from "./shape.ts"
import { rootPosition, type ObjectType, type Position, type Type } from "./type.ts"

/** What a signature is made from. */
export interface SignatureSource {
  readonly input: JsonSchema
  /** Without it the signature says `Promise<void>`. */
  readonly output: JsonSchema | undefined
  readonly deprecated?: boolean | undefined
}

/** A signature is never longer than this many estimated tokens, whatever its schemas are. */
export const maxSignatureTokens = 20_000

/** What stands before the signature of a deprecated tool. */
export const deprecatedMark = "/** @deprecated */ "

/** The schemas that one rendering looks at, at most, for each estimated token of its budget. */
const workPerToken = 4
const minWork = 16_000

const whole: View = {
  depth: 64,
  opened: new Set(),
  detail: "full",
  maxAlternatives: Infinity,
  partial: false,
}

/** Ways to show one level of objects or less, from the most to the least. */
const lesserViews: ReadonlyArray<View> = [
  { ...whole, depth: 1, maxAlternatives: 12 },
  { ...whole, depth: 1, maxAlternatives: 12, detail: "short" },
  { ...whole, depth: 1, maxAlternatives: 12, detail: "none" },
  { ...whole, depth: 1, maxAlternatives: 12, detail: "short", partial: true },
]

/**
 * The signature of a tool at a canonical path. With a budget in estimated tokens it is folded to it: the deepest
 * levels of objects first, each fold saying what it hides. A path longer than the budget is kept all the same.
 *
 * @example
 * renderSignature({ input: { type: "object" }, output: undefined }, "clock.now") // tools.clock.now(): Promise<void>
 */
export function renderSignature(
  source: SignatureSource,
  path: string,
  options: { readonly budget?: number | undefined } = {},
): string {
  return renderFolded(source, path, options.budget).text
}

/** A signature, and whether it had to leave out more than levels and alternatives. */
export interface Folding {
  readonly text: string
  /** Whether not even every field of the outermost objects is shown with its words. */
  readonly isCut: boolean
}

/** {@link renderSignature}, with what it had to do. */
export function renderFolded(source: SignatureSource, path: string, budget?: number): Folding {
  const frame = frameOf(source, path, budget)
  const { before, input, output } = frame
  const texts = fit(input.position, output.position, frame.room)
  const text = `${before}${input.head}${texts.input}): Promise<${output.head}${texts.output}>`
  return { text, isCut: texts.isCut }
}

/**
 * The characters of the signature that shows one level of objects in full. No signature of `budget` that is not cut
 * is shorter. Zero if it is longer than the budget, which tells nothing.
 */
export function oneLevelLength(source: SignatureSource, path: string, budget?: number): number {
  const { input, output, room, length } = frameOf(source, path, budget)
  const positions = [input.position, output.position].filter((position) => position !== undefined)
  const shown = showAll(positions, { ...whole, depth: 1 }, room)
  return shown === undefined ? 0 : length + lengthOf(shown)
}

/** What stands around the types of a signature, and the room that its budget leaves for them. */
interface Frame {
  readonly before: string
  readonly input: Side
  readonly output: Side
  /** The characters of all but the types. */
  readonly length: number
  readonly room: number
}

function frameOf(source: SignatureSource, path: string, maxTokens = maxSignatureTokens): Frame {
  const budget = Math.min(maxTokens, maxSignatureTokens)
  const work = { left: Math.max(minWork, budget * workPerToken) }
  const before = `${source.deprecated === true ? deprecatedMark : ""}${toolExpression(path)}(`
  const input = inputOf(source.input, work)
  const output = outputOf(source.output, work)
  const length = `${before}${input.head}): Promise<${output.head}>`.length
  return { before, input, output, length, room: budget * 4 - length }
}

interface Side {
  /** The text before the type. */
  readonly head: string
  /** Nothing where there is no type to show. */
  readonly position: Position | undefined
}

/** The parameter of a tool; nothing for a tool without input fields. */
function inputOf(schema: JsonSchema, work: Work): Side {
  const position = rootPosition(schema, work)
  const { type } = position
  if (isEmptyObject(type) && !saysMore(schema)) return { head: "", position: undefined }
  return { head: `input${acceptsEmpty(type) ? "?" : ""}: ${rootComment(position)}`, position }
}

function outputOf(schema: JsonSchema | undefined, work: Work): Side {
  if (schema === undefined) return { head: "void", position: undefined }
  const position = rootPosition(schema, work)
  return { head: rootComment(position), position }
}

const rootComment = (position: Position): string => inlineComment(rootLines(position.annotations))

/** Whether a schema says on purpose that fields beyond the named ones are taken. */
const saysMore = (schema: JsonSchema): boolean =>
  typeof schema === "object" &&
  schema["additionalProperties"] !== undefined &&
  schema["additionalProperties"] !== false

const isEmptyObject = (type: Type): boolean =>
  type.kind === "object" &&
  type.fields.length === 0 &&
  type.indexes.every(({ values, patterns }) => patterns.length === 0 && values.every(isPlainIndex))

const isPlainIndex = ({ type }: Position): boolean =>
  type.kind === "name" && (type.name === "unknown" || type.name === "never")

/** Whether `{}`, which a call without argument passes, is of the type. */
function acceptsEmpty(type: Type): boolean {
  if (type.kind === "name") return type.name === "unknown"
  if (type.kind === "union") return type.members.some((member) => acceptsEmpty(member.type))
  if (type.kind === "intersection") return type.parts.every(acceptsEmpty)
  return type.kind === "object" && type.fields.every((field) => field.optional)
}

/** A position in one view, as text. */
interface Shown {
  readonly position: Position
  readonly view: View
  readonly printed: Printed
}

interface Texts {
  readonly input: string
  readonly output: string
  readonly isCut: boolean
}

/** The fullest texts of both sides that fit in `room` characters together. */
function fit(input: Position | undefined, output: Position | undefined, room: number): Texts {
  const positions = [input, output].filter((position) => position !== undefined)
  const shown =
    showAll(positions, whole, room) ?? deepestThatFits(positions, room) ?? showLess(positions, room)
  const texts = shown.map(({ printed }) => printed.text)
  return {
    input: input === undefined ? "" : texts[0]!,
    output: output === undefined ? "" : texts.at(-1)!,
    isCut: shown.some(({ view }) => view.detail !== "full"),
  }
}

/** All positions in one view, if they fit together. */
function showAll(
  positions: ReadonlyArray<Position>,
  view: View,
  room: number,
): ReadonlyArray<Shown> | undefined {
  const shown: Array<Shown> = []
  let left = room
  for (const position of positions) {
    const printed = print(position, view, left)
    if (printed === undefined) return undefined
    left -= printed.text.length
    shown.push({ position, view, printed })
  }
  return shown
}

/** The most levels that fit, and of the next level the objects that fit as well. */
function deepestThatFits(positions: ReadonlyArray<Position>, room: number): ReadonlyArray<Shown> | undefined {
  let best: ReadonlyArray<Shown> | undefined
  for (let depth = 1; depth < whole.depth; depth++) {
    const shown = showAll(positions, { ...whole, depth }, room)
    if (shown === undefined) break
    best = shown
  }
  return best === undefined ? undefined : opened(best, room)
}

/** Less than one level of each position, the first before the others; each keeps room for the kind of the next. */
function showLess(positions: ReadonlyArray<Position>, room: number): ReadonlyArray<Shown> {
  const shown: Array<Shown> = []
  for (const [at, position] of positions.entries()) {
    const following = positions.slice(at + 1).map(showLeast)
    shown.push(showMost(position, room - lengthOf(shown) - lengthOf(following)))
  }
  return opened(shown, room)
}

/** One position in the first lesser view that fits. */
function showMost(position: Position, room: number): Shown {
  for (const view of lesserViews) {
    const printed = print(position, view, room)
    if (printed !== undefined) return { position, view, printed }
  }
  return showLeast(position)
}

/** A position of which nothing but its kind is shown. */
function showLeast(position: Position): Shown {
  const view: View = { ...whole, depth: 0, detail: "none", maxAlternatives: 3 }
  const printed = print(position, view, maxLeast) ?? { text: "unknown /* too large to show */", folded: [] }
  return { position, view, printed }
}

const maxLeast = 200

/** The same with the folded objects opened that fit in what is left of `room`, in the order of the text. */
function opened(shown: ReadonlyArray<Shown>, room: number): ReadonlyArray<Shown> {
  let left = room - lengthOf(shown)
  return shown.map((one) => {
    if (one.view.partial) return one
    const objects = openWhatFits(one.printed.folded, one.view, left)
    const printed = print(one.position, { ...one.view, opened: objects }, one.printed.text.length + left)
    if (printed === undefined) return one
    left -= printed.text.length - one.printed.text.length
    return { ...one, printed }
  })
}

function openWhatFits(folded: ReadonlyArray<Folded>, view: View, room: number): ReadonlySet<ObjectType> {
  const objects = new Set<ObjectType>()
  let left = room
  for (const fold of folded) {
    const printed = printOpened(fold, view, left + fold.length)
    if (printed === undefined) continue
    objects.add(fold.object)
    left -= printed.text.length - fold.length
  }
  return objects
}

const lengthOf = (shown: ReadonlyArray<Shown>): number =>
  shown.reduce((sum, { printed }) => sum + printed.text.length, 0)
