/** The set methods of Set.prototype, ECMA-262 24.2.4: host code for two plain sets, guest text for any set-like. */
import type { Collection } from "../objects/collection.ts"
import { iteratesAsSet } from "../objects/iterator.ts"
import { Accessor, isObject, type JSObject, Kind } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { DECLINED, type Member, withGuest } from "../interpreter/native.ts"
import { newCollection } from "./collections.ts"
import { MAX_HOST_ELEMENTS } from "./dense.ts"

type Combine = (machine: Machine, left: Collection, right: Collection) => Completion

/** A set whose `size`, `has` and `keys` are the built-in ones; null for anything else. */
function plainSet(machine: Machine, value: Value): Collection | null {
  const { realm } = machine
  if (!isObject(value) || value.shape !== realm.shapeFor(realm.intrinsic("Set.prototype"))) return null
  if (!iteratesAsSet(realm, value)) return null
  const prototype = realm.intrinsic("Set.prototype")
  const original = (key: string, path: string) => {
    const slot = findSlot(realm, prototype, key)
    if (slot < 0) return false
    const held = prototype.slots[slot]
    return (held instanceof Accessor ? held.get : held) === realm.madeFunctions().get(path)
  }
  const intact =
    original("has", "Set.prototype.has") &&
    original("keys", "Set.prototype.values") &&
    original("size", "get Set.prototype.size")
  return intact ? (value.data as Collection) : null
}

function resultSet(machine: Machine, keys: Iterable<Value>, count: number): Completion {
  if (!machine.allocate(count * 96)) return ABRUPT
  const set = newCollection(machine, "Set", machine.realm.intrinsic("Set.prototype"))
  for (const key of keys) (set.data as Collection).set(key, undefined)
  return set
}

function* keysOf(collection: Collection, keep: (key: Value) => boolean): Generator<Value> {
  for (let entry = collection.first; entry !== null; entry = entry.next) if (keep(entry.key)) yield entry.key
}

function* both(left: Generator<Value>, right: Generator<Value>): Generator<Value> {
  yield* left
  yield* right
}

function every(collection: Collection, holds: (key: Value) => boolean): boolean {
  for (let entry = collection.first; entry !== null; entry = entry.next) if (!holds(entry.key)) return false
  return true
}

const all = () => true

/** Reads `size`, `has` and `keys` as GetSetRecord does, 24.2.1.2; goes on with `size`, `has` and `keys` as variables. */
function source(name: string, body: string): string {
  return `function (other) {
    RequireSet(this, "${name}")
    if (!IsObject(other)) ThrowTypeError("other is not an object")
    const size = ToNumber(other.size)
    if (size !== size) ThrowTypeError("The .size property is NaN")
    const otherSize = ToIntegerOrInfinity(size)
    if (otherSize < 0) ThrowRangeError("'" + otherSize + "' is an invalid size")
    const has = other.has
    if (!IsCallable(has)) ThrowTypeError("has is not a function")
    const keys = other.keys
    if (!IsCallable(keys)) ThrowTypeError("keys is not a function")
    const openKeys = () => {
      const iterator = Call(keys, other)
      if (!IsObject(iterator)) ThrowTypeError(NameOf(iterator) + " is not an object")
      return GetIteratorDirect(iterator)
    }
    ${body}
  }`
}

function setMethod(name: string, combine: Combine, body: string): readonly [string, Member] {
  const member = withGuest(
    1,
    (machine, thisValue, args) => {
      if (!isObject(thisValue) || thisValue.kind !== Kind.Set) return DECLINED
      const left = (thisValue as JSObject).data as Collection
      const right = plainSet(machine, args[0])
      if (right === null || left.size + right.size > MAX_HOST_ELEMENTS) return DECLINED
      machine.charge((left.size + right.size) >> 3)
      return combine(machine, left, right)
    },
    source(name, body),
  )
  return [name, member]
}

/** Goes through `other`'s keys, or, where that has more, through this set's own. */
const walks = {
  others: (use: string) => `const record = openKeys()
    for (;;) {
      const value = IteratorStep(record)
      if (value === DONE) break
      ${use}
    }`,
  own: (use: string) => `const cursor = SetCursor(this)
    for (;;) {
      const value = SetStep(cursor)
      if (value === DONE) break
      ${use}
    }`,
}

export const setMethodMembers: Array<readonly [string, Member]> = [
  setMethod(
    "union",
    (machine, left, right) =>
      resultSet(machine, both(keysOf(left, all), keysOf(right, all)), left.size + right.size),
    `const record = openKeys()
    const result = SetCopy(this)
    for (;;) {
      const value = IteratorStep(record)
      if (value === DONE) return result
      SetAdd(result, value)
    }`,
  ),
  setMethod(
    "intersection",
    (machine, left, right) => {
      const smaller = left.size <= right.size ? left : right
      const other = smaller === left ? right : left
      return resultSet(
        machine,
        keysOf(smaller, (key) => other.has(key)),
        smaller.size,
      )
    },
    `const result = NewSet()
    if (SetSize(this) <= otherSize) {
      ${walks.own("if (Call(has, other, value)) SetAdd(result, value)")}
    } else {
      ${walks.others("if (SetHas(this, value)) SetAdd(result, value)")}
    }
    return result`,
  ),
  setMethod(
    "difference",
    (machine, left, right) =>
      resultSet(
        machine,
        keysOf(left, (key) => !right.has(key)),
        left.size,
      ),
    `const result = SetCopy(this)
    if (SetSize(this) <= otherSize) {
      ${walks.own("if (Call(has, other, value)) SetDelete(result, value)")}
    } else {
      ${walks.others("SetDelete(result, value)")}
    }
    return result`,
  ),
  setMethod(
    "symmetricDifference",
    (machine, left, right) => {
      const keys = both(
        keysOf(left, (key) => !right.has(key)),
        keysOf(right, (key) => !left.has(key)),
      )
      return resultSet(machine, keys, left.size + right.size)
    },
    `const record = openKeys()
    const result = SetCopy(this)
    for (;;) {
      const value = IteratorStep(record)
      if (value === DONE) return result
      if (SetHas(this, value)) SetDelete(result, value)
      else SetAdd(result, value)
    }`,
  ),
  setMethod(
    "isSubsetOf",
    (_machine, left, right) => left.size <= right.size && every(left, (key) => right.has(key)),
    `if (SetSize(this) > otherSize) return false
    ${walks.own("if (!Call(has, other, value)) return false")}
    return true`,
  ),
  setMethod(
    "isSupersetOf",
    (_machine, left, right) => left.size >= right.size && every(right, (key) => left.has(key)),
    `if (SetSize(this) < otherSize) return false
    ${walks.others(`if (!SetHas(this, value)) {
        IteratorClose(record)
        return false
      }`)}
    return true`,
  ),
  setMethod(
    "isDisjointFrom",
    (_machine, left, right) => every(left, (key) => !right.has(key)),
    `if (SetSize(this) <= otherSize) {
      ${walks.own("if (Call(has, other, value)) return false")}
    } else {
      ${walks.others(`if (SetHas(this, value)) {
        IteratorClose(record)
        return false
      }`)}
    }
    return true`,
  ),
]
