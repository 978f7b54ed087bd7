/**
 * What a schema says in words and what TypeScript cannot say, as lines of a JSDoc comment.
 * Never says what the type beside it already says.
 */
import { isObject, type SchemaObject } from "./document.ts"
import { commentLine, commentLines } from "./text.ts"

/** How much of the words is shown: everything, one short sentence, nothing. */
export type Detail = "full" | "short" | "none"

/** Keywords that become tags of their own name with their value, in this order. */
const valueTags = [
  "default", "format", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
  "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains", "minProperties", "maxProperties",
  "contentEncoding", "contentMediaType",
] as const // prettier-ignore

/** Keywords that become tags without a value when they are `true`. */
const flagTags = ["deprecated", "readOnly", "writeOnly", "uniqueItems"] as const

/** A tag's value in characters, and a sentence's where words are to be short. */
const maxValue = 200
const maxSentence = 100

/** What stands beside a position and belongs into its comment. */
export interface Beside {
  /** The name of the property, which a title only repeats. */
  readonly name?: string | undefined
  /** The annotations of an array's elements, which have no place for a comment of their own. */
  readonly elements?: ReadonlyArray<SchemaObject> | undefined
  /** Properties that must be given where this one is. */
  readonly requires?: ReadonlyArray<string> | undefined
}

/** The lines that a position's annotations give; the nearest schema wins. */
export function docLines(
  annotations: ReadonlyArray<SchemaObject>,
  detail: Detail,
  { name, elements = [], requires = [] }: Beside = {},
): ReadonlyArray<string> {
  if (detail === "none" || (annotations.length === 0 && elements.length === 0)) return []
  const description = firstText(annotations, "description") ?? titleBeside(name, annotations)
  if (detail === "short") return description === undefined ? [] : shortened(description)
  return [
    ...(description === undefined ? [] : commentLines(description)),
    ...elementLine(elements),
    ...tags(annotations),
    ...requires.map((other) => `@requires ${commentLine(other)}`),
  ]
}

/** The characters that the comment of a position takes at least, where its words are shown in full. */
export function leastComment(annotations: ReadonlyArray<SchemaObject>): number {
  const description = firstText(annotations, "description")
  return description === undefined ? 0 : firstLine(description.trim()).length + around
}

const firstLine = (text: string): string =>
  /[\r\n\t]/.test(text) ? text.split(/[\r\n\t]/, 1)[0]!.trimEnd() : text

/** What stands around the line of a comment. */
const around = "/** */".length

/** The lines of a whole input or output: one sentence, and what TypeScript cannot say. */
export function rootLines(annotations: ReadonlyArray<SchemaObject>): ReadonlyArray<string> {
  return [...docLines(annotations, "short"), ...tags(annotations)]
}

/** A title, where it says more than the name it stands beside. */
function titleBeside(name: string | undefined, annotations: ReadonlyArray<SchemaObject>): string | undefined {
  if (name === undefined) return undefined
  const title = firstText(annotations, "title")
  return title === undefined || lettersOf(title) === lettersOf(name) ? undefined : title
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

/** The lines of an alternative: its description, or its title if it has none. */
export function memberLines(annotations: ReadonlyArray<SchemaObject>, detail: Detail): ReadonlyArray<string> {
  const lines = docLines(annotations, detail)
  const title = firstText(annotations, "title")
  const isDescribed = firstText(annotations, "description") !== undefined
  return detail === "none" || isDescribed || title === undefined ? lines : [...commentLines(title), ...lines]
}

/** One line about the elements of an array, or nothing. */
function elementLine(annotations: ReadonlyArray<SchemaObject>): ReadonlyArray<string> {
  const lines = docLines(annotations, "full")
  return lines.length === 0 ? [] : [`Each item: ${lines.join(" ")}`]
}

/** Lines as a comment that ends in a line break. Each line after the first begins with `indent`. */
export function docComment(lines: ReadonlyArray<string>, indent: string): string {
  if (lines.length === 0) return ""
  if (lines.length === 1) return `/** ${lines[0]} */\n${indent}`
  return `/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n${indent}`
}

/** Lines as a comment in the middle of a line. */
export const inlineComment = (lines: ReadonlyArray<string>): string =>
  lines.length === 0 ? "" : `/** ${lines.join(" ")} */ `

/** The first sentence of a text as the line of a comment, cut at a word where it is long. */
export function shortened(text: string): ReadonlyArray<string> {
  const first = commentLines(text.slice(0, 10 * maxSentence))[0]
  if (first === undefined) return []
  const sentence = /^.*?[.!?。！？](?=\s|$)/u.exec(first)?.[0] ?? first
  if (sentence.length <= maxSentence) return [sentence]
  const cut = sentence.slice(0, maxSentence).replace(/[\ud800-\udbff]$/, "")
  const word = cut.lastIndexOf(" ")
  return [`${word > maxSentence / 2 ? cut.slice(0, word) : cut}...`]
}

function firstText(annotations: ReadonlyArray<SchemaObject>, keyword: string): string | undefined {
  for (const schema of annotations) {
    const text = schema[keyword]
    if (typeof text === "string" && text.trim() !== "") return text
  }
  return undefined
}

const tagKeywords: ReadonlySet<string> = new Set([...valueTags, ...flagTags, "example", "examples"])

function saysInTags(schema: SchemaObject): boolean {
  if (schema["type"] === "integer") return true
  for (const keyword in schema) if (tagKeywords.has(keyword)) return true
  return false
}

function tags(annotations: ReadonlyArray<SchemaObject>): ReadonlyArray<string> {
  if (!annotations.some(saysInTags)) return []
  const lines: Array<string> = []
  const [only] = annotations
  const first =
    annotations.length === 1
      ? (keyword: string): unknown => only![keyword]
      : (keyword: string): unknown => annotations.find((schema) => keyword in schema)?.[keyword]
  for (const keyword of flagTags) if (first(keyword) === true) lines.push(`@${keyword}`)
  if (isInteger(annotations)) lines.push("@integer")
  for (const keyword of valueTags) {
    const value = boundOf(keyword, first(keyword), first)
    if (value !== undefined) lines.push(`@${keyword} ${value}`)
  }
  const example = firstExample(annotations)
  if (example !== undefined) lines.push(`@example ${example}`)
  return lines
}

/** TypeScript has one number type; a format may say integer already. */
const isInteger = (annotations: ReadonlyArray<SchemaObject>): boolean =>
  annotations.some(({ type }) => type === "integer") &&
  !annotations.some(({ format }) => typeof format === "string" && /^u?int\d*$/.test(format))

/** A tag's value as text; nothing for what says nothing, such as the bounds of every safe integer. */
function boundOf(keyword: string, value: unknown, first: (keyword: string) => unknown): string | undefined {
  if (value === undefined) return undefined
  // In draft-04 these are flags beside `minimum` and `maximum`.
  if (keyword === "exclusiveMinimum" && value === true) return tagValue(first("minimum"))
  if (keyword === "exclusiveMaximum" && value === true) return tagValue(first("maximum"))
  if (keyword === "minimum" && first("exclusiveMinimum") === true) return undefined
  if (keyword === "maximum" && first("exclusiveMaximum") === true) return undefined
  if (typeof value === "boolean" && keyword !== "default") return undefined
  if (isFixedLength(keyword, first)) return undefined
  if (/m(in|ax)imum$/i.test(keyword) && Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER) return undefined
  if (value === 0 && /^min[A-Z]/.test(keyword)) return undefined
  return tagValue(value, keyword === "default")
}

/** A tuple says its length itself. */
const isFixedLength = (keyword: string, first: (keyword: string) => unknown): boolean =>
  (keyword === "minItems" || keyword === "maxItems") &&
  (Array.isArray(first("prefixItems")) ||
    Array.isArray(first("items")) ||
    first("maxItems") === 0 ||
    (first("minItems") === first("maxItems") && Number(first("maxItems")) <= 4))

function firstExample(annotations: ReadonlyArray<SchemaObject>): string | undefined {
  for (const { examples, example } of annotations) {
    const value = Array.isArray(examples) ? examples[0] : isObject(examples) ? undefined : example
    if (value !== undefined) return tagValue(value, true)
  }
  return undefined
}

/** A value as the text of a tag: words as they are, anything else (and a default) as JSON. */
function tagValue(value: unknown, asJson = false): string | undefined {
  const text = typeof value === "string" && !asJson ? value : jsonText(value)
  if (text === undefined) return undefined
  const line = commentLine(text.replaceAll(/[\r\n]+/g, " "))
  return line.length <= maxValue ? line : `${line.slice(0, maxValue).replace(/[\ud800-\udbff]$/, "")}...`
}

/** JSON, no longer than a little more than `room` characters: what is cut off is never walked through. */
function jsonText(value: unknown, room = maxValue): string | undefined {
  if (typeof value === "string") return JSON.stringify(value.slice(0, room + 1))
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value)
  if (typeof value !== "object") return undefined
  const isArray = Array.isArray(value)
  let text = isArray ? "[" : "{"
  for (const key in value) {
    if (text.length > room) break
    if (text.length > 1) text += ","
    const item = jsonText((value as SchemaObject)[key], room - text.length) ?? "null"
    text += isArray ? item : `${JSON.stringify(key.slice(0, room + 1))}:${item}`
  }
  return text + (isArray ? "]" : "}")
}
