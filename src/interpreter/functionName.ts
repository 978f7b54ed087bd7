/** SetFunctionName, ECMA-262 10.2.9, for names known only at run time. */
import type { JSObject } from "../objects/object.ts"
import { defineProperty, findSlot } from "../objects/properties.ts"
import { CONFIGURABLE } from "../objects/shape.ts"
import { PrivateName, type PropertyKey } from "../objects/value.ts"
import type { Machine } from "./machine.ts"

export function functionName(key: PropertyKey | PrivateName, prefix = ""): string {
  const name =
    typeof key === "symbol"
      ? key.description === undefined
        ? ""
        : `[${key.description}]`
      : key instanceof PrivateName
        ? `#${key.description}`
        : key
  return prefix === "" ? name : `${prefix} ${name}`
}

export function setFunctionName(
  machine: Machine,
  callee: JSObject,
  key: PropertyKey | PrivateName,
  prefix = "",
): void {
  findSlot(machine.realm, callee, "name")
  defineProperty(machine.realm, callee, "name", functionName(key, prefix), CONFIGURABLE)
}
