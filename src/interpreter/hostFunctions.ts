/**
 * Functions whose bodies are the host's: `search` and the globals of extensions. A call is a request; the machine waits
 * for the reply.
 */
import { NativeFunction } from "../objects/function.ts"
import { type JSObject, Kind } from "../objects/object.ts"
import { defineProperty, slotKeys } from "../objects/properties.ts"
import { HIDDEN } from "../objects/shape.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { call, leaveNative } from "./call.ts"
import { dataProperty } from "./describe.ts"
import { type HostRequest, type Machine } from "./machine.ts"
import { type NativeEntry, nativeFunction, steps } from "./native.ts"
import { createObject } from "./operations.ts"
import { type Reduced, reduce } from "./plain.ts"
import { fulfillPromise, newPromise } from "./promises.ts"
import { throwTypeError } from "./throws.ts"

/** A program searches the catalog. The reply is the answer, made by {@link searchAnswer}. */
export interface SearchRequest extends HostRequest {
  readonly type: "search"
  /** Plain data, or undefined. */
  readonly argument: Value
}

/** A program calls a function of an extension. The reply is what it gives. */
export interface ExtensionRequest extends HostRequest {
  readonly type: "extension"
  /** The number of the function: of a global in the runtime's table, or of one that came in a result. */
  readonly function: number
  readonly held: boolean
  readonly args: Value[]
}

const searchSteps = steps<{ argument: Value }>({
  name: "Search",
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = reduce(machine, frame.locals.argument, { name: "request", isResult: false })
      if (input === ABRUPT) return leaveNative(machine, frame)
    }
    const { value, refusal } = input as unknown as Reduced
    if (refusal !== null) return throwTypeError(machine, refusal)
    const request: SearchRequest = { type: "search", argument: value }
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

function chained(name: "then" | "catch" | "finally"): NativeEntry {
  return nativeFunction(`search answer ${name}`, name, name === "then" ? 2 : 1, (machine, _this, args, _target, callee) => {
    const [answer] = (callee.data as NativeFunction).captures as [JSObject]
    const promise = newPromise(machine)
    fulfillPromise(machine, promise, answer)
    const method = dataProperty(machine.realm, machine.realm.intrinsic("Promise.prototype"), name)
    return call(machine, method, promise, args)
  })
}
const chainedEntries = [chained("then"), chained("catch"), chained("finally")]

/** An answer that can be used at once, awaited, and chained: the plain answer with hidden methods of a promise for it. */
export function searchAnswer(machine: Machine, plain: JSObject): JSObject {
  const { realm } = machine
  const answer = createObject(machine)
  for (const key of slotKeys(realm, plain)) defineProperty(realm, answer, key, dataProperty(realm, plain, key))
  for (const entry of chainedEntries) {
    defineProperty(realm, answer, entry.functionName, realm.newNative(entry, [plain]), HIDDEN)
  }
  return answer
}

function askExtension(held: boolean) {
  return (machine: Machine, _this: Value, args: Value[], _target: JSObject | undefined, callee: JSObject): Completion => {
    const [number] = (callee.data as NativeFunction).captures as [number]
    const request: ExtensionRequest = { type: "extension", function: number, held, args }
    return machine.ask(request)
  }
}

const globalEntry = nativeFunction("extension global", "", 0, askExtension(false))
const heldEntry = nativeFunction("extension result", "", 0, askExtension(true))

/** A function of an extension, by its number in the runtime's table. */
export function newGlobalFunction(machine: Machine, number: number, name: string, length: number): JSObject {
  const made = machine.realm.newNative(globalEntry, [number])
  defineProperty(machine.realm, made, "name", name, 4)
  defineProperty(machine.realm, made, "length", length, 4)
  return made
}

/** A function that came in an extension's result. */
export function newHeldFunction(machine: Machine, number: number, name: string): JSObject {
  const made = machine.realm.newNative(heldEntry, [number])
  defineProperty(machine.realm, made, "name", name, 4)
  return made
}

/** The number of a function that came in a result, or -1. */
export function heldNumber(value: JSObject): number {
  if (value.kind !== Kind.Native) return -1
  const { entry, captures } = value.data as NativeFunction<NativeEntry>
  return entry === heldEntry ? (captures[0] as number) : -1
}

/** Functions of this module that a saved run may hold. */
export const hostFunctionEntries: readonly NativeEntry[] = [search, ...chainedEntries, globalEntry, heldEntry]
