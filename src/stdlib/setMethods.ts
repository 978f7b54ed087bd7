/** The set methods of Set.prototype, ECMA-262 24.2.4: host code for two plain sets, guest text for any set-like. */
import type { Collection, Entry } from "../objects/collection.ts"
import { iteratesAsSet } from "../objects/iterator.ts"
import { Accessor, isObject, type JSObject, Kind } from "../objects/object.ts"
import { findSlot } from "../objects/properties.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { pause } from "../interpreter/call.ts"
import { DECLINED, type Member, steps, withGuest } from "../interpreter/native.ts"
import { ENTRIES_PORTION, ENTRY_BYTES, newCollection } from "./collections.ts"

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

/** A walk over one of the two sets: which of its keys count, those that the other has or those that it lacks. */
interface Walk {
  readonly over: "left" | "right"
  readonly takes: "all" | "shared" | "lacking"
}

interface Combination {
  readonly left: Collection
  readonly right: Collection
  readonly walks: readonly Walk[]
  walk: number
  /** The entry looked at last. */
  entry: Entry | null
  /** Gets the keys that count; null where the answer is whether all do. */
  readonly result: JSObject | null
}

const combineSteps = steps<Combination>({
  name: "CombineSets",
  run(machine, frame) {
    const { locals } = frame
    const { walks, result } = locals
    for (let walk = walks[locals.walk]; walk !== undefined; walk = walks[locals.walk]) {
      if (machine.fuel < 0) return pause(machine, frame)
      const count = Math.min(locals[walk.over].size, ENTRIES_PORTION)
      machine.charge(count >> 2)
      if (result !== null && !machine.allocate(count * ENTRY_BYTES)) return ABRUPT
      if (!takeSome(locals, walk, count)) return false
      if (locals.entry !== locals[walk.over].last) continue
      locals.walk++
      locals.entry = null
    }
    return result ?? true
  },
})

/** Looks at the next `count` entries; false at one that does not count where all must. */
function takeSome(locals: Combination, { over, takes }: Walk, count: number): boolean {
  const other = over === "left" ? locals.right : locals.left
  for (let left = count; left > 0; left--) {
    const entry = locals[over].after(locals.entry)
    if (entry === null) return true
    locals.entry = entry
    if (takes !== "all" && other.has(entry.key) !== (takes === "shared")) {
      if (locals.result === null) return false
    } else if (locals.result !== null) (locals.result.data as Collection).set(entry.key, undefined)
  }
  return true
}

/** A new set of what the walks take. */
function combine(machine: Machine, left: Collection, right: Collection, walks: readonly Walk[]): Completion {
  const result = newCollection(machine, "Set", machine.realm.intrinsic("Set.prototype"))
  return combineSteps.start(machine, { left, right, walks, walk: 0, entry: null, result })
}

/** Whether the walk takes every key. */
function takesAll(machine: Machine, left: Collection, right: Collection, walk: Walk): Completion {
  return combineSteps.start(machine, { left, right, walks: [walk], walk: 0, entry: null, result: null })
}

const leftOnly: Walk = { over: "left", takes: "lacking" }
const rightOnly: Walk = { over: "right", takes: "lacking" }
const leftShared: Walk = { over: "left", takes: "shared" }
const rightShared: Walk = { over: "right", takes: "shared" }

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

function setMethod(name: string, quick: Combine, body: string): readonly [string, Member] {
  const member = withGuest(
    1,
    (machine, thisValue, args) => {
      if (!isObject(thisValue) || thisValue.kind !== Kind.Set) return DECLINED
      const left = (thisValue as JSObject).data as Collection
      const right = plainSet(machine, args[0])
      return right === null ? DECLINED : quick(machine, left, right)
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
      combine(machine, left, right, [
        { over: "left", takes: "all" },
        { over: "right", takes: "all" },
      ]),
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
    (machine, left, right) =>
      combine(machine, left, right, [left.size <= right.size ? leftShared : rightShared]),
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
    (machine, left, right) => combine(machine, left, right, [leftOnly]),
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
    (machine, left, right) => combine(machine, left, right, [leftOnly, rightOnly]),
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
    (machine, left, right) => left.size <= right.size && takesAll(machine, left, right, leftShared),
    `if (SetSize(this) > otherSize) return false
    ${walks.own("if (!Call(has, other, value)) return false")}
    return true`,
  ),
  setMethod(
    "isSupersetOf",
    (machine, left, right) => left.size >= right.size && takesAll(machine, left, right, rightShared),
    `if (SetSize(this) < otherSize) return false
    ${walks.others(`if (!SetHas(this, value)) {
        IteratorClose(record)
        return false
      }`)}
    return true`,
  ),
  setMethod(
    "isDisjointFrom",
    (machine, left, right) => takesAll(machine, left, right, leftOnly),
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
