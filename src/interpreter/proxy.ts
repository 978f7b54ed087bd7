/**
 * The internal methods of proxies, ECMA-262 10.5, with their invariants. Each is a native frame that counts as a call:
 * a chain of proxies ends as a program's recursion does, and never grows on the host's stack without bound.
 */
import { Collection } from "../objects/collection.ts"
import type { ProxySlots } from "../objects/function.ts"
import { ENTRY_BYTES } from "../objects/meter.ts"
import { isCallable, isObject, type JSObject } from "../objects/object.ts"
import { ABRUPT, type Completion, type PropertyKey, type Value } from "../objects/value.ts"
import { call, construct, leaveNative, pause } from "./call.ts"
import { describe, describeKey } from "./describe.ts"
import { type Descriptor, isAccessorDescriptor, isChangeAllowed, isDataDescriptor } from "./descriptor.ts"
import type { NativeFrame } from "./frame.ts"
import {
  defineOwnProperty,
  deleteProperty,
  get,
  getOwnProperty,
  getPrototypeOf,
  hasProperty,
  isExtensible,
  ownKeys,
  preventExtensions,
  set,
  setPrototypeOf,
} from "./internal.ts"
import { createListFromArrayLike } from "./listFromArrayLike.ts"
import { type Machine, MAX_CALL_DEPTH, MAX_STACK_WEIGHT, Mode } from "./machine.ts"
import { steps } from "./steps.ts"
import { createArray, flat, sameValue, toBoolean } from "./operations.ts"
import {
  completePropertyDescriptor,
  fromPropertyDescriptor,
  toPropertyDescriptor,
} from "./propertyDescriptor.ts"
import { messages, throwRangeError, throwTypeError } from "./throws.ts"

/** What one internal method of a proxy takes of the host's stack, in the unit of `machine.depth`. */
const PROXY_WEIGHT = 12
/** What it counts for in `machine.callDepth`: a native stack runs out sooner in such a chain, too. */
const PROXY_CALLS = 10

interface TrapLocals {
  proxy: JSObject
  /** As they were when the method began: a trap may revoke the proxy. */
  target: JSObject | null
  handler: JSObject | null
}

type Check<Locals> = (
  machine: Machine,
  frame: NativeFrame<Locals & TrapLocals>,
  input: Completion,
  target: JSObject,
) => Completion

interface Trap<Locals> {
  /** The handler's property, and what the messages call the method. */
  readonly name: string
  /** The target's own internal method, for a handler without the trap. */
  readonly forward: (machine: Machine, target: JSObject, locals: Locals) => unknown
  readonly args: (machine: Machine, target: JSObject, locals: Locals) => Value[]
  /** Checks the trap's result, the input while the state is RESULT; states after that are its own. */
  readonly check: Check<Locals>
}

const BEGIN = 0
const GET_TRAP = 1
const GOT_TRAP = 2
const FORWARDED = 3
const RESULT = 4
const NEXT = 5
const AFTER = 6
const LAST = 7

function declareTrap<Locals extends object>(trap: Trap<Locals>) {
  return steps<Locals & TrapLocals>({
    name: `Proxy ${trap.name}`,
    catches: true,
    run(machine, frame, input) {
      if (frame.state === BEGIN) {
        if (machine.callDepth + PROXY_CALLS > MAX_CALL_DEPTH)
          return throwRangeError(machine, messages.stackOverflow)
        machine.callDepth += PROXY_CALLS
        frame.state = GET_TRAP
        if (--machine.fuel < 0 || machine.depth > MAX_STACK_WEIGHT) return pause(machine, frame)
      }
      machine.depth += PROXY_WEIGHT
      const completion = input === ABRUPT ? ABRUPT : advance(machine, frame, input, trap)
      machine.depth -= PROXY_WEIGHT
      if (completion !== ABRUPT || machine.mode !== Mode.Suspending) machine.callDepth -= PROXY_CALLS
      return completion
    },
  })
}

function advance<Locals extends object>(
  machine: Machine,
  frame: NativeFrame<Locals & TrapLocals>,
  input: Completion,
  trap: Trap<Locals>,
): Completion {
  const { locals } = frame
  if (frame.state === GET_TRAP) {
    const { target, handler } = locals.proxy.data as ProxySlots
    if (target === null || handler === null) {
      return throwTypeError(machine, `Cannot perform '${trap.name}' on a proxy that has been revoked`)
    }
    locals.target = target
    locals.handler = handler
    frame.state = GOT_TRAP
    input = get(machine, handler, trap.name, handler)
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  const target = locals.target!
  if (frame.state === GOT_TRAP) {
    const handler = locals.handler!
    if (input === undefined || input === null) {
      frame.state = FORWARDED
      input = trap.forward(machine, target, locals) as Completion
    } else if (!isCallable(input as Value)) {
      return throwTypeError(machine, notFunction(machine, input as Value, trap.name, handler))
    } else {
      frame.state = RESULT
      input = call(machine, input as Value, handler, trap.args(machine, target, locals))
    }
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
  return frame.state === FORWARDED ? input : trap.check(machine, frame, input, target)
}

function notFunction(machine: Machine, value: Value, name: string, handler: JSObject): string {
  const { realm } = machine
  return `'${textOf(realm, value)}' returned for property '${name}' of object '${describe(realm, handler)}' is not a function`
}

/** A sentence about the trap's answer for a property. */
function refuse(
  machine: Machine,
  trap: string,
  key: PropertyKey,
  before: string,
  after: string,
): typeof ABRUPT {
  return throwTypeError(machine, `'${trap}' on proxy: ${before} '${describeKey(key)}'${after}`)
}

function start<Locals extends object>(proxy: JSObject, locals: Locals): Locals & TrapLocals {
  return { ...locals, proxy, target: null, handler: null }
}

interface GetLocals {
  key: PropertyKey
  receiver: Value
  result: Value
}

const getTrap = declareTrap<GetLocals>({
  name: "get",
  forward: (machine, target, { key, receiver }) => get(machine, target, key, receiver),
  args: (_machine, target, { key, receiver }) => [target, key, receiver],
  check(machine, frame, input, target) {
    const { locals } = frame
    if (frame.state === RESULT) {
      locals.result = input as Value
      frame.state = NEXT
      input = getOwnProperty(machine, target, locals.key) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const own = input as unknown as Descriptor | undefined
    return own === undefined || own.configurable ? locals.result : checkGet(machine, own, locals)
  },
})

function checkGet(machine: Machine, own: Descriptor, { key, result }: GetLocals): Completion {
  const { realm } = machine
  if (isAccessorDescriptor(own)) {
    if (own.get !== undefined || result === undefined) return result
    const sentence =
      " is a non-configurable accessor property on the proxy target and does not have a getter function," +
      ` but the trap did not return 'undefined' (got '${textOf(realm, result)}')`
    return refuse(machine, "get", key, "property", sentence)
  }
  if (own.writable || sameValue(flat(machine, own.value), flat(machine, result))) return result
  const sentence =
    " is a read-only and non-configurable data property on the proxy target but the proxy did not return its actual value" +
    ` (expected '${textOf(realm, own.value)}' but got '${textOf(realm, result)}')`
  return refuse(machine, "get", key, "property", sentence)
}

/** A value as V8 shows it between quotes. */
function textOf(realm: Machine["realm"], value: Value): string {
  return typeof value === "string" ? value : describe(realm, value)
}

interface SetLocals {
  key: PropertyKey
  value: Value
  receiver: Value
}

const setTrap = declareTrap<SetLocals>({
  name: "set",
  forward: (machine, target, { key, value, receiver }) => set(machine, target, key, value, receiver),
  args: (_machine, target, { key, value, receiver }) => [target, key, value, receiver],
  check(machine, frame, input, target) {
    const { key, value } = frame.locals
    if (frame.state === RESULT) {
      if (!toBoolean(input as Value)) return false
      frame.state = NEXT
      input = getOwnProperty(machine, target, key) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const own = input as unknown as Descriptor | undefined
    if (own === undefined || own.configurable) return true
    const where = " which exists in the proxy target as a non-configurable and non-writable"
    const truish = "trap returned truish for property"
    if (isAccessorDescriptor(own)) {
      if (own.set !== undefined) return true
      return refuse(machine, "set", key, truish, `${where} accessor property without a setter`)
    }
    if (own.writable || sameValue(flat(machine, own.value), flat(machine, value))) return true
    return refuse(machine, "set", key, truish, `${where} data property with a different value`)
  },
})

interface KeyLocals {
  key: PropertyKey
}

const hasTrap = declareTrap<KeyLocals>({
  name: "has",
  forward: (machine, target, { key }) => hasProperty(machine, target, key),
  args: (_machine, target, { key }) => [target, key as Value],
  check(machine, frame, input, target) {
    const { key } = frame.locals
    const falsish = "trap returned falsish for property"
    if (frame.state === RESULT) {
      if (toBoolean(input as Value)) return true
      frame.state = NEXT
      input = getOwnProperty(machine, target, key) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === NEXT) {
      const own = input as unknown as Descriptor | undefined
      if (own === undefined) return false
      if (!own.configurable) {
        return refuse(machine, "has", key, falsish, " which exists in the proxy target as non-configurable")
      }
      frame.state = AFTER
      input = isExtensible(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === true) return false
    return refuse(machine, "has", key, falsish, " but the proxy target is not extensible")
  },
})

const deleteTrap = declareTrap<KeyLocals>({
  name: "deleteProperty",
  forward: (machine, target, { key }) => deleteProperty(machine, target, key),
  args: (_machine, target, { key }) => [target, key as Value],
  check(machine, frame, input, target) {
    const { key } = frame.locals
    const truish = "trap returned truish for property"
    if (frame.state === RESULT) {
      if (!toBoolean(input as Value)) return false
      frame.state = NEXT
      input = getOwnProperty(machine, target, key) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === NEXT) {
      const own = input as unknown as Descriptor | undefined
      if (own === undefined) return true
      if (!own.configurable) {
        return refuse(
          machine,
          "deleteProperty",
          key,
          truish,
          " which is non-configurable in the proxy target",
        )
      }
      frame.state = AFTER
      input = isExtensible(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === true) return true
    return refuse(machine, "deleteProperty", key, truish, " but the proxy target is non-extensible")
  },
})

interface GetOwnLocals extends KeyLocals {
  result: Value
  own: Descriptor | undefined
  extensible: boolean
}

const GET_OWN = "getOwnPropertyDescriptor"

const getOwnTrap = declareTrap<GetOwnLocals>({
  name: GET_OWN,
  forward: (machine, target, { key }) => getOwnProperty(machine, target, key),
  args: (_machine, target, { key }) => [target, key as Value],
  check(machine, frame, input, target) {
    const { locals } = frame
    const { key } = locals
    if (frame.state === RESULT) {
      const result = (locals.result = input as Value)
      if (result !== undefined && !isObject(result)) {
        return refuse(machine, GET_OWN, key, "trap returned neither object nor undefined for property", "")
      }
      frame.state = NEXT
      input = getOwnProperty(machine, target, key) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === NEXT) {
      const own = (locals.own = input as unknown as Descriptor | undefined)
      if (locals.result === undefined) {
        if (own === undefined) return undefined
        if (!own.configurable) {
          const after = " which is non-configurable in the proxy target"
          return refuse(machine, GET_OWN, key, "trap returned undefined for property", after)
        }
      }
      frame.state = AFTER
      input = isExtensible(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === AFTER) {
      locals.extensible = input as boolean
      if (locals.result === undefined) {
        if (locals.extensible) return undefined
        const after = " which exists in the non-extensible proxy target"
        return refuse(machine, GET_OWN, key, "trap returned undefined for property", after)
      }
      frame.state = LAST
      input = toPropertyDescriptor(machine, locals.result) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return checkReported(machine, locals, completePropertyDescriptor(input as unknown as Descriptor))
  },
})

function checkReported(machine: Machine, locals: GetOwnLocals, reported: Descriptor): Completion {
  const { key, own, extensible } = locals
  if (!isChangeAllowed(reported, own, extensible)) {
    const after = " that is incompatible with the existing property in the proxy target"
    return refuse(machine, GET_OWN, key, "trap returned descriptor for property", after)
  }
  if (reported.configurable === false) {
    if (own === undefined || own.configurable) {
      const after = " which is either non-existent or configurable in the proxy target"
      return refuse(machine, GET_OWN, key, "trap reported non-configurability for property", after)
    }
    if (reported.writable === false && own.writable === true) {
      const after = " which is non-configurable, non-writable in the proxy target"
      return refuse(machine, GET_OWN, key, "trap reported non-configurable and writable for property", after)
    }
  }
  return reported as unknown as Completion
}

interface DefineLocals extends KeyLocals {
  descriptor: Descriptor
  own: Descriptor | undefined
}

const defineTrap = declareTrap<DefineLocals>({
  name: "defineProperty",
  forward: (machine, target, { key, descriptor }) => defineOwnProperty(machine, target, key, descriptor),
  args: (machine, target, { key, descriptor }) => [
    target,
    key as Value,
    fromPropertyDescriptor(machine, descriptor),
  ],
  check(machine, frame, input, target) {
    const { locals } = frame
    if (frame.state === RESULT) {
      if (!toBoolean(input as Value)) return false
      frame.state = NEXT
      input = getOwnProperty(machine, target, locals.key) as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === NEXT) {
      locals.own = input as unknown as Descriptor | undefined
      frame.state = AFTER
      input = isExtensible(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    return checkDefined(machine, locals, input as boolean)
  },
})

function checkDefined(
  machine: Machine,
  { key, descriptor, own }: DefineLocals,
  extensible: boolean,
): Completion {
  const fixed = descriptor.configurable === false
  const defining = "trap returned truish for defining non-configurable property"
  const elsewhere = " which is either non-existent or configurable in the proxy target"
  // V8's sentences about an added property have two spaces here.
  const adding = "trap returned truish for adding property"
  if (own === undefined) {
    if (!extensible)
      return refuse(machine, "defineProperty", key, adding, "  to the non-extensible proxy target")
    return fixed ? refuse(machine, "defineProperty", key, defining, elsewhere) : true
  }
  if (!isChangeAllowed(descriptor, own, extensible)) {
    const after = "  that is incompatible with the existing property in the proxy target"
    return refuse(machine, "defineProperty", key, adding, after)
  }
  if (fixed && own.configurable) return refuse(machine, "defineProperty", key, defining, elsewhere)
  if (isDataDescriptor(own) && !own.configurable && own.writable && descriptor.writable === false) {
    return refuse(machine, "defineProperty", key, defining, " which cannot be non-writable")
  }
  return true
}

interface KeysLocals {
  result: PropertyKey[]
  /** Keys of the result, less those that the target has. */
  unchecked: Collection | null
  extensible: boolean
  targetKeys: PropertyKey[]
  /** Of the target's keys: those seen to be fixed, and the rest. */
  fixed: PropertyKey[]
  loose: PropertyKey[]
  index: number
}

const keysTrap = declareTrap<KeysLocals>({
  name: "ownKeys",
  forward: (machine, target) => ownKeys(machine, target),
  args: (_machine, target) => [target],
  check(machine, frame, input, target) {
    const { locals } = frame
    if (frame.state === RESULT) {
      frame.state = NEXT
      input = createListFromArrayLike(machine, input as Value, true) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === NEXT) {
      if (locals.unchecked === null) {
        locals.result = input as unknown as PropertyKey[]
        locals.unchecked = new Collection()
      }
      for (; locals.index < locals.result.length; locals.index++) {
        if (machine.fuel < 0) return pause(machine, frame)
        machine.charge(1)
        if (!machine.allocate(ENTRY_BYTES)) return ABRUPT
        const key = locals.result[locals.index]!
        if (locals.unchecked.has(key))
          return throwTypeError(machine, "'ownKeys' on proxy: trap returned duplicate entries")
        locals.unchecked.set(key, undefined)
      }
      locals.index = 0
      frame.state = AFTER
      input = isExtensible(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === AFTER) {
      locals.extensible = input as boolean
      frame.state = LAST
      input = ownKeys(machine, target) as unknown as Completion
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === LAST) {
      locals.targetKeys = input as unknown as PropertyKey[]
      frame.state = LAST + 1
    }
    return classifyKeys(machine, frame, input, target)
  },
})

function classifyKeys(
  machine: Machine,
  frame: NativeFrame<KeysLocals & TrapLocals>,
  input: Completion,
  target: JSObject,
): Completion {
  const { locals } = frame
  for (;;) {
    if (frame.state === LAST + 2) {
      const own = input as unknown as Descriptor | undefined
      const key = locals.targetKeys[locals.index++]!
      ;(own !== undefined && !own.configurable ? locals.fixed : locals.loose).push(key)
      frame.state = LAST + 1
    }
    if (frame.state === LAST + 3) return checkKeys(machine, frame)
    if (locals.index >= locals.targetKeys.length) {
      locals.index = 0
      frame.state = LAST + 3
      continue
    }
    if (machine.fuel < 0) return pause(machine, frame)
    machine.charge(1)
    frame.state = LAST + 2
    input = getOwnProperty(machine, target, locals.targetKeys[locals.index]!) as Completion
    if (input === ABRUPT) return leaveNative(machine, frame)
  }
}

function checkKeys(machine: Machine, frame: NativeFrame<KeysLocals & TrapLocals>): Completion {
  const { locals } = frame
  const { result, extensible, fixed, loose } = locals
  const unchecked = locals.unchecked!
  const count = fixed.length + (extensible ? 0 : loose.length)
  for (; locals.index < count; locals.index++) {
    if (machine.fuel < 0) return pause(machine, frame)
    machine.charge(1)
    const key = fixed[locals.index] ?? loose[locals.index - fixed.length]!
    if (!unchecked.delete(key)) {
      return throwTypeError(machine, `'ownKeys' on proxy: trap result did not include '${describeKey(key)}'`)
    }
  }
  if (!extensible && unchecked.size > 0) {
    return throwTypeError(
      machine,
      "'ownKeys' on proxy: trap returned extra keys but proxy target is non-extensible",
    )
  }
  return result as unknown as Completion
}

interface ResultLocals {
  result: Value
}

const getPrototypeTrap = declareTrap<ResultLocals>({
  name: "getPrototypeOf",
  forward: (machine, target) => getPrototypeOf(machine, target),
  args: (_machine, target) => [target],
  check(machine, frame, input, target) {
    const { locals } = frame
    if (frame.state === RESULT) {
      locals.result = input as Value
      if (!isObject(input) && input !== null) {
        return throwTypeError(machine, "'getPrototypeOf' on proxy: trap returned neither object nor null")
      }
      frame.state = NEXT
      input = isExtensible(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === NEXT) {
      if (input === true) return locals.result
      frame.state = AFTER
      input = getPrototypeOf(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === locals.result) return locals.result
    const sentence = "proxy target is non-extensible but the trap did not return its actual prototype"
    return throwTypeError(machine, `'getPrototypeOf' on proxy: ${sentence}`)
  },
})

const setPrototypeTrap = declareTrap<{ prototype: JSObject | null }>({
  name: "setPrototypeOf",
  forward: (machine, target, { prototype }) => setPrototypeOf(machine, target, prototype),
  args: (_machine, target, { prototype }) => [target, prototype],
  check(machine, frame, input, target) {
    if (frame.state === RESULT) {
      if (!toBoolean(input as Value)) return false
      frame.state = NEXT
      input = isExtensible(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (frame.state === NEXT) {
      if (input === true) return true
      frame.state = AFTER
      input = getPrototypeOf(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === frame.locals.prototype) return true
    const sentence = "trap returned truish for setting a new prototype on the non-extensible proxy target"
    return throwTypeError(machine, `'setPrototypeOf' on proxy: ${sentence}`)
  },
})

const isExtensibleTrap = declareTrap<ResultLocals>({
  name: "isExtensible",
  forward: (machine, target) => isExtensible(machine, target),
  args: (_machine, target) => [target],
  check(machine, frame, input, target) {
    const { locals } = frame
    if (frame.state === RESULT) {
      locals.result = toBoolean(input as Value)
      frame.state = NEXT
      input = isExtensible(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === locals.result) return input
    const sentence = `trap result does not reflect extensibility of proxy target (which is '${String(input)}')`
    return throwTypeError(machine, `'isExtensible' on proxy: ${sentence}`)
  },
})

const preventExtensionsTrap = declareTrap<object>({
  name: "preventExtensions",
  forward: (machine, target) => preventExtensions(machine, target),
  args: (_machine, target) => [target],
  check(machine, frame, input, target) {
    if (frame.state === RESULT) {
      if (!toBoolean(input as Value)) return false
      frame.state = NEXT
      input = isExtensible(machine, target)
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    if (input === false) return true
    return throwTypeError(
      machine,
      "'preventExtensions' on proxy: trap returned truish but the proxy target is extensible",
    )
  },
})

interface CallLocals {
  thisValue: Value
  args: Value[]
}

const callTrap = declareTrap<CallLocals>({
  name: "apply",
  forward: (machine, target, { thisValue, args }) => call(machine, target, thisValue, args),
  args: (machine, target, { thisValue, args }) => [target, thisValue, createArray(machine, args.slice())],
  check: (_machine, _frame, input) => input,
})

interface ConstructLocals {
  args: Value[]
  newTarget: JSObject
}

const constructTrap = declareTrap<ConstructLocals>({
  name: "construct",
  forward: (machine, target, { args, newTarget }) => construct(machine, target, args, newTarget),
  args: (machine, target, { args, newTarget }) => [target, createArray(machine, args.slice()), newTarget],
  check(machine, _frame, input) {
    if (isObject(input)) return input
    const text = textOf(machine.realm, input as Value)
    return throwTypeError(machine, `'construct' on proxy: trap returned non-object ('${text}')`)
  },
})

/** 10.5.8. */
export function proxyGet(machine: Machine, proxy: JSObject, key: PropertyKey, receiver: Value): Completion {
  return getTrap.start(machine, start<GetLocals>(proxy, { key, receiver, result: undefined }))
}

/** 10.5.9. */
export function proxySet(
  machine: Machine,
  proxy: JSObject,
  key: PropertyKey,
  value: Value,
  receiver: Value,
): Completion<boolean> {
  return setTrap.start(machine, start<SetLocals>(proxy, { key, value, receiver })) as Completion<boolean>
}

/** 10.5.7. */
export function proxyHas(machine: Machine, proxy: JSObject, key: PropertyKey): Completion<boolean> {
  return hasTrap.start(machine, start<KeyLocals>(proxy, { key })) as Completion<boolean>
}

/** 10.5.10. */
export function proxyDelete(machine: Machine, proxy: JSObject, key: PropertyKey): Completion<boolean> {
  return deleteTrap.start(machine, start<KeyLocals>(proxy, { key })) as Completion<boolean>
}

/** 10.5.5. */
export function proxyGetOwnProperty(
  machine: Machine,
  proxy: JSObject,
  key: PropertyKey,
): Completion<Descriptor | undefined> {
  const locals = start<GetOwnLocals>(proxy, { key, result: undefined, own: undefined, extensible: false })
  return getOwnTrap.start(machine, locals) as unknown as Completion<Descriptor | undefined>
}

/** 10.5.6. */
export function proxyDefineOwnProperty(
  machine: Machine,
  proxy: JSObject,
  key: PropertyKey,
  descriptor: Descriptor,
): Completion<boolean> {
  const locals = start<DefineLocals>(proxy, { key, descriptor, own: undefined })
  return defineTrap.start(machine, locals) as Completion<boolean>
}

/** 10.5.11. */
export function proxyOwnKeys(machine: Machine, proxy: JSObject): Completion<PropertyKey[]> {
  const locals: KeysLocals = {
    result: [],
    unchecked: null,
    extensible: false,
    targetKeys: [],
    fixed: [],
    loose: [],
    index: 0,
  }
  return keysTrap.start(machine, start(proxy, locals)) as unknown as Completion<PropertyKey[]>
}

/** 10.5.1. */
export function proxyGetPrototypeOf(machine: Machine, proxy: JSObject): Completion<JSObject | null> {
  return getPrototypeTrap.start(machine, start(proxy, { result: undefined })) as Completion<JSObject | null>
}

/** 10.5.2. */
export function proxySetPrototypeOf(
  machine: Machine,
  proxy: JSObject,
  prototype: JSObject | null,
): Completion<boolean> {
  return setPrototypeTrap.start(machine, start(proxy, { prototype })) as Completion<boolean>
}

/** 10.5.3. */
export function proxyIsExtensible(machine: Machine, proxy: JSObject): Completion<boolean> {
  return isExtensibleTrap.start(machine, start(proxy, { result: undefined })) as Completion<boolean>
}

/** 10.5.4. */
export function proxyPreventExtensions(machine: Machine, proxy: JSObject): Completion<boolean> {
  return preventExtensionsTrap.start(machine, start(proxy, {})) as Completion<boolean>
}

/** 10.5.12. */
export function proxyCall(machine: Machine, proxy: JSObject, thisValue: Value, args: Value[]): Completion {
  return callTrap.start(machine, start(proxy, { thisValue, args }))
}

/** 10.5.13. */
export function proxyConstruct(
  machine: Machine,
  proxy: JSObject,
  args: Value[],
  newTarget: JSObject,
): Completion {
  return constructTrap.start(machine, start(proxy, { args, newTarget }))
}
