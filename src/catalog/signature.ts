/**
 * A tool's signature as a model reads it: `tools.orders.lookup(input: { ... }): Promise<{ ... }>`, whole or folded to
 * a budget. Never searches and never decides which tools are shown.
 */
import { toolExpression } from "../Namespace.ts"
import type { JsonSchema } from "../Tool.ts"
import { inlineComment, docLines } from "./docs.ts"
import { print, printOpened, type Folded, type Printed, type View } from "./print.ts"
import type { Work } from "./shape.ts"
import { anyKey, rootPosition, type ObjectType, type Position, type Type } from "./type.ts"

/** What a signature is made from. */
export interface SignatureSource {
  readonly input: JsonSchema
  /** Without it the signature says `Promise<void>`. */
  readonly output: JsonSchema | undefined
  readonly deprecated?: boolean | undefined
}

/** A signature is never longer than this many estimated tokens, whatever its schemas are. */
export const maxSignatureTokens = 50_000

/** The schemas that one rendering looks at, at most, for each estimated token of its budget. */
const workPerToken = 8
const minWork = 20_000

const whole: View = {
  depth: 64,
  opened: new Set(),
  detail: "full",
  maxAlternatives: Infinity,
  partial: false,
}

/** Ways to show less than one level of objects in full, from the most to the least. */
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
  const budget = Math.min(options.budget ?? maxSignatureTokens, maxSignatureTokens)
  const work = { left: Math.max(minWork, budget * workPerToken) }
  const before = `${source.deprecated === true ? "/** @deprecated */ " : ""}${toolExpression(path)}(`
  const input = inputOf(source.input, work)
  const output = outputOf(source.output, work)
  const frame = `${before}${input.head}): Promise<${output.head}>`
  const texts = fit(input.position, output.position, budget * 4 - frame.length)
  return `${before}${input.head}${texts.input}): Promise<${output.head}${texts.output}>`
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

const rootComment = (position: Position): string => inlineComment(docLines(position.annotations, "short"))

/** Whether a schema says on purpose that fields beyond the named ones are taken. */
const saysMore = (schema: JsonSchema): boolean =>
  typeof schema === "object" &&
  schema["additionalProperties"] !== undefined &&
  schema["additionalProperties"] !== false

const isEmptyObject = (type: Type): boolean =>
  type.kind === "object" &&
  type.fields.length === 0 &&
  type.indexes.every(({ key, values }) => key === anyKey && values.length === 1 && isPlainIndex(values[0]!))

const isPlainIndex = ({ type }: Position): boolean =>
  type.kind === "name" && (type.name === "unknown" || type.name === "never")

/** Whether `{}`, which a call without argument passes, is of the type. */
function acceptsEmpty(type: Type): boolean {
  if (type.kind === "name") return type.name === "unknown"
  if (type.kind === "union") return type.members.some((member) => acceptsEmpty(member.type))
  if (type.kind === "intersection") return type.parts.every(acceptsEmpty)
  return type.kind === "object" && type.fields.every((field) => field.optional)
}

interface Texts {
  readonly input: string
  readonly output: string
}

function fit(input: Position | undefined, output: Position | undefined, room: number): Texts {
  const positions = [input, output].filter((position) => position !== undefined)
  const printed = printAll(positions, whole, room) ?? deepestThatFits(positions, room)
  if (printed !== undefined) {
    const texts = printed.map(({ text }) => text)
    return { input: input === undefined ? "" : texts[0]!, output: output === undefined ? "" : texts.at(-1)! }
  }
  const folded = output === undefined ? "" : leastOf(output)
  const inputText = input === undefined ? "" : mostOf(input, room - folded.length)
  const left = Math.max(room - inputText.length, folded.length)
  return { input: inputText, output: output === undefined ? "" : mostOf(output, left) }
}

/** All positions in one view, if they fit together. */
function printAll(
  positions: ReadonlyArray<Position>,
  view: View,
  room: number,
): ReadonlyArray<Printed> | undefined {
  const printed: Array<Printed> = []
  let left = room
  for (const position of positions) {
    const one = print(position, view, left)
    if (one === undefined) return undefined
    left -= one.text.length
    printed.push(one)
  }
  return printed
}

/** The most levels that fit, and of the next level the objects that fit as well, in the order of the text. */
function deepestThatFits(
  positions: ReadonlyArray<Position>,
  room: number,
): ReadonlyArray<Printed> | undefined {
  let best: ReadonlyArray<Printed> | undefined
  let view = whole
  for (let depth = 1; depth < whole.depth; depth++) {
    const next = { ...whole, depth }
    const printed = printAll(positions, next, room)
    if (printed === undefined) break
    best = printed
    view = next
  }
  if (best === undefined) return undefined
  const opened = openWhatFits(
    best.flatMap((it) => it.folded),
    view,
    room - lengthOf(best),
  )
  return printAll(positions, { ...view, opened }, room) ?? best
}

function openWhatFits(folded: ReadonlyArray<Folded>, view: View, room: number): ReadonlySet<ObjectType> {
  const opened = new Set<ObjectType>()
  let left = room
  for (const fold of folded) {
    const printed = printOpened(fold, view, left + fold.length)
    if (printed === undefined) continue
    opened.add(fold.object)
    left -= printed.text.length - fold.length
  }
  return opened
}

const lengthOf = (printed: ReadonlyArray<Printed>): number =>
  printed.reduce((sum, { text }) => sum + text.length, 0)

/** One position in the first lesser view that fits. */
function mostOf(position: Position, room: number): string {
  for (const view of lesserViews) {
    const printed = print(position, view, room)
    if (printed !== undefined) return printed.text
  }
  return leastOf(position)
}

/** A position of which nothing but its kind is shown. */
function leastOf(position: Position): string {
  const printed = print(position, { ...whole, depth: 0, detail: "none", maxAlternatives: 3 }, 200)
  return printed?.text ?? "unknown /* too large to show */"
}
