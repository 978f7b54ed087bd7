/** Lists of names and values: what URLSearchParams and Headers share. Reads them from a program, and iterates over them. */
import { isObject, JSObject, Kind } from "../objects/object.ts"
import { CHARACTER_BYTES, OBJECT_BYTES } from "../objects/meter.ts"
import { PairsIteratorSlots, PairsSlots } from "../objects/platformSlots.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative, pause } from "../interpreter/call.ts"
import { guestBody } from "../interpreter/guest.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  alias,
  constant,
  type Member,
  method,
  type NativeBody,
  object,
  steps,
} from "../interpreter/native.ts"
import { createArray, createIteratorResult } from "../interpreter/operations.ts"
import { throwRangeError } from "../interpreter/throws.ts"
import { brand, webIdl, throwIllegalInvocation } from "./platform.ts"

type Of = PairsSlots["of"]

/** Texts of an object, names and values alternating: a sequence of pairs, or a record. */
const readPairs = guestBody(
  "Pairs/read",
  `function (init, message) {
    const texts = []
    if (GetMethod(init, WellKnownSymbol("iterator")) !== undefined) {
      const record = GetIterator(init)
      for (;;) {
        const pair = IteratorStep(record)
        if (pair === DONE) return texts
        if (!IsObject(pair)) {
          IteratorClose(record)
          ThrowTypeError(message)
        }
        const items = GetIterator(pair)
        let count = 0
        for (;;) {
          const item = IteratorStep(items)
          if (item === DONE) break
          count = count + 1
          if (count > 2) {
            IteratorClose(items)
            break
          }
          Push(texts, ToString(item))
        }
        if (count !== 2) {
          IteratorClose(record)
          ThrowTypeError(message)
        }
      }
    }
    const keys = OwnKeys(init)
    for (let index = 0; index < keys.length; index++) {
      const descriptor = GetOwnPropertyDescriptor(init, keys[index])
      if (descriptor !== undefined && descriptor.enumerable) {
        Push(texts, ToString(keys[index]))
        Push(texts, ToString(init[keys[index]]))
      }
    }
    return texts
  }`,
)

/** More pairs than this are refused: the host goes through all of them at once. */
export const MAX_PAIRS = 1 << 14

interface Construction {
  readonly init: JSObject
  readonly newTarget: JSObject
  readonly slots: PairsSlots
  /** What {@link readPairs} gave. */
  texts: JSObject | null
  /** The text that is added next. */
  next: number
}

/** Constructs from the pairs of an object: they are read, then added one by one. `message` is of a pair that is none. */
export function constructFromPairs(
  of: Of,
  message: string,
  add: (machine: Machine, slots: PairsSlots, name: string, value: string) => Completion,
  make: (machine: Machine, newTarget: JSObject, slots: PairsSlots) => Completion,
): (machine: Machine, newTarget: JSObject, init: JSObject) => Completion {
  const code = steps<Construction>({
    name: `${of} of pairs`,
    run(machine, frame, input) {
      const { locals } = frame
      const { init, newTarget, slots } = locals
      if (frame.state === 0) {
        frame.state = 1
        input = readPairs(machine, undefined, [init, message], undefined, init)
        if (input === ABRUPT) return leaveNative(machine, frame)
      }
      if (frame.state === 1) {
        frame.state = 2
        locals.texts = input as JSObject
      }
      const texts = locals.texts!.data as string[]
      for (; locals.next < texts.length; locals.next += 2) {
        if (machine.fuel < 0) return pause(machine, frame)
        if (add(machine, slots, texts[locals.next]!, texts[locals.next + 1]!) === ABRUPT) return ABRUPT
      }
      return make(machine, newTarget, slots)
    },
  })
  return (machine, newTarget, init) =>
    code.start(machine, { init, newTarget, slots: new PairsSlots(of, [], []), texts: null, next: 0 })
}

function iteratorMember(of: Of, kind: PairsIteratorSlots["kind"]): Member {
  const brandOf = brand(PairsSlots, of)
  return method(0, (machine, thisValue) => {
    const pairs = brandOf(thisValue)
    if (pairs === null) return throwIllegalInvocation(machine)
    machine.meter.used += OBJECT_BYTES
    const shape = machine.realm.shapeFor(machine.realm.intrinsic(`${of}IteratorPrototype`))
    return new JSObject(shape, [], Kind.Iterator, new PairsIteratorSlots(pairs, kind))
  })
}

function valueAt(
  machine: Machine,
  { names, values }: PairsSlots,
  kind: PairsIteratorSlots["kind"],
  index: number,
): Value {
  if (kind === "key") return names[index]
  return kind === "value" ? values[index] : createArray(machine, [names[index], values[index]])
}

function forEachMember(of: Of): Member {
  const brandOf = brand(PairsSlots, of)
  const body = guestBody(
    `${of}.prototype.forEach`,
    `function (callback, thisArgument) {
      if (!IsCallable(callback)) ThrowTypeError(NameOf(callback) + " is not a function")
      for (let index = 0; ; index++) {
        const name = PairName(this, index)
        if (name === undefined) return
        Call(callback, thisArgument, PairValue(this, index), name, this)
      }
    }`,
  )
  return method(1, (machine, thisValue, args, newTarget, callee) =>
    brandOf(thisValue) === null
      ? throwIllegalInvocation(machine)
      : body(machine, thisValue, args, newTarget, callee),
  )
}

export function pairsMembers(of: Of): ReadonlyArray<readonly [string | symbol, Member]> {
  return [
    ["entries", iteratorMember(of, "key+value")],
    ["forEach", forEachMember(of)],
    ["keys", iteratorMember(of, "key")],
    ["values", iteratorMember(of, "value")],
    [Symbol.iterator, alias("entries")],
    [Symbol.toStringTag, constant(of, CONFIGURABLE)],
  ]
}

export function pairsIterator(of: Of): Intrinsic {
  const next = method(0, (machine, thisValue): Completion => {
    if (
      !isObject(thisValue) ||
      !(thisValue.data instanceof PairsIteratorSlots) ||
      thisValue.data.pairs.of !== of
    ) {
      return throwIllegalInvocation(machine)
    }
    const slots = thisValue.data
    const { pairs, kind, index } = slots
    if (index >= pairs.names.length) return createIteratorResult(machine, undefined, true)
    slots.index++
    return createIteratorResult(machine, valueAt(machine, pairs, kind, index), false)
  })
  return webIdl(
    object({
      name: `${of}IteratorPrototype`,
      prototype: "Iterator.prototype",
      members: [
        ["next", next],
        [Symbol.toStringTag, constant(`${of} Iterator`, CONFIGURABLE)],
      ],
    }),
  )
}

/** Operations for the guest texts of pairs. */
export const hiddenPairsOperations: ReadonlyArray<readonly [string, number, NativeBody]> = [
  ["PairName", 2, (_machine, _this, args) => pairsAt(args).names[args[1] as number]],
  ["PairValue", 2, (_machine, _this, args) => pairsAt(args).values[args[1] as number]],
]

function pairsAt(args: Value[]): PairsSlots {
  return (args[0] as JSObject).data as PairsSlots
}

/** Removes the pairs for which `goes` holds. */
export function removePairs(slots: PairsSlots, goes: (name: string, value: string) => boolean): void {
  const stays = slots.names.map((name, index) => !goes(name, slots.values[index]!))
  slots.names = slots.names.filter((_name, index) => stays[index])
  slots.values = slots.values.filter((_value, index) => stays[index])
}

/** Room for one more pair; false on ABRUPT. */
export function chargePair(
  machine: Machine,
  { of, names }: PairsSlots,
  name: string,
  value: string,
): boolean {
  machine.charge(1)
  if (names.length >= MAX_PAIRS) return refusePairs(machine, of)
  return machine.allocate(OBJECT_BYTES + (name.length + value.length) * CHARACTER_BYTES)
}

export function refusePairs(machine: Machine, of: Of): false {
  throwRangeError(machine, `${of} has more than ${MAX_PAIRS} pairs`)
  return false
}
