/** Symbol, ECMA-262 20.4. Values are host symbols; the registry is the realm's. */
import { isObject, Kind } from "../objects/object.ts"
import { CHARACTER_BYTES, OBJECT_BYTES, REGISTERED_BYTES } from "../objects/meter.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { detached } from "../objects/rope.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "../interpreter/call.ts"
import { symbolText } from "../interpreter/describe.ts"
import type { Machine } from "../interpreter/machine.ts"
import {
  constant,
  constructor,
  converted,
  getter,
  intrinsic,
  method,
  object,
  steps,
} from "../interpreter/native.ts"
import { toString } from "../interpreter/operations.ts"
import { messages, throwTypeError } from "../interpreter/throws.ts"
import { nameOf } from "./receivers.ts"

const wellKnown = [
  "asyncIterator",
  "hasInstance",
  "isConcatSpreadable",
  "iterator",
  "match",
  "matchAll",
  "replace",
  "search",
  "species",
  "split",
  "toPrimitive",
  "toStringTag",
  "unscopables",
] as const

const symbolSteps = steps<{ description: Value }>({
  name: "Symbol",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = toString(machine, frame.locals.description)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return newSymbol(machine, input as string)
  },
})

function newSymbol(machine: Machine, description: string | undefined): Completion {
  if (description === undefined) return machine.allocate(OBJECT_BYTES) ? Symbol() : ABRUPT
  // the symbol must not keep a longer text that its description was cut from
  return machine.allocate(OBJECT_BYTES + description.length * CHARACTER_BYTES)
    ? Symbol(detached(description))
    : ABRUPT
}

/** ThisSymbolValue, ECMA-262 20.4.3.4.1. */
function thisSymbolValue(machine: Machine, value: Value, name: string): Completion<symbol> {
  if (typeof value === "symbol") return value
  if (isObject(value) && value.kind === Kind.Symbol) return value.data as symbol
  return throwTypeError(machine, `Symbol.prototype${name} requires that 'this' be a Symbol`)
}

const symbolConstructor = constructor({
  name: "Symbol",
  length: 0,
  body(machine, _this, args, newTarget) {
    if (newTarget !== undefined) return throwTypeError(machine, messages.notConstructor("Symbol"))
    const description = args[0]
    if (description === undefined || typeof description === "string") return newSymbol(machine, description)
    return symbolSteps.start(machine, { description })
  },
  statics: [
    [
      "for",
      converted(1, "any", ["string"], (machine, _this, key: string) => {
        const registry = machine.realm.symbolRegistry
        let symbol = registry.get(key)
        if (symbol === undefined) {
          if (!machine.allocate(REGISTERED_BYTES + key.length * CHARACTER_BYTES)) return ABRUPT
          const description = detached(key)
          registry.set(description, (symbol = Symbol(description)))
        }
        return symbol
      }),
    ],
    [
      "keyFor",
      method(1, (machine, _this, [symbol]) => {
        if (typeof symbol !== "symbol") {
          return throwTypeError(machine, `${nameOf(machine, symbol)} is not a symbol`)
        }
        const key = symbol.description
        return key !== undefined && machine.realm.symbolRegistry.get(key) === symbol ? key : undefined
      }),
    ],
    ...wellKnown.map((name) => [name, constant(Symbol[name])] as const),
  ],
})

const symbolPrototype = object({
  name: "Symbol.prototype",
  members: [
    ["constructor", intrinsic("Symbol")],
    [
      "toString",
      method(0, (machine, thisValue) => {
        const symbol = thisSymbolValue(machine, thisValue, ".toString")
        return symbol === ABRUPT ? ABRUPT : symbolText(symbol)
      }),
    ],
    ["valueOf", method(0, (machine, thisValue) => thisSymbolValue(machine, thisValue, ".valueOf"))],
    [
      "description",
      getter((machine, thisValue) => {
        const symbol = thisSymbolValue(machine, thisValue, ".description")
        return symbol === ABRUPT ? ABRUPT : symbol.description
      }),
    ],
    [
      Symbol.toPrimitive,
      method(
        1,
        (machine, thisValue) => thisSymbolValue(machine, thisValue, " [ @@toPrimitive ]"),
        "[Symbol.toPrimitive]",
      ),
    ],
    [Symbol.toStringTag, constant("Symbol", CONFIGURABLE)],
  ],
})

export const symbolIntrinsics: Intrinsic[] = [symbolConstructor, symbolPrototype]
