/** What the objects of the platform share, by WebIDL: brands, enumerable members, required arguments, errors with names. */
import { isObject, type JSObject } from "../objects/object.ts"
import { addProperty } from "../objects/properties.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE, ENUMERABLE, HIDDEN } from "../objects/shape.ts"
import type { ABRUPT, Completion, Value } from "../objects/value.ts"
import type { Coercion } from "../interpreter/coerce.ts"
import { guestBody } from "../interpreter/guest.ts"
import type { Machine } from "../interpreter/machine.ts"
import { changed, converted, type Member, type NativeEntry } from "../interpreter/native.ts"
import { newError, throwTypeError, throwValue } from "../interpreter/throws.ts"

type SlotsClass<Slots> = abstract new (...args: never[]) => Slots

/** The slots of a receiver of a class, if it has them. */
export type Brand<Slots> = (value: Value) => Slots | null

export function brand<Slots>(slotsClass: SlotsClass<Slots>, of?: string): Brand<Slots> {
  return (value) => {
    if (!isObject(value) || !(value.data instanceof slotsClass)) return null
    return of === undefined || (value.data as { of?: string }).of === of ? value.data : null
  }
}

export function throwIllegalInvocation(machine: Machine): typeof ABRUPT {
  return throwTypeError(machine, "Illegal invocation")
}

/** A method of a branded receiver whose arguments are converted first. */
export function operation<Slots>(
  brandOf: Brand<Slots>,
  length: number,
  coercions: readonly Coercion[],
  run: (machine: Machine, slots: Slots, self: JSObject, ...args: never[]) => Completion,
): Member {
  return converted(length, "any", coercions, (machine, thisValue: Value, ...args: unknown[]) => {
    const slots = brandOf(thisValue)
    return slots === null
      ? throwIllegalInvocation(machine)
      : run(machine, slots, thisValue as JSObject, ...(args as never[]))
  })
}

/** A getter of a branded receiver, and a setter that converts to a text. */
export function attribute<Slots>(
  path: string,
  brandOf: Brand<Slots>,
  get: (machine: Machine, slots: Slots, self: JSObject) => Completion,
  set?: (machine: Machine, slots: Slots, text: string) => Completion,
): Member {
  const setText =
    set === undefined
      ? undefined
      : guestBody(`set ${path}`, `function (value) { return PlatformSet(this, "${path}", ToString(value)) }`)
  if (set !== undefined) {
    platformSetters.set(path, (machine, thisValue, text) => {
      const slots = brandOf(thisValue)
      return slots === null ? throwIllegalInvocation(machine) : set(machine, slots, text)
    })
  }
  return {
    type: "accessor",
    get: (machine, thisValue) => {
      const slots = brandOf(thisValue)
      return slots === null ? throwIllegalInvocation(machine) : get(machine, slots, thisValue as JSObject)
    },
    set: setText,
    attributes: CONFIGURABLE,
  }
}

const platformSetters = new Map<string, (machine: Machine, thisValue: Value, text: string) => Completion>()

/** `PlatformSet(object, path, text)` for guest text. */
export function hiddenPlatformSet(machine: Machine, _this: Value, args: Value[]): Completion {
  return platformSetters.get(args[1] as string)!(machine, args[0], args[2] as string)
}

/** A declared prototype by WebIDL: members are enumerable but its constructor, and operations demand their arguments. */
export function webIdl(declaration: Intrinsic): Intrinsic {
  return changed(declaration, (properties) =>
    properties.map(([key, property]) => {
      if (typeof key !== "string" || key === "constructor") return [key, property] as const
      const attributes = property.attributes | ENUMERABLE
      if (!("method" in property)) return [key, { ...property, attributes }] as const
      return [key, { method: demanding(property.method as NativeEntry), attributes }] as const
    }),
  )
}

function demanding(entry: NativeEntry): NativeEntry {
  const { length, path, functionName } = entry
  if (length === 0) return entry
  const [owner] = path.split(".")
  const sentence = `Failed to execute '${functionName}' on '${owner}': ${length} argument${length > 1 ? "s" : ""} required, but only`
  const body: NativeEntry["body"] = (machine, thisValue, args, newTarget, callee) =>
    args.length < length
      ? throwTypeError(machine, `${sentence} ${args.length} present.`)
      : entry.body(machine, thisValue, args, newTarget, callee)
  return { ...entry, body }
}

/** Throws an error as the host's exceptions of that name are: `name` and `code` are its own. */
export function throwNamed(machine: Machine, name: string, code: number, message: string): typeof ABRUPT {
  const error = newError(machine, "Error", message)
  addProperty(machine.realm, error, "name", name, HIDDEN)
  addProperty(machine.realm, error, "code", code, HIDDEN)
  return throwValue(machine, error)
}

/** Called without `new`. */
export function throwWithoutNew(machine: Machine, name: string): typeof ABRUPT {
  return throwTypeError(machine, `Class constructor ${name} cannot be invoked without 'new'`)
}

/** A constructor that no program may call. */
export function illegalConstructor(machine: Machine): typeof ABRUPT {
  return throwTypeError(machine, "Illegal constructor")
}
