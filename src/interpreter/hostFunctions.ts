/**
 * Functions that a host adds to every program: `search`, `require` and the globals of extensions. A call is a request; the machine waits
 * for the reply.
 */
import { NativeFunction } from "../objects/function.ts"
import type { JSObject } from "../objects/object.ts"
import { defineProperty, slotKeys } from "../objects/properties.ts"
import { CONFIGURABLE, HIDDEN } from "../objects/shape.ts"
import { ABRUPT, type Value } from "../objects/value.ts"
import { call, leaveNative } from "./call.ts"
import { dataProperty, describe } from "./describe.ts"
import type { HostRequest, Machine } from "./machine.ts"
import { type NativeBody, type NativeEntry, nativeFunction, steps } from "./native.ts"
import { createArray, createObject, flat } from "./operations.ts"
import { findModule } from "./modules.ts"
import { type Reduced, reduce } from "./plain.ts"
import { fulfillPromise, newPromise } from "./promises.ts"
import { throwTypeError, trace, type TraceLine } from "./throws.ts"

/** A program searches the catalog. The reply is the answer, made by {@link searchAnswer}. */
export interface SearchRequest extends HostRequest {
  readonly type: "search"
  /** Plain data, or undefined. */
  readonly argument: Value
  /** Where the program called. */
  readonly trace: TraceLine[]
}

/** A program calls a function of an extension. The reply is what it gives; `callee` tells which function it is. */
export interface ExtensionRequest extends HostRequest {
  readonly type: "extension"
  readonly callee: JSObject
  /** A dense array without anything that could run code. */
  readonly args: JSObject
  readonly refusal: string | null
  /** Where the program called. */
  readonly trace: TraceLine[]
}

const searchSteps = steps<{ argument: Value }>({
  name: "Search",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = reduce(machine, frame.locals.argument, { name: "request", form: "argument" })
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const { value, refusal } = input as unknown as Reduced
    if (refusal !== null) return throwTypeError(machine, refusal)
    const request: SearchRequest = { type: "search", argument: value, trace: trace(machine) }
    return machine.ask(request)
  },
})

const search = nativeFunction("search", "search", 1, (machine, _this, args) =>
  searchSteps.start(machine, { argument: args[0] }),
)

/** The `search` function of a run. */
export function newSearch(machine: Machine): JSObject {
  return machine.realm.functionOf(search)
}

const require = nativeFunction("require", "require", 1, (machine, _this, args) => {
  const name = flat(machine, args[0])
  if (typeof name === "string") return findModule(machine, name)
  return throwTypeError(
    machine,
    `The "id" argument must be of type string. Received ${describe(machine.realm, name)}`,
  )
})

/** The `require` function of a run. */
export function newRequire(machine: Machine): JSObject {
  return machine.realm.functionOf(require)
}

function chained(name: "then" | "catch" | "finally"): NativeEntry {
  return nativeFunction(
    `search answer ${name}`,
    name,
    name === "then" ? 2 : 1,
    (machine, _this, args, _target, callee) => {
      const [answer] = (callee.data as NativeFunction).captures as [JSObject]
      const promise = newPromise(machine)
      fulfillPromise(machine, promise, answer)
      const method = dataProperty(machine.realm, machine.realm.intrinsic("Promise.prototype"), name)
      return call(machine, method, promise, args)
    },
  )
}
const chainedEntries = [chained("then"), chained("catch"), chained("finally")]

/** An answer that can be used at once, awaited, and chained: the plain answer with hidden methods of a promise for it. */
export function searchAnswer(machine: Machine, plain: JSObject): JSObject {
  const { realm } = machine
  const answer = createObject(machine)
  for (const key of slotKeys(realm, plain))
    defineProperty(realm, answer, key, dataProperty(realm, plain, key))
  for (const entry of chainedEntries) {
    defineProperty(realm, answer, entry.functionName, realm.newNative(entry, [plain]), HIDDEN)
  }
  return answer
}

const extensionSteps = steps<{ callee: JSObject; args: Value[] }>({
  name: "CallExtension",
  run(machine, frame, input) {
    const { callee, args } = frame.locals
    if (frame.state === 0) {
      frame.state = 1
      input = reduce(machine, createArray(machine, args), { name: "arguments", form: "structured" })
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const { value, refusal } = input as unknown as Reduced
    const request: ExtensionRequest = {
      type: "extension",
      callee,
      args: value as JSObject,
      refusal,
      trace: trace(machine),
    }
    return machine.ask(request)
  },
})

const askExtension: NativeBody = (machine, _this, args, _target, callee) =>
  extensionSteps.start(machine, { callee, args })

const globalEntry = nativeFunction("extension global", "", 0, askExtension)
const heldEntry = nativeFunction("extension result", "", 0, askExtension)

/** A function of an extension, by its number in the runtime's table. */
export function newGlobalFunction(machine: Machine, number: number, name: string, length: number): JSObject {
  const made = machine.realm.newNative(globalEntry, [number])
  defineProperty(machine.realm, made, "name", name, CONFIGURABLE)
  defineProperty(machine.realm, made, "length", length, CONFIGURABLE)
  return made
}

/** A function that came in an extension's result; which, the host knows by the object. */
export function newHeldFunction(machine: Machine, name: string, length: number): JSObject {
  const made = machine.realm.newNative(heldEntry, [])
  defineProperty(machine.realm, made, "name", name, CONFIGURABLE)
  defineProperty(machine.realm, made, "length", length, CONFIGURABLE)
  return made
}

/** Whether an object is a function that came in an extension's result. */
export function isHeldFunction({ data }: JSObject): boolean {
  return data instanceof NativeFunction && data.entry === heldEntry
}

/** The number of an extension's global function, or -1 of one that came in a result. */
export function globalNumber(callee: JSObject): number {
  const { entry, captures } = callee.data as NativeFunction<NativeEntry>
  return entry === globalEntry ? (captures[0] as number) : -1
}

/** Functions of this module that a saved run may hold. */
export const hostFunctionEntries: readonly NativeEntry[] = [
  search,
  require,
  ...chainedEntries,
  globalEntry,
  heldEntry,
]
