/** Boolean, ECMA-262 20.3. */
import { isObject, JSObject, Kind } from "../objects/object.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { constructor, intrinsic, method, object } from "../interpreter/native.ts"
import { toBoolean } from "../interpreter/operations.ts"
import { throwTypeError } from "../interpreter/throws.ts"
import { fromConstructor } from "./fromConstructor.ts"

const create = fromConstructor<boolean>("Boolean.prototype", (machine, prototype, value) => {
  machine.meter.used += 64
  return new JSObject(machine.realm.shapeFor(prototype), [], Kind.Boolean, value)
})

/** ThisBooleanValue, ECMA-262 20.3.3.3.1. */
function thisBooleanValue(machine: Machine, value: Value, methodName: string): Completion<boolean> {
  if (typeof value === "boolean") return value
  if (isObject(value) && value.kind === Kind.Boolean) return value.data as boolean
  return throwTypeError(machine, `Boolean.prototype.${methodName} requires that 'this' be a Boolean`)
}

const booleanConstructor = constructor({
  name: "Boolean",
  length: 1,
  body(machine, _this, args, newTarget) {
    const value = toBoolean(args[0])
    return newTarget === undefined ? value : create(machine, newTarget, value)
  },
  statics: [],
})

const booleanPrototype = object({
  name: "Boolean.prototype",
  kind: Kind.Boolean,
  data: () => false,
  members: [
    ["constructor", intrinsic("Boolean")],
    [
      "toString",
      method(0, (machine, thisValue) => {
        const value = thisBooleanValue(machine, thisValue, "toString")
        return value === ABRUPT ? ABRUPT : String(value)
      }),
    ],
    ["valueOf", method(0, (machine, thisValue) => thisBooleanValue(machine, thisValue, "valueOf"))],
  ],
})

export const booleanIntrinsics: Intrinsic[] = [booleanConstructor, booleanPrototype]
