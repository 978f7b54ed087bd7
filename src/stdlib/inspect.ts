/**
 * Values as a person reads them in a log. Looks at data only: getters, proxies and `toString` of a program are not run.
 * Shows a bounded part of any value.
 */
import type { BufferSlots, TypedArraySlots } from "../objects/buffer.ts"
import type { Collection } from "../objects/collection.ts"
import { Closure, type ProxySlots } from "../objects/function.ts"
import {
  Accessor,
  CALLABLE,
  isCallable,
  isObject,
  type JSObject,
  Kind,
  type Slot,
} from "../objects/object.ts"
import { type PromiseSlots } from "../objects/promise.ts"
import { PairsSlots, UrlSlots } from "../objects/platformSlots.ts"
import type { RegExpSlots } from "../objects/regExpSlots.ts"
import { flatten, Rope } from "../objects/rope.ts"
import { arrayIndex, ENUMERABLE } from "../objects/shape.ts"
import { EMPTY, type Empty, type PropertyKey, type Value } from "../objects/value.ts"
import type { FunctionCode } from "../interpreter/code.ts"
import { constructorName, dataProperty, symbolText } from "../interpreter/describe.ts"
import type { Machine } from "../interpreter/machine.ts"
import type { ToolSlots } from "../interpreter/tools.ts"
import type { ErrorSlots } from "../interpreter/throws.ts"
import { isoString } from "./dateText.ts"
import { errorHeader, stackText } from "./errorStack.ts"

/** Levels inside one another, elements of one container, and characters of one text and of all. */
const MAX_DEPTH = 5
const MAX_ELEMENTS = 100
const MAX_TEXT = 10_000
const MAX_TOTAL = 50_000
const LINE_WIDTH = 72
/** Properties among which the ones to show are chosen. */
const MAX_LOOKED_AT = 4_096
/** Elements up to this length share lines where a list takes several. */
const MAX_SHORT = 16

class Inspection {
  readonly machine: Machine
  /** Containers that are being shown, outermost first. */
  readonly open: JSObject[] = []
  /** Containers that some part of them refers back to, by number. */
  readonly circular = new Map<JSObject, number>()
  left = MAX_TOTAL
  constructor(machine: Machine) {
    this.machine = machine
  }
}

/** A value as `console.log` shows it: a text as it is, anything else inspected. */
export function inspect(machine: Machine, value: Value): string {
  if (typeof value === "string") return value
  if (value instanceof Rope) return flatten(value)
  return show(new Inspection(machine), value, 0)
}

/** A value as it is shown inside another. */
export function inspectInner(machine: Machine, value: Value): string {
  return show(new Inspection(machine), value, 1)
}

function show(inspection: Inspection, value: Value, depth: number): string {
  inspection.machine.charge(2)
  const text = isObject(value) ? showObject(inspection, value, depth) : primitiveText(value)
  inspection.left -= text.length
  return text
}

function primitiveText(value: Value): string {
  if (value instanceof Rope) return quote(flatten(value))
  switch (typeof value) {
    case "string":
      return quote(value)
    case "number":
      return Object.is(value, -0) ? "-0" : String(value)
    case "bigint":
      return `${value}n`
    case "symbol":
      return symbolText(value)
    default:
      return String(value as undefined | null | boolean)
  }
}

/** In single quotes, or in others if the text has single ones and not those. */
function quote(text: string): string {
  const shown = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
  const mark = !shown.includes("'") ? "'" : !shown.includes('"') ? '"' : !shown.includes("`") ? "`" : "'"
  const escaped = shown.replace(/[\p{Cc}\\]|'/gu, (character) => escapeOf(character, mark))
  const rest = text.length - shown.length
  return `${mark}${escaped}${mark}${rest > 0 ? `... ${rest} more characters` : ""}`
}

const escapes: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\b": "\\b",
  "\f": "\\f",
  "\v": "\\v",
  "\\": "\\\\",
}

function escapeOf(character: string, mark: string): string {
  if (character === "'") return mark === "'" ? "\\'" : "'"
  return escapes[character] ?? `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
}

function showObject(inspection: Inspection, given: JSObject, depth: number): string {
  const object = behind(given)
  if (inspection.open.includes(object)) {
    const number = inspection.circular.get(object) ?? inspection.circular.size + 1
    inspection.circular.set(object, number)
    return `[Circular *${number}]`
  }
  const leaf = leafText(inspection, object)
  if (depth > MAX_DEPTH || inspection.left <= 0) return leaf ?? foldedText(inspection, object)
  const { prefix, open, close, parts } = partsOf(inspection, object, depth, leaf)
  const mark = inspection.circular.get(object)
  const text = leaf !== null && parts.length === 0 ? leaf : join(prefix, open, close, parts, depth)
  return mark === undefined ? text : `<ref *${mark}> ${text}`
}

/** The target of a proxy that is not revoked. */
function behind(object: JSObject): JSObject {
  let target = object
  while (target.kind === Kind.Proxy || target.kind === Kind.CallableProxy) {
    const next = (target.data as ProxySlots).target
    if (next === null) return target
    target = next
  }
  return target
}

const nameOf = (inspection: Inspection, object: JSObject): string | null =>
  constructorName(inspection.machine.realm, object)

function foldedText(inspection: Inspection, object: JSObject): string {
  const array = object.kind === Kind.Array || object.kind === Kind.SlowArray
  return `[${array ? "Array" : (nameOf(inspection, object) ?? "Object")}]`
}

/** The text of what is more than its properties: functions, errors, dates, wrappers... */
function leafText(inspection: Inspection, object: JSObject): string | null {
  const { machine } = inspection
  switch (object.kind) {
    case Kind.Tool: {
      const { path, node } = object.data as ToolSlots
      const kind = node === null ? "Unknown tool" : node.callable ? "Tool" : "Namespace"
      return `[${kind}: ${path === "" ? "tools" : `tools.${path}`}]`
    }
    case Kind.Error: {
      const { trace } = object.data as ErrorSlots
      const text = stackText(machine, object, trace) as string
      return trace.length === 0 ? `[${errorHeader(machine, object)}]` : text
    }
    case Kind.Date: {
      const time = object.data as number
      return Number.isNaN(time) ? "Invalid Date" : isoString(time)
    }
    case Kind.Platform:
      return platformText(object.data)
    case Kind.RegExp: {
      const { source, flags } = object.data as RegExpSlots
      return `/${source}/${flags}`
    }
    case Kind.Boolean:
    case Kind.Number:
    case Kind.BigInt:
    case Kind.Symbol:
    case Kind.String: {
      const name = ["Boolean", "Number", "Symbol", "BigInt"][object.kind - Kind.Boolean] ?? "String"
      return `[${name}: ${primitiveText(object.data as Value)}]`
    }
    case Kind.Proxy:
    case Kind.CallableProxy:
      return "<Revoked Proxy>"
    default:
      return (object.kind & CALLABLE) !== 0 ? functionText(inspection, object) : null
  }
}

/** URLs and what has pairs, by what is in them. */
function platformText(data: unknown): string | null {
  if (data instanceof UrlSlots) return `URL ${quote(data.parts.href)}`
  if (!(data instanceof PairsSlots)) return null
  const pairs = data.names
    .slice(0, MAX_ELEMENTS)
    .map((name, index) => `${quote(name)} => ${quote(data.values[index]!)}`)
  if (data.names.length > MAX_ELEMENTS) pairs.push(more(data.names.length - MAX_ELEMENTS, "pair"))
  return join(`${data.of} `, "{", "}", pairs, 0)
}

function functionText(inspection: Inspection, object: JSObject): string {
  const { realm } = inspection.machine
  const name = dataProperty(realm, object, "name")
  const shown = typeof name === "string" ? name : ""
  const code = object.data instanceof Closure ? (object.data.code as FunctionCode) : null
  if (code?.isClassConstructor === true) {
    const parent = object.shape.prototype
    const parentName = parent === null ? "null" : dataProperty(realm, parent, "name")
    const base = code.isDerived && typeof parentName === "string" ? ` extends ${parentName}` : ""
    return `[class ${shown === "" ? "(anonymous)" : shown}${base}]`
  }
  const kinds = {
    normal: "Function",
    async: "AsyncFunction",
    generator: "GeneratorFunction",
    asyncGenerator: "AsyncGeneratorFunction",
  }
  return `[${kinds[code?.kind ?? "normal"]}${shown === "" ? " (anonymous)" : `: ${shown}`}]`
}

interface Parts {
  readonly prefix: string
  readonly open: string
  readonly close: string
  readonly parts: string[]
}

function partsOf(inspection: Inspection, object: JSObject, depth: number, leaf: string | null): Parts {
  inspection.open.push(object)
  const inner = (value: Value): string => show(inspection, value, depth + 1)
  const parts: string[] = []
  const name = nameOf(inspection, object)
  let prefix = leaf ?? ""
  let isList = false
  switch (object.kind) {
    case Kind.Array: {
      const elements = object.data as Array<Value | Empty>
      prefix = name === "Array" ? "" : `${name ?? "[Array: null prototype]"}(${elements.length}) `
      isList = true
      showElements(inspection, elements, inner, parts)
      break
    }
    case Kind.TypedArray: {
      const elements = (object.data as TypedArraySlots).current()
      prefix = `${name ?? "TypedArray"}(${elements.length}) `
      isList = true
      showElements(
        inspection,
        Array.from(elements.subarray(0, MAX_ELEMENTS) as ArrayLike<Value>),
        inner,
        parts,
      )
      if (elements.length > MAX_ELEMENTS) parts.push(more(elements.length - MAX_ELEMENTS, "item"))
      break
    }
    case Kind.Map:
    case Kind.Set: {
      const collection = object.data as Collection
      prefix = `${name ?? "Map"}(${collection.size}) `
      let count = 0
      for (
        let entry = collection.first;
        entry !== null && count < MAX_ELEMENTS;
        entry = entry.next, count++
      ) {
        if (inspection.left <= 0) break
        parts.push(
          object.kind === Kind.Set ? inner(entry.key) : `${inner(entry.key)} => ${inner(entry.value)}`,
        )
      }
      if (collection.size > count) parts.push(more(collection.size - count, "item"))
      break
    }
    case Kind.WeakMap:
    case Kind.WeakSet:
      prefix = `${name ?? "WeakMap"} `
      parts.push("<items unknown>")
      break
    case Kind.Promise: {
      const { state, result } = object.data as PromiseSlots
      prefix = "Promise "
      parts.push(
        state === "pending"
          ? "<pending>"
          : state === "rejected"
            ? `<rejected> ${inner(result)}`
            : inner(result),
      )
      break
    }
    case Kind.ArrayBuffer:
      prefix = `${name ?? "ArrayBuffer"} `
      parts.push(`byteLength: ${(object.data as BufferSlots).bytes.length}`)
      break
    case Kind.Arguments:
      prefix = "[Arguments] "
      break
    case Kind.Generator:
    case Kind.AsyncGenerator:
      prefix = `Object [${object.kind === Kind.Generator ? "Generator" : "AsyncGenerator"}] `
      break
    default:
      if (leaf !== null) prefix = `${leaf} `
      else if (name === null) prefix = "[Object: null prototype] "
      else if (name !== "Object") prefix = `${name} `
  }
  showProperties(inspection, object, depth, parts)
  inspection.open.pop()
  return { prefix, open: isList ? "[" : "{", close: isList ? "]" : "}", parts }
}

function showElements(
  inspection: Inspection,
  elements: ReadonlyArray<Value | Empty>,
  inner: (value: Value) => string,
  parts: string[],
): void {
  let index = 0
  for (; index < elements.length && parts.length < MAX_ELEMENTS && inspection.left > 0; index++) {
    const element = elements[index]
    if (element !== EMPTY) parts.push(inner(element))
    else {
      const start = index
      while (elements[index + 1] === EMPTY) index++
      const count = index - start + 1
      parts.push(`<${count} empty item${count === 1 ? "" : "s"}>`)
    }
  }
  if (index < elements.length) parts.push(more(elements.length - index, "item"))
}

const more = (count: number, noun: string): string => `... ${count} more ${noun}${count === 1 ? "" : "s"}`

function showProperties(inspection: Inspection, object: JSObject, depth: number, parts: string[]): void {
  const { realm } = inspection.machine
  if (object.shape.lazy) {
    if (isCallable(object)) return
    realm.materialize(object)
  }
  const { shape } = object
  const entries = (shape.count > MAX_LOOKED_AT ? shape.entriesUpTo(MAX_LOOKED_AT) : shape.entries()).filter(
    ({ key, attributes }) => isShown(object, key as PropertyKey, attributes),
  )
  const indices = entries.filter(({ key }) => arrayIndex(key) >= 0)
  indices.sort((left, right) => arrayIndex(left.key) - arrayIndex(right.key))
  const ordered = [...indices, ...entries.filter(({ key }) => arrayIndex(key) < 0)]
  for (const { key, slot } of ordered.slice(0, MAX_ELEMENTS)) {
    if (inspection.left <= 0) break
    parts.push(`${keyText(object, key as PropertyKey)}: ${slotText(inspection, object.slots[slot], depth)}`)
  }
  const rest = ordered.length - MAX_ELEMENTS + Math.max(shape.count - MAX_LOOKED_AT, 0)
  if (rest > 0) parts.push(more(rest, "field"))
}

function isShown(object: JSObject, key: PropertyKey, attributes: number): boolean {
  if (typeof key !== "string" && typeof key !== "symbol") return false
  if (object.kind === Kind.Error) {
    if (key === "cause" || key === "errors") return true
    if (key === "name" || key === "message" || key === "stack") return false
  }
  return (attributes & ENUMERABLE) !== 0
}

function keyText(object: JSObject, key: PropertyKey): string {
  if (typeof key === "symbol") return `[${symbolText(key)}]`
  if (object.kind === Kind.Error && (key === "cause" || key === "errors")) return `[${key}]`
  return /^[A-Za-z_$][\w$]*$/.test(key) || (arrayIndex(key) >= 0 && object.kind !== Kind.SlowArray)
    ? key
    : quote(key)
}

function slotText(inspection: Inspection, slot: Slot, depth: number): string {
  if (!(slot instanceof Accessor)) return show(inspection, slot, depth + 1)
  if (slot.get === undefined) return "[Setter]"
  return slot.set === undefined ? "[Getter]" : "[Getter/Setter]"
}

/** On one line where that is short and not deep, else a part on each line. */
function join(prefix: string, open: string, close: string, parts: readonly string[], depth: number): string {
  if (parts.length === 0) return `${prefix}${open}${close}`
  const length = parts.reduce((sum, part) => sum + part.length + 2, prefix.length)
  if (length <= LINE_WIDTH && parts.every((part) => !part.includes("\n"))) {
    return `${prefix}${open} ${parts.join(", ")} ${close}`
  }
  const indent = "  ".repeat(depth)
  if (open === "[" && parts.every(isShort)) {
    return `${prefix}${open}\n${indent}  ${filled(parts, `\n${indent}  `)}\n${indent}${close}`
  }
  return `${prefix}${open}\n${indent}  ${parts.join(`,\n${indent}  `)}\n${indent}${close}`
}

const isShort = (part: string): boolean =>
  (part.length <= MAX_SHORT || part.startsWith("... ")) && !part.includes("\n")

/** Short parts side by side, on as many lines as they need. */
function filled(parts: readonly string[], separator: string): string {
  const lines: string[] = []
  let line = ""
  parts.forEach((part, index) => {
    const text = index === parts.length - 1 ? part : `${part},`
    if (line.length + text.length + 1 > LINE_WIDTH) {
      lines.push(line)
      line = text
    } else line = line === "" ? text : `${line} ${text}`
  })
  return [...lines, line].join(separator)
}
