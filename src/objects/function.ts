/** Internal slots of functions: closures, natives and bound functions. */
import type { Environment } from "./environment.ts"
import type { JSObject } from "./object.ts"
import type { PrivateName, PropertyKey, Value } from "./value.ts"

/** The compiled unit that a function's code belongs to: the program, a script, or one `guest` built-in. */
export interface UnitName {
  readonly name: string
}

/** Internal slots of an ECMAScript function object, ECMA-262 table 28. `Code` is the interpreter's FunctionCode. */
export class Closure<Code = unknown> {
  declare readonly code: Code
  declare readonly environment: Environment | null
  /** Of an arrow function: the values of the function around it. */
  declare readonly thisValue: Value
  declare readonly newTarget: Value
  declare homeObject: JSObject | null
  /** Of a class: its fields and private methods. */
  declare classElements: ClassElements | null
  /** Of a class field initializer or an arrow in one: nothing; of a derived constructor's arrow: its function. */
  declare readonly activeFunction: JSObject | null
  /** What the run keeps for calls of the code, once there was one: the interpreter's FunctionState. */
  declare state: unknown

  constructor(
    code: Code,
    environment: Environment | null,
    thisValue: Value,
    newTarget: Value,
    homeObject: JSObject | null,
    activeFunction: JSObject | null,
  ) {
    this.code = code
    this.environment = environment
    this.thisValue = thisValue
    this.newTarget = newTarget
    this.homeObject = homeObject
    this.classElements = null
    this.activeFunction = activeFunction
    this.state = null
  }
}

export type PrivateElementKind = "method" | "getter" | "setter" | "accessor"

/** A private method or accessor, which every instance gets before its fields. */
export class PrivateElement {
  readonly name: PrivateName
  readonly method: JSObject | null
  get: JSObject | undefined
  set: JSObject | undefined
  constructor(
    name: PrivateName,
    method: JSObject | null,
    get: JSObject | undefined,
    set: JSObject | undefined,
  ) {
    this.name = name
    this.method = method
    this.get = get
    this.set = set
  }
}

/** One field: its key, and the function that computes its value with the instance as `this`; or a static block. */
export class ClassField {
  readonly key: PropertyKey | PrivateName
  readonly initializer: JSObject | null
  readonly isBlock: boolean
  /** The value is an anonymous function, which takes the key's name. */
  readonly namesValue: boolean
  constructor(
    key: PropertyKey | PrivateName,
    initializer: JSObject | null,
    isBlock: boolean,
    namesValue: boolean,
  ) {
    this.key = key
    this.initializer = initializer
    this.isBlock = isBlock
    this.namesValue = namesValue
  }
}

export class ClassElements {
  readonly methods: PrivateElement[]
  readonly fields: ClassField[]
  constructor(methods: PrivateElement[], fields: ClassField[]) {
    this.methods = methods
    this.fields = fields
  }
}

/** Internal slots of a built-in function; `captures` are what the standard keeps in extra slots of it. */
export class NativeFunction<Entry = unknown> {
  readonly entry: Entry
  readonly captures: unknown[]
  constructor(entry: Entry, captures: unknown[]) {
    this.entry = entry
    this.captures = captures
  }
}

/** ECMA-262 10.4.1. */
export class BoundFunction {
  readonly target: JSObject
  readonly thisValue: Value
  readonly args: Value[]
  constructor(target: JSObject, thisValue: Value, args: Value[]) {
    this.target = target
    this.thisValue = thisValue
    this.args = args
  }
}

/** ECMA-262 10.5; both are null once revoked. */
export class ProxySlots {
  target: JSObject | null
  handler: JSObject | null
  /** The target was a constructor when the proxy was made. */
  readonly constructs: boolean
  constructor(target: JSObject, handler: JSObject, constructs: boolean) {
    this.target = target
    this.handler = handler
    this.constructs = constructs
  }
}
