/** Abstract operations of ECMA-262 under their names, for `guest` built-ins. A program cannot reach them. */
import { isArrayKind, isCallable, isObject, type JSObject, Kind } from "../objects/object.ts"
import type { ProxySlots } from "../objects/function.ts"
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../objects/value.ts"
import { call, construct, isConstructor, leaveNative } from "./call.ts"
import { describeKey, describeObject } from "./describe.ts"
import type { Descriptor } from "./descriptor.ts"
import {
  createDataProperty,
  defineOwnProperty,
  deleteProperty,
  get,
  getOwnProperty,
  getPrototypeOf,
  hasProperty,
  ownKeys,
  setPrototypeOf,
} from "./internal.ts"
import { closeIterator, DONE, type IteratorRecord, openIterator, stepIterator } from "./iterators.ts"
import { Mode, type Machine } from "./machine.ts"
import { type NativeBody, type NativeEntry, nativeFunction } from "./native.ts"
import { steps } from "./steps.ts"
import {
  createArray,
  createIteratorResult,
  flat,
  getMethod,
  integerOf,
  lengthOf,
  sameValue,
  sameValueZero,
  speciesSteps,
  toBoolean,
  toNumber,
  toNumeric,
  toObject,
  toPrimitive,
  type Hint,
  toPropertyKey,
  toString,
} from "./operations.ts"
import { fromPropertyDescriptor, toPropertyDescriptor } from "./propertyDescriptor.ts"
import { messages, throwRangeError, throwTypeError } from "./throws.ts"

export type HiddenOperation = readonly [name: string, length: number, body: NativeBody]

/** A conversion by `first`, then a pure step on its result. */
function thenPure(
  name: string,
  first: (machine: Machine, args: Value[]) => Completion<any>,
  second: (machine: Machine, value: any, args: Value[]) => Completion<any>,
): HiddenOperation {
  const code = steps<{ args: Value[] }>({
    name: `hidden ${name}`,
    run(machine, frame, input) {
      if (frame.state === 0) {
        frame.state = 1
        input = first(machine, frame.locals.args)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      return second(machine, input, frame.locals.args)
    },
  })
  return [name, 1, (machine, _this, args) => code.start(machine, { args })]
}

function orThrow(
  name: string,
  operation: (machine: Machine, args: Value[]) => Completion<any>,
  message: (machine: Machine, args: Value[]) => string,
): HiddenOperation {
  return thenPure(name, operation, (machine, done, args) =>
    done === true ? undefined : throwTypeError(machine, message(machine, args)),
  )
}

const key = (value: Value): PropertyKey => value as PropertyKey

function keyText(value: Value): string {
  return describeKey(key(value))
}

/** IsArray, 7.2.2: undefined after a revoked proxy threw. */
function isArray(machine: Machine, value: Value): Completion<boolean> {
  let object = value
  while (isObject(object) && (object.kind === Kind.Proxy || object.kind === Kind.CallableProxy)) {
    machine.fuel--
    const { target } = object.data as ProxySlots
    if (target === null)
      return throwTypeError(machine, "Cannot perform 'IsArray' on a proxy that has been revoked")
    object = target
  }
  return isObject(object) && isArrayKind(object)
}

/** IteratorClose for an error that a guest text caught and wants to go on with. */
const closeThrowingSteps = steps<{ record: IteratorRecord; error: Value }>({
  name: "hidden IteratorCloseThrowing",
  catches: true,
  run(machine, frame, input) {
    let completion = input
    if (frame.state === 0) {
      frame.state = 1
      completion = closeIterator(machine, frame.locals.record)
    }
    if (completion === ABRUPT) {
      if (machine.mode === Mode.Suspending) return leaveNative(machine, frame)
      if (machine.mode !== Mode.Throwing) return ABRUPT
    }
    return machine.throw(frame.locals.error)
  },
})

const operations: readonly HiddenOperation[] = [
  ["ToObject", 1, (machine, _this, [value]) => toObject(machine, value)],
  ["ToString", 1, (machine, _this, [value]) => toString(machine, value)],
  ["ToNumber", 1, (machine, _this, [value]) => toNumber(machine, value)],
  ["ToNumeric", 1, (machine, _this, [value]) => toNumeric(machine, value)],
  ["ToBoolean", 1, (_machine, _this, [value]) => toBoolean(value)],
  ["ToPropertyKey", 1, (machine, _this, [value]) => toPropertyKey(machine, flat(machine, value))],
  [
    "ToPrimitive",
    2,
    (machine, _this, [value, hint]) => toPrimitive(machine, value, (hint as Hint | undefined) ?? "default"),
  ],
  thenPure(
    "ToIntegerOrInfinity",
    (machine, [value]) => toNumber(machine, value),
    (_machine, number) => integerOf(number),
  ),
  thenPure(
    "ToLength",
    (machine, [value]) => toNumber(machine, value),
    (_machine, number) => lengthOf(number),
  ),
  thenPure(
    "ToIndex",
    (machine, [value]) => toNumber(machine, value),
    (machine, number) => {
      const index = integerOf(number)
      return index < 0 || index > Number.MAX_SAFE_INTEGER ? throwRangeError(machine, "Invalid index") : index
    },
  ),
  ["IsCallable", 1, (_machine, _this, [value]) => isCallable(value)],
  ["IsConstructor", 1, (_machine, _this, [value]) => isConstructor(value)],
  ["IsObject", 1, (_machine, _this, [value]) => isObject(value)],
  ["IsArray", 1, (machine, _this, [value]) => isArray(machine, value)],
  lengthOfArrayLike(),
  ["Call", 2, (machine, _this, [callee, thisValue, ...args]) => call(machine, callee, thisValue, args)],
  [
    "Apply",
    3,
    (machine, _this, [callee, thisValue, list]) => call(machine, callee, thisValue, elementsOf(list)),
  ],
  [
    "Construct",
    3,
    (machine, _this, [callee, list, newTarget]) =>
      construct(machine, callee as JSObject, elementsOf(list), (newTarget ?? callee) as JSObject),
  ],
  ["GetMethod", 2, (machine, _this, [value, name]) => getMethod(machine, value, key(name))],
  [
    "CreateDataProperty",
    3,
    (machine, _this, [object, name, value]) =>
      createDataProperty(machine, object as JSObject, key(name), value),
  ],
  definePropertyOrThrow(),
  orThrow(
    "DeleteOrThrow",
    (machine, [object, name]) => deleteProperty(machine, object as JSObject, keyOf(machine, name)),
    (machine, [object, name]) =>
      messages.cannotDelete(keyText(keyOf(machine, name)), describeObject(machine.realm, object as JSObject)),
  ),
  [
    "HasProperty",
    2,
    (machine, _this, [object, name]) => hasProperty(machine, object as JSObject, keyOf(machine, name)),
  ],
  thenPure(
    "HasOwnProperty",
    (machine, [object, name]) => getOwnProperty(machine, object as JSObject, keyOf(machine, name)),
    (_machine, descriptor) => descriptor !== undefined,
  ),
  thenPure(
    "OwnKeys",
    (machine, [object]) => ownKeys(machine, object as JSObject),
    (machine, keys) => createArray(machine, keys as Value[]),
  ),
  thenPure(
    "GetOwnPropertyDescriptor",
    (machine, [object, name]) => getOwnProperty(machine, object as JSObject, keyOf(machine, name)),
    (machine, descriptor) => fromPropertyDescriptor(machine, descriptor as Descriptor | undefined),
  ),
  ["GetPrototypeOf", 1, (machine, _this, [object]) => getPrototypeOf(machine, object as JSObject)],
  [
    "SetPrototypeOf",
    2,
    (machine, _this, [object, prototype]) =>
      setPrototypeOf(machine, object as JSObject, prototype as JSObject | null),
  ],
  [
    "SpeciesConstructor",
    2,
    (machine, _this, [object, fallback]) =>
      speciesSteps.start(machine, { object: object as JSObject, fallback: fallback as JSObject }),
  ],
  ["SameValue", 2, (machine, _this, [left, right]) => sameValue(flat(machine, left), flat(machine, right))],
  [
    "SameValueZero",
    2,
    (machine, _this, [left, right]) => sameValueZero(flat(machine, left), flat(machine, right)),
  ],
  ["Push", 2, (machine, _this, [array, value]) => push(machine, array as JSObject, value)],
  ["GetIterator", 1, (machine, _this, [value]) => openIterator(machine, value, () => "") as Completion],
  [
    "IteratorStep",
    1,
    (machine, _this, [record]) => stepIterator(machine, record as unknown as IteratorRecord),
  ],
  [
    "IteratorClose",
    1,
    (machine, _this, [record]) => closeIterator(machine, record as unknown as IteratorRecord),
  ],
  [
    "IteratorCloseThrowing",
    2,
    (machine, _this, [record, error]) =>
      closeThrowingSteps.start(machine, { record: record as unknown as IteratorRecord, error }),
  ],
  ["IteratorIsDone", 1, (_machine, _this, [record]) => (record as unknown as IteratorRecord).done],
  [
    "CreateIteratorResult",
    2,
    (machine, _this, [value, done]) => createIteratorResult(machine, value, done as boolean),
  ],
  ["ThrowTypeError", 1, (machine, _this, [message]) => throwTypeError(machine, message as string)],
  ["ThrowRangeError", 1, (machine, _this, [message]) => throwRangeError(machine, message as string)],
  ["Intrinsic", 1, (machine, _this, [name]) => machine.realm.intrinsic(name as string)],
]

function keyOf(machine: Machine, value: Value): PropertyKey {
  return typeof value === "symbol" ? value : typeof value === "string" ? value : String(flat(machine, value))
}

function elementsOf(list: Value): Value[] {
  return [...((list as JSObject).data as Value[])]
}

function push(machine: Machine, array: JSObject, value: Value): Completion {
  if (!machine.allocate(8)) return ABRUPT
  ;(array.data as Value[]).push(value)
  return undefined
}

function lengthOfArrayLike(): HiddenOperation {
  const code = steps<{ object: JSObject }>({
    name: "LengthOfArrayLike",
    run(machine, frame, input) {
      const { object } = frame.locals
      if (frame.state === 0) {
        frame.state = 1
        input = get(machine, object, "length", object)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 1) {
        frame.state = 2
        input = toNumber(machine, input as Value)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      return lengthOf(input as number)
    },
  })
  return [
    "LengthOfArrayLike",
    1,
    (machine, _this, [object]) => code.start(machine, { object: object as JSObject }),
  ]
}

function definePropertyOrThrow(): HiddenOperation {
  const code = steps<{ object: JSObject; name: Value; attributes: Value }>({
    name: "DefinePropertyOrThrow",
    run(machine, frame, input) {
      const { object, name, attributes } = frame.locals
      if (frame.state === 0) {
        frame.state = 1
        input = toPropertyDescriptor(machine, attributes) as Completion
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 1) {
        frame.state = 2
        input = defineOwnProperty(machine, object, keyOf(machine, name), input as Descriptor)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      return input === true
        ? object
        : throwTypeError(machine, messages.cannotRedefine(keyText(keyOf(machine, name))))
    },
  })
  return [
    "DefinePropertyOrThrow",
    3,
    (machine, _this, [object, name, attributes]) =>
      code.start(machine, { object: object as JSObject, name, attributes }),
  ]
}

const table = new Map<string, NativeEntry>()

/** Adds operations that the guest texts of one part of stdlib need. */
export function registerHidden(list: readonly HiddenOperation[]): void {
  for (const [name, length, body] of list)
    table.set(name, nativeFunction(`hidden ${name}`, name, length, body))
}
registerHidden(operations)

/** What a free name of a guest text means: an operation, or a built-in object by the standard's name. */
export function hiddenValue(machine: Machine, name: string): Value {
  if (name === "DONE") return DONE
  if (name === "undefined") return undefined
  const entry = table.get(name)
  return entry === undefined ? machine.realm.intrinsic(name) : machine.realm.functionOf(entry)
}

/** A hidden operation by the path of its function: for reading a saved run. */
export function hiddenEntry(path: string): NativeEntry | undefined {
  return path.startsWith("hidden ") ? table.get(path.slice("hidden ".length)) : undefined
}
