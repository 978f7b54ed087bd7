/** Whether a field holds what its declaration says; see objects/kinds.ts for the words. */
import { Frame, NativeFrame } from "../interpreter/frame.ts"
import { CodeOfFunction } from "../interpreter/functionCode.ts"
import { DONE } from "../interpreter/iterators.ts"
import { type FieldType, kinds, kindsByName } from "../objects/kinds.ts"
import { JSObject } from "../objects/object.ts"
import { Rope } from "../objects/rope.ts"
import { EMPTY, PrivateName } from "../objects/value.ts"
import { sentinels } from "./sentinels.ts"

/** Whether `value` is right as it stands; `element` is then what each part of a list must be. */
export interface FieldCheck {
  readonly type: FieldType
  readonly accepts: (value: unknown) => boolean
  readonly element: FieldCheck | null
}

const hidden = new Set<unknown>(sentinels)

/** A value that a program may hold. */
export function isValue(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "number") return true
  if (typeof value === "object") return value === null || value instanceof JSObject || value instanceof Rope
  return typeof value === "symbol" ? !hidden.has(value) : typeof value !== "function"
}

/** Variables of `guest` built-ins hold the interpreter's own records too. */
const isBinding = (value: unknown): boolean =>
  value === EMPTY || value === DONE || isValue(value) || isInstance(value)
const isInstance = (value: unknown): boolean =>
  typeof value === "object" && value !== null && kinds.has(value.constructor)
const isUnit = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "cacheCount" in value && "main" in value

const words: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  null: (value) => value === null,
  undefined: (value) => value === undefined,
  number: (value) => typeof value === "number",
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  bytes: (value) => value instanceof Uint8Array,
  list: Array.isArray,
  value: isValue,
  binding: isBinding,
  object: (value) => value instanceof JSObject,
  key: (value) =>
    typeof value === "string" ||
    value instanceof PrivateName ||
    (typeof value === "symbol" && !hidden.has(value)),
  code: (value) => value instanceof CodeOfFunction,
  unit: isUnit,
  frame: (value) => value instanceof Frame,
  activation: (value) => value instanceof Frame || value instanceof NativeFrame,
}

const checks = new Map<FieldType, FieldCheck>()

export function checkOf(type: FieldType): FieldCheck {
  let check = checks.get(type)
  if (check === undefined) checks.set(type, (check = makeCheck(type)))
  return check
}

function makeCheck(type: FieldType): FieldCheck {
  const alternatives = type.split(" | ")
  const listed = alternatives.find((word) => word.startsWith("[]"))
  const accepting = alternatives.map((word) => wordCheck(word))
  return {
    type,
    accepts: accepting.length === 1 ? accepting[0]! : (value) => accepting.some((accepts) => accepts(value)),
    element: listed === undefined ? null : checkOf(listed.slice(2)),
  }
}

function wordCheck(word: string): (value: unknown) => boolean {
  if (word.startsWith("[]")) return Array.isArray
  const known = words[word]
  if (known !== undefined) return known
  const kind = kindsByName.get(word)
  if (kind === undefined) throw new Error(`no kind is named ${word}`)
  return (value) => value instanceof kind.class
}
