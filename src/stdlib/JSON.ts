/** JSON, ECMA-262 25.5, with source text access: revivers see what was written, and rawJSON writes it. */
import { isCallable, isObject, JSObject, Kind } from "../objects/object.ts"
import { OBJECT_BYTES } from "../objects/meter.ts"
import { addProperty, preventExtensions } from "../objects/properties.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE, DEFAULT, ENUMERABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import { guestBody } from "../interpreter/guest.ts"
import { registerHidden } from "../interpreter/hidden.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constant, converted, method, object, steps } from "../interpreter/native.ts"
import { flat, integerOf, toString } from "../interpreter/operations.ts"
import { throwSyntaxError } from "../interpreter/throws.ts"
import { hiddenJsonOperations } from "./hidden/json.ts"
import { parseJson } from "./jsonParse.ts"
import { stringify } from "./jsonStringify.ts"

/** InternalizeJSONProperty, 25.5.1.1; `record` says what was parsed where the value still is that. */
const revive = guestBody(
  "JSON.parse/revive",
  `function (root, record, reviver) {
    const internalize = (holder, name, record) => {
      const value = holder[name]
      const context = {}
      let parts
      if (record !== undefined && SameValue(record.value, value)) {
        parts = record.parts
        if (!IsObject(value)) CreateDataProperty(context, "source", record.source)
      }
      if (IsObject(value)) {
        if (IsArray(value)) {
          const count = parts === undefined ? 0 : LengthOfArrayLike(parts)
          const length = LengthOfArrayLike(value)
          for (let index = 0; index < length; index++) {
            const key = ToString(index)
            const element = internalize(value, key, index < count ? parts[index] : undefined)
            if (element === undefined) DeleteProperty(value, key)
            else CreateDataProperty(value, key, element)
          }
        } else {
          const keys = OwnKeys(value)
          const names = []
          for (let index = 0; index < keys.length; index++) {
            const key = keys[index]
            if (IsString(key)) {
              const descriptor = GetOwnPropertyDescriptor(value, key)
              if (descriptor !== undefined && descriptor.enumerable) Push(names, key)
            }
          }
          for (let index = 0; index < names.length; index++) {
            const key = names[index]
            const field = internalize(value, key, parts === undefined ? undefined : parts[key])
            if (field === undefined) DeleteProperty(value, key)
            else CreateDataProperty(value, key, field)
          }
        }
      }
      return Call(reviver, holder, name, value, context)
    }
    return internalize(root, "", record)
  }`,
)

interface Parsing {
  readonly text: Value
  readonly reviver: Value
}

const parseSteps = steps<Parsing>({
  name: "JSON.parse/start",
  run(machine, frame, input) {
    const { text, reviver } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = toString(machine, text)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === 1) {
      frame.state = 2
      input = parseJson(machine, input as string, isCallable(reviver))
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (!isCallable(reviver)) return input
    const record = input as JSObject
    const root = machine.realm.newObject(machine.realm.objectPrototype)
    addProperty(machine.realm, root, "", record.slots[0], DEFAULT)
    return revive(machine, undefined, [root, record, reviver], undefined, reviver)
  },
})

/** JSON.parse, 25.5.1. */
const parse = method(2, (machine, _thisValue, args) => {
  const text = flat(machine, args[0])
  if (typeof text === "string" && !isCallable(args[1])) return parseJson(machine, text, false)
  return parseSteps.start(machine, { text, reviver: args[1] })
})

/** Reads replacer and space where that may run program code, and goes on with plain ones: steps 4 to 10. */
const stringifySlowly = guestBody(
  "JSON.stringify/options",
  `function (value, replacer, space) {
    let list = null
    if (IsObject(replacer) && !IsCallable(replacer) && IsArray(replacer)) {
      list = []
      const listed = NewSet()
      const length = LengthOfArrayLike(replacer)
      for (let index = 0; index < length; index++) {
        const item = PropertyListItem(replacer[index])
        if (item !== undefined) {
          const name = ToString(item)
          if (!SetHas(listed, name)) {
            SetAdd(listed, name)
            Push(list, name)
          }
        }
      }
    }
    const gap = IsObject(space) ? SpaceOf(space) : space
    return Stringify(value, replacer, list, gap)
  }`,
)

const MAX_GAP = 10

/** The indentation that `space` asks for. */
function gapOf(space: Value): string {
  if (typeof space === "number") return " ".repeat(Math.min(Math.max(integerOf(space), 0), MAX_GAP))
  return typeof space === "string" ? space.slice(0, MAX_GAP) : ""
}

function start(
  machine: Machine,
  value: Value,
  replacer: Value,
  list: readonly string[] | null,
  space: Value,
): Completion {
  const wrapper = machine.realm.newObject(machine.realm.objectPrototype)
  addProperty(machine.realm, wrapper, "", value, DEFAULT)
  return stringify(
    machine,
    wrapper,
    isCallable(replacer) ? replacer : null,
    list,
    gapOf(flat(machine, space)),
  )
}

/** `Stringify(value, replacer, list, space)` for guest text. */
function hiddenStringify(machine: Machine, _this: Value, args: Value[]): Completion {
  const list = args[2] === null ? null : ((args[2] as JSObject).data as string[]).slice()
  return start(machine, args[0], args[1], list, args[3])
}

/** JSON.stringify, 25.5.2. */
const stringifyMethod = method(3, (machine, _thisValue, args, newTarget, callee) => {
  const [value, replacer, space] = args
  const plainReplacer = !isObject(replacer) || isCallable(replacer)
  const plainSpace = !isObject(space) || (space.kind !== Kind.Number && space.kind !== Kind.String)
  if (plainReplacer && plainSpace) return start(machine, value, replacer, null, space)
  return stringifySlowly(machine, undefined, args, newTarget, callee)
})

const edges = new Set(["\t", "\n", "\r", " "])

const rawSteps = steps<{ text: string }>({
  name: "JSON.rawJSON",
  run(machine, frame, input) {
    const { text } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = parseJson(machine, text, false)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    machine.meter.used += OBJECT_BYTES
    const raw = new JSObject(machine.realm.shapeFor(null), [], Kind.RawJSON, null)
    addProperty(machine.realm, raw, "rawJSON", text, ENUMERABLE)
    preventExtensions(machine.realm, raw)
    return raw
  },
})

/** JSON.rawJSON, 25.5.4. */
function rawJSON(machine: Machine, text: string): Completion {
  if (
    text === "" ||
    edges.has(text[0]!) ||
    edges.has(text[text.length - 1]!) ||
    text[0] === "{" ||
    text[0] === "["
  ) {
    return throwSyntaxError(machine, "Invalid value for JSON.rawJSON")
  }
  return rawSteps.start(machine, { text })
}

registerHidden([...hiddenJsonOperations, ["Stringify", 4, hiddenStringify]])

export const jsonIntrinsics: Intrinsic[] = [
  object({
    name: "JSON",
    members: [
      ["parse", parse],
      ["stringify", stringifyMethod],
      [
        "rawJSON",
        converted(1, "any", ["string"], (machine, _this: Value, text: string) => rawJSON(machine, text)),
      ],
      ["isRawJSON", method(1, (_machine, _this, args) => isObject(args[0]) && args[0].kind === Kind.RawJSON)],
      [Symbol.toStringTag, constant("JSON", CONFIGURABLE)],
    ],
  }),
]
