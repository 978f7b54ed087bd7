/**
 * The only door for built-ins: how `stdlib/` declares objects and functions, and what it may ask the interpreter.
 *
 * A built-in has one of three bodies. `method` and its like take a `native` body: host code that can run no program code
 * (it may end with a call whose result is its own). `steps` is a native frame of plain fields with numbered states.
 * `guest` is JavaScript that the interpreter runs in a hidden scope of intrinsics.
 */
import type { JSObject, Kind } from "../objects/object.ts"
import { Kind as ObjectKind } from "../objects/object.ts"
import type { Entry, Intrinsic, PropertyDeclaration } from "../objects/realm.ts"
import { CONFIGURABLE, HIDDEN } from "../objects/shape.ts"
import type { Completion, PropertyKey, Value } from "../objects/value.ts"
import { type Coercion, type Coercions, coercedBody } from "./coerce.ts"
import { guestBody } from "./guest.ts"
import type { Machine } from "./machine.ts"

export { steps } from "./steps.ts"

export type NativeBody = (
  machine: Machine,
  thisValue: Value,
  args: Value[],
  /** The new target of [[Construct]]; undefined when called. */
  newTarget: JSObject | undefined,
  /** The function itself, for its captures. */
  callee: JSObject,
) => Completion

export interface NativeEntry extends Entry {
  readonly body: NativeBody
  /** `new` works. */
  readonly constructs: boolean
  /** Of a function declared with `converted`. */
  readonly coercions?: Coercions
}

/** A property of a declared object; `define` gives it its path. */
export type Member =
  | { readonly type: "method"; readonly length: number; readonly body: NativeBody; readonly name?: string }
  | { readonly type: "converted"; readonly length: number; readonly coercions: Coercions }
  | { readonly type: "guest"; readonly length: number; readonly source: string; readonly name?: string }
  | {
      readonly type: "withGuest"
      readonly length: number
      readonly fast: (
        machine: Machine,
        thisValue: Value,
        args: Value[],
        callee: JSObject,
      ) => Completion | typeof DECLINED
      readonly source: string
    }
  | {
      readonly type: "accessor"
      readonly get: NativeBody | undefined
      readonly set: NativeBody | undefined
      readonly attributes: number
    }
  | { readonly type: "value"; readonly value: Value; readonly attributes: number }
  | { readonly type: "intrinsic"; readonly name: string; readonly attributes: number }
  | { readonly type: "alias"; readonly of: PropertyKey; readonly attributes: number }

/** A method whose body is host code. `length` is the function's `length`. */
export function method(length: number, body: NativeBody, name?: string): Member {
  return name === undefined ? { type: "method", length, body } : { type: "method", length, body, name }
}

/**
 * A method whose `this` and arguments are converted first, in order, by program code where need be:
 * `converted(1, "thisString", ["integer"], (machine, text: string, count: number) => ...)`. See coerce.ts for the names.
 */
export function converted(
  length: number,
  thisCoercion: Coercion,
  argumentCoercions: readonly Coercion[],
  body: (machine: Machine, thisValue: any, ...args: any[]) => Completion,
): Member {
  return { type: "converted", length, coercions: { thisCoercion, argumentCoercions, body } }
}

/** A method written in JavaScript: `source` is a function expression; see guest.ts for the hidden scope. */
export function guest(length: number, source: string, name?: string): Member {
  return name === undefined ? { type: "guest", length, source } : { type: "guest", length, source, name }
}

export function getter(get: NativeBody): Member {
  return { type: "accessor", get, set: undefined, attributes: CONFIGURABLE }
}

export function accessor(get: NativeBody, set: NativeBody): Member {
  return { type: "accessor", get, set, attributes: CONFIGURABLE }
}

/** A property with a primitive value; built-in constants have no attributes. */
export function constant(value: Value, attributes = 0): Member {
  return { type: "value", value, attributes }
}

/** A property that holds another built-in object. */
export function intrinsic(name: string, attributes: number = HIDDEN): Member {
  return { type: "intrinsic", name, attributes }
}

/** The same function object as another key of this object. */
export function alias(of: PropertyKey, attributes: number = HIDDEN): Member {
  return { type: "alias", of, attributes }
}

export interface ObjectDeclaration {
  /** The standard's name without percent signs: `Array.prototype`. */
  readonly name: string
  readonly prototype?: string | null
  readonly kind?: Kind
  readonly data?: () => unknown
  readonly members: ReadonlyArray<readonly [PropertyKey, Member]>
}

/** Declares a built-in object that is no function. */
export function object(declaration: ObjectDeclaration): Intrinsic {
  const prototype = declaration.prototype === undefined ? "Object.prototype" : declaration.prototype
  const { name, kind = ObjectKind.Ordinary, data, members } = declaration
  return withProperties({ name, kind, prototype, ...(data === undefined ? {} : { data }) }, () =>
    membersOf(name, members),
  )
}

/** A declared object whose properties are put together when they are first read: programs touch few objects. */
function withProperties(
  object: Omit<Intrinsic, "properties">,
  make: () => Intrinsic["properties"],
): Intrinsic {
  let made: Intrinsic["properties"] | undefined
  return {
    ...object,
    get properties() {
      return (made ??= make())
    },
  }
}

/** A declared object with other properties, made of its own when they are first read. */
export function changed(
  declaration: Intrinsic,
  change: (properties: Intrinsic["properties"]) => Intrinsic["properties"],
): Intrinsic {
  const { name, kind, prototype, entry, data } = declaration
  return withProperties(
    {
      name,
      kind,
      prototype,
      ...(entry === undefined ? {} : { entry }),
      ...(data === undefined ? {} : { data }),
    },
    () => change(declaration.properties),
  )
}

export interface ConstructorDeclaration {
  readonly name: string
  /** Its property `name`, where that is shorter. */
  readonly functionName?: string
  readonly length: number
  /** Called with `newTarget` undefined when called without `new`. */
  readonly body: NativeBody
  /** `new` is refused: Symbol, BigInt. Default true. */
  readonly constructs?: boolean
  /** The constructor's own [[Prototype]]; `Function.prototype` by default. */
  readonly inherits?: string
  /** The name of its `prototype` object; `<name>.prototype` by default, null for none (Proxy). */
  readonly prototypeName?: string | null
  readonly statics: ReadonlyArray<readonly [PropertyKey, Member]>
}

/** Declares a constructor function object; its prototype is declared with `object`. */
export function constructor(declaration: ConstructorDeclaration): Intrinsic {
  const { name, functionName = name, length } = declaration
  const prototypeName =
    declaration.prototypeName === undefined ? `${name}.prototype` : declaration.prototypeName
  const entry: NativeEntry = {
    path: name,
    functionName,
    length,
    body: declaration.body,
    constructs: declaration.constructs ?? true,
  }
  const prototype = declaration.inherits ?? "Function.prototype"
  return withProperties({ name, kind: ObjectKind.Native, prototype, entry }, () => [
    ["length", { value: length, attributes: CONFIGURABLE }],
    ["name", { value: functionName, attributes: CONFIGURABLE }],
    ...(prototypeName === null ? [] : [["prototype", { intrinsic: prototypeName, attributes: 0 }] as const]),
    ...membersOf(name, declaration.statics),
  ])
}

/** A built-in function that is no property of a declared object: a resolving function, a hidden helper. */
export function nativeFunction(
  path: string,
  functionName: string,
  length: number,
  body: NativeBody,
): NativeEntry {
  return { path, functionName, length, body, constructs: false }
}

function membersOf(
  owner: string,
  members: ReadonlyArray<readonly [PropertyKey, Member]>,
): Array<readonly [PropertyKey, PropertyDeclaration]> {
  const methods = new Map<PropertyKey, NativeEntry>()
  return members.map(([key, member]) => {
    const declared = propertyOf(owner, key, member, methods)
    if ("method" in declared) methods.set(key, declared.method as NativeEntry)
    return [key, declared] as const
  })
}

function propertyOf(
  owner: string,
  key: PropertyKey,
  member: Member,
  methods: ReadonlyMap<PropertyKey, NativeEntry>,
): PropertyDeclaration {
  const keyName = typeof key === "symbol" ? `[${key.description}]` : key
  const path = owner === "globalThis" ? keyName : `${owner}.${keyName}`
  switch (member.type) {
    case "method":
      return {
        method: { ...nativeFunction(path, member.name ?? keyName, member.length, member.body) },
        attributes:
          key === Symbol.toPrimitive || key === Symbol.hasInstance ? attributesOfSymbolMethod(key) : HIDDEN,
      }
    case "converted":
      return {
        method: {
          ...nativeFunction(path, keyName, member.length, coercedBody),
          coercions: member.coercions,
        } as NativeEntry,
        attributes: HIDDEN,
      }
    case "guest":
      return {
        method: nativeFunction(path, member.name ?? keyName, member.length, guestBody(path, member.source)),
        attributes: HIDDEN,
      }
    case "withGuest": {
      const slow = guestBody(path, member.source)
      const { fast } = member
      const body: NativeBody = (machine, thisValue, args, newTarget, callee) => {
        const completion = fast(machine, thisValue, args, callee)
        return completion === DECLINED ? slow(machine, thisValue, args, newTarget, callee) : completion
      }
      return { method: nativeFunction(path, keyName, member.length, body), attributes: HIDDEN }
    }
    case "accessor":
      return {
        get: member.get && nativeFunction(`get ${path}`, `get ${keyName}`, 0, member.get),
        set: member.set && nativeFunction(`set ${path}`, `set ${keyName}`, 1, member.set),
        attributes: member.attributes,
      }
    case "value":
      return { value: member.value, attributes: member.attributes }
    case "intrinsic":
      return { intrinsic: member.name, attributes: member.attributes }
    case "alias": {
      const entry = methods.get(member.of)
      if (entry === undefined) throw new Error(`${path} is an alias of nothing`)
      return { method: entry, attributes: member.attributes }
    }
  }
}

function attributesOfSymbolMethod(key: symbol): number {
  return key === Symbol.hasInstance ? 0 : CONFIGURABLE
}

/** A fast body gives this when the call is not its case: the guest text takes it. */
export const DECLINED: unique symbol = Symbol("declined")

/** A method with host code for the common case, and the standard's general algorithm as guest text for the rest. */
export function withGuest(
  length: number,
  fast: (machine: Machine, thisValue: Value, args: Value[], callee: JSObject) => Completion | typeof DECLINED,
  source: string,
): Extract<Member, { type: "withGuest" }> {
  return { type: "withGuest", length, fast, source }
}
