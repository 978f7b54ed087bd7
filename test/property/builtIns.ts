/** Every built-in function, from the list of built-in objects: what tests that must forget none go through. */
import type { Machine } from "../../src/interpreter/machine.ts"
import type { NativeEntry } from "../../src/interpreter/native.ts"
import type { JSObject } from "../../src/objects/object.ts"
import { builtIns } from "../../src/stdlib/globals.ts"

export interface BuiltInFunction {
  /** as in a saved run: `Array.prototype.map`, `get Map.prototype.size` */
  readonly path: string
  /** the built-in object that holds it */
  readonly owner: string
  readonly constructs: boolean
  readonly in: (machine: Machine) => JSObject
}

export const functions: ReadonlyArray<BuiltInFunction> = [...builtIns.values()].flatMap(
  ({ name, entry, properties }) => {
    const own = properties.flatMap(([, property]) =>
      "method" in property ? [property.method] : "get" in property ? [property.get, property.set] : [],
    )
    return [entry, ...own]
      .filter((one) => one !== undefined)
      .map((one) => ({
        path: one.path,
        owner: name,
        constructs: (one as NativeEntry).constructs,
        in: (machine: Machine) => machine.realm.functionOf(one),
      }))
  },
)
