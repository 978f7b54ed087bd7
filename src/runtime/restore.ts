/** A run from a state, which may be anybody's: all of it is checked before anything of it runs or is told to the host. */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import { hiddenEntry } from "../interpreter/hidden.ts"
import { endingEntries } from "../interpreter/ending.ts"
import { guestSources, guestUnit } from "../interpreter/guest.ts"
import { hostFunctionEntries, isHeldFunction } from "../interpreter/hostFunctions.ts"
import type { ProgramUnit } from "../interpreter/compile.ts"
import type { Machine } from "../interpreter/machine.ts"
import type { NativeEntry } from "../interpreter/native.ts"
import { timerEntries } from "../interpreter/timers.ts"
import { TraceLine } from "../interpreter/throws.ts"
import { nodeAt, ToolReferences, ToolSlots } from "../interpreter/tools.ts"
import { lower } from "../Limits.ts"
import { toolExpression } from "../Namespace.ts"
import { JSObject, Kind } from "../objects/object.ts"
import type { Value } from "../objects/value.ts"
import { decodeData, decodeMachine } from "../snapshot/decode.ts"
import { isOfBuild, toBytes, unseal } from "../snapshot/envelope.ts"
import { isValue } from "../snapshot/fieldTypes.ts"
import { malformed, MalformedError } from "../snapshot/format.ts"
import { capturingEntries } from "../stdlib/globals.ts"
import { build } from "./build.ts"
import type { CallRecord } from "./calls.ts"
import { type Begun, type HostFiber, Refused } from "./execute.ts"
import { hostFunction } from "./extensionCalls.ts"
import { digest } from "./digest.ts"
import { extensionsHash } from "./extensionsHash.ts"
import { follow } from "./held.ts"
import { builtInNames, newMachine } from "./newMachine.ts"
import type { Parts } from "./parts.ts"
import { utf8Length } from "./report.ts"
import { Run, RunData } from "./run.ts"
import { type CallData, fromList, type SavedRun } from "./savedRun.ts"
import { SnapshotError } from "./snapshotErrors.ts"

/** Makes the run that a state holds, its calls going on. */
export function restoreRun(
  parts: Parts,
  state: unknown,
  runId: string,
  fiber: HostFiber,
): Begun | Refused<SnapshotError> {
  try {
    return restored(parts, state, runId, fiber)
  } catch (error) {
    if (error instanceof MalformedError) return refused(`The state cannot be resumed: ${error.message}.`)
    // a state that no check of ours foresaw is still only a state
    return refused(
      `The state cannot be resumed: ${error instanceof RangeError ? "it is too deep" : "it is not sound"}.`,
    )
  }
}

const refused = (message: string): Refused<SnapshotError> => new Refused(new SnapshotError({ message }))

function restored(parts: Parts, state: unknown, runId: string, fiber: HostFiber): Begun {
  const bytes = bytesOf(state, parts.limits.maxMemoryBytes)
  const content = unseal(bytes, build(), parts.snapshotKey, digest)
  const saved = fromList(decodeData(content.header))
  const own: Parts = { ...parts, limits: lower(saved.limits, parts.limits) }
  checkHost(saved, own)
  const unit = own.units.compile(saved.source, builtInNames, saved.bindings)
  if (unit === "needs-types") return unit
  if ("message" in unit) malformed("its program does not parse")
  const { timeZone, locale } = saved
  const machine = newMachine({
    timeZone,
    locale,
    maxMemoryBytes: own.limits.maxMemoryBytes,
    randomSeed: [0, 0, 0, 1],
  })
  const run = new Run(
    own,
    machine,
    dataOf(saved, runId),
    fiber.context as Context.Context<unknown>,
    fiber.getRef(Clock.Clock),
  )
  run.isRestored = true
  run.program = { source: saved.source, bindings: saved.bindings, unit: unit as ProgramUnit }
  const { extra, held } = readMachine(content.machine, machine, own, unit as ProgramUnit)
  restoreGlobals(run, saved, extra)
  const calls = callsOf(run, saved, extra)
  bringBack(run, saved, held)
  for (const [call, ranMs] of calls) run.calls.admit(call, own.tools.get(call.path)!, ranMs)
  return run
}

/** Room for what the host keeps beside the program's own values. */
const hostBytes = 16 * 1024 * 1024

function bytesOf(state: unknown, maxMemoryBytes: number): Uint8Array {
  const isBytes = state instanceof Uint8Array
  const length = isBytes ? state.length : lengthOf(state)
  if (length > maxMemoryBytes + hostBytes)
    malformed(`its ${length} bytes are more than maxMemoryBytes allows`)
  if (isBytes) return state
  if (length > 0 && !isOfBuild(state, build())) malformed("it was made by another build")
  return toBytes(state)
}

function lengthOf(state: unknown): number {
  const content: unknown =
    typeof state === "object" && state !== null
      ? (state as { readonly content?: unknown }).content
      : undefined
  return typeof content === "string" ? Math.floor((content.length / 4) * 3) : 0
}

const entries = new Map<string, NativeEntry>(
  [...capturingEntries, ...hostFunctionEntries, ...endingEntries, ...timerEntries].map((entry) => [
    entry.path,
    entry,
  ]),
)

/** Fills a fresh machine; gives the host's own references into it, and the functions that came in extensions' results. */
export function readMachine(
  bytes: Uint8Array,
  machine: Machine,
  parts: Parts,
  unit: ProgramUnit,
): { readonly extra: Extra; readonly held: ReadonlyArray<JSObject> } {
  const held: Array<JSObject> = []
  const extra = decodeMachine(bytes, machine, {
    unitOf: (name) => unitOf(name, unit),
    entryOf: (path) => entries.get(path) ?? hiddenEntry(path),
    complete: completion(machine, parts, held),
  })
  return { extra, held }
}

function unitOf(name: string, program: ProgramUnit) {
  if (name === program.name) return program
  return guestSources.has(name) ? guestUnit(name) : undefined
}

const dataOf = (saved: SavedRun, runId: string): RunData =>
  Object.assign(new RunData(runId), {
    nextCall: saved.nextCall,
    toolCalls: saved.toolCalls.map((name) => ({ name })),
    computedMs: saved.computedMs,
    activeMs: saved.activeMs,
    droppedLogs: saved.droppedLogs,
    artifacts: [...saved.artifacts],
    amounts: new Map(saved.amounts),
  } satisfies Partial<RunData>)

/** What the state needs of this runtime. */
function checkHost(saved: SavedRun, parts: Parts): void {
  if (saved.extensions !== extensionsHash(parts.globals))
    malformed("its extensions are not those of this runtime")
  const { maxSourceBytes } = parts.limits
  if (utf8Length(saved.source) > maxSourceBytes)
    malformed(`its program is longer than maxSourceBytes = ${maxSourceBytes}`)
  for (const { path, kind } of saved.calls) {
    const tool = parts.tools.get(path)
    if (tool === undefined)
      malformed(`it waits for ${toolExpression(path)}, which this runtime does not have`)
    if (tool!.execution.kind !== kind)
      malformed(`it waits for ${toolExpression(path)} as a tool that is ${kind}, which it is not here`)
  }
  if (saved.timeZone !== parts.timeZone || saved.locale !== parts.locale) checkZone(saved)
}

/** Not those of this runtime, which are known to be right: asking the host takes as long as half of a small state. */
function checkZone({ timeZone, locale }: SavedRun): void {
  try {
    Intl.DateTimeFormat(locale, { timeZone })
  } catch {
    malformed("its time zone or its locale is none")
  }
}

/** References into `tools` get their place in this runtime's tree. */
function completion(machine: Machine, parts: Parts, held: Array<JSObject>): (object: JSObject) => void {
  const references = new ToolReferences(parts.tree, machine.realm)
  return (object) => {
    if (isHeldFunction(object)) held.push(object)
    if (object.kind !== Kind.Tool) return
    const { path } = object.data as ToolSlots
    const node = nodeAt(parts.tree, path)
    object.data = new ToolSlots(references, path, node)
    if (node !== null) references.made.set(path, object)
  }
}

type Extra = Readonly<Record<string, unknown>>

const listOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : malformed("the host's own part is none")

function restoreGlobals(run: Run, { modules: names }: SavedRun, extra: Extra): void {
  const { parts } = run
  const values = listOf(extra["globals"])
  const modules = listOf(extra["modules"])
  if (values.length !== parts.globals.names.length || !values.every(isValue))
    malformed("its globals are others")
  if (modules.length !== names.length || !modules.every((one) => one instanceof JSObject))
    malformed("its modules are others")
  run.globals = new Map(parts.globals.names.map((name, index) => [name, values[index] as Value]))
  for (const [index, name] of names.entries()) run.modules.set(name, modules[index] as JSObject)
}

function callsOf(run: Run, { calls }: SavedRun, extra: Extra): ReadonlyArray<readonly [CallRecord, number]> {
  const promises = listOf(extra["promises"])
  const traces = listOf(extra["traces"])
  if (promises.length !== calls.length || traces.length !== calls.length) malformed("its calls do not agree")
  return calls.map((call, index) => [callOf(call, promises[index], listOf(traces[index])), call.ranMs])
}

function callOf(
  { runId, id, path, state, argument, data }: CallData,
  promise: unknown,
  trace: ReadonlyArray<unknown>,
): CallRecord {
  if (!(promise instanceof JSObject) || promise.kind !== Kind.Promise) malformed("a call has no promise")
  if (!trace.every((line) => line instanceof TraceLine)) malformed("a call was made nowhere")
  return {
    id,
    maker: { runId },
    path,
    state: state === "started" ? "started" : "decoding",
    argument,
    data,
    promise: promise as JSObject,
    trace: trace as ReadonlyArray<TraceLine>,
  }
}

/** Functions that came in extensions' results are those of the values that `decode` gives. */
function bringBack(run: Run, saved: SavedRun, held: ReadonlyArray<JSObject>): void {
  if (held.length !== saved.held.length) malformed("its extensions' values do not agree")
  const values = saved.values.map(([extension, data]) => ({
    extension,
    value: decoded(run.parts, extension, data),
  }))
  for (const [index, way] of saved.held.entries()) {
    if (way === null) continue
    const origin = values[way[0]] ?? malformed("its extensions' values do not agree")
    const end = follow(origin.value, way[1])
    if (typeof end?.found === "function")
      run.extensions.held.add(held[index]!, hostFunction(end.found, end.owner), origin)
  }
}

function decoded({ globals }: Parts, extension: string, data: unknown): unknown {
  const snapshot = globals.snapshots.get(extension) ?? malformed(`extension ${extension} brings nothing back`)
  try {
    return snapshot.decode(data)
  } catch (error) {
    return malformed(`extension ${extension} could not bring a value back: ${String(error)}`)
  }
}
