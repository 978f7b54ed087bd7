/** The one class of every object that a program can hold, and the numbers of its kinds. */
import type { Shape } from "./shape.ts"
import type { Completion, Value } from "./value.ts"

/** Bit of `kind`: the object has a [[Call]] internal method. */
export const CALLABLE = 32
/** Bit of `kind`: some internal method of its properties is not the ordinary one (ECMA-262 10.4). */
export const EXOTIC = 64
/** The `kind` of a rope, which is a string and no object. */
export const ROPE_KIND = 128

/** What an object is: its internal slots are in `data`, of the class that `kinds.ts` declares for the kind. */
export const Kind = {
  Ordinary: 0,
  Error: 1,
  Boolean: 2,
  Number: 3,
  Symbol: 4,
  BigInt: 5,
  Date: 6,
  RegExp: 7,
  Map: 8,
  Set: 9,
  WeakMap: 10,
  WeakSet: 11,
  Promise: 12,
  Generator: 13,
  AsyncGenerator: 14,
  ArrayBuffer: 15,
  DataView: 16,
  /** Every iterator of a built-in; `data` says which. */
  Iterator: 17,
  /** Objects of the platform (URL, Headers, ...); `data` says which. */
  Platform: 18,
  RawJSON: 19,
  Arguments: 20,
  Closure: CALLABLE,
  Native: CALLABLE + 1,
  Bound: CALLABLE + 2,
  Array: EXOTIC,
  /** An array whose elements are properties: sparse, frozen, with accessors or with a fixed length. */
  SlowArray: EXOTIC + 1,
  String: EXOTIC + 2,
  TypedArray: EXOTIC + 3,
  Proxy: EXOTIC + 4,
  /** A reference into `tools`, registered or not. */
  Tool: EXOTIC + CALLABLE,
  CallableProxy: EXOTIC + CALLABLE + 1,
} as const
export type Kind = (typeof Kind)[keyof typeof Kind]

export class JSObject {
  declare shape: Shape
  /** Property values and accessors, by the shape's slots. */
  declare slots: Slot[]
  declare readonly kind: Kind
  /** Internal slots, by kind. */
  declare data: unknown

  constructor(shape: Shape, slots: Slot[], kind: Kind, data: unknown) {
    this.shape = shape
    this.slots = slots
    this.kind = kind
    this.data = data
  }
}

/** Levels of prototypes that are looked at for nothing; whoever goes further is charged, or does not look. */
export const FREE_LEVELS = 16

/** The two functions of an accessor property. */
export class Accessor {
  declare readonly get: JSObject | undefined
  declare readonly set: JSObject | undefined
  constructor(get: JSObject | undefined, set: JSObject | undefined) {
    this.get = get
    this.set = set
  }
}

/** What a slot may hold: a value, an accessor where the attributes say so, or a private method's marker. */
export type Slot = Value | Accessor

export const NO_SLOTS: Slot[] = []

export function isObject(value: Completion): value is JSObject {
  return typeof value === "object" && value !== null && value.kind !== ROPE_KIND
}

export function isCallable(value: Value): value is JSObject {
  return typeof value === "object" && value !== null && (value.kind & CALLABLE) !== 0
}

export function isArrayKind(object: JSObject): boolean {
  return object.kind === Kind.Array || object.kind === Kind.SlowArray
}

export function isProxyKind(object: JSObject): boolean {
  return object.kind === Kind.Proxy || object.kind === Kind.CallableProxy
}
