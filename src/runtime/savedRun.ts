/**
 * A run's own record as it is saved beside its machine: program, limits, calls, clocks. Positional, as each state repeats it.
 * What is read back is checked in every part.
 */
import type { Resolved as ResolvedLimits } from "../Limits.ts"
import type { Artifact } from "../Result.ts"
import { malformed } from "../snapshot/format.ts"
import type { Steps } from "./held.ts"

/** A call in flight. */
export interface CallData {
  readonly runId: string
  readonly id: number
  readonly path: string
  readonly state: "queued" | "running" | "started"
  readonly kind: "plain" | "idempotent" | "durable"
  readonly argument: unknown
  readonly data: unknown
  readonly ranMs: number
}

export interface SavedRun {
  readonly source: string
  readonly bindings: ReadonlyArray<string>
  readonly timeZone: string
  readonly locale: string
  readonly limits: ResolvedLimits
  /** A hash of the extensions that the program sees. */
  readonly extensions: string
  readonly nextCall: number
  /** Names of admitted calls. */
  readonly toolCalls: ReadonlyArray<string>
  readonly computedMs: number
  readonly activeMs: number
  readonly droppedLogs: number
  readonly artifacts: ReadonlyArray<Artifact>
  /** What extensions counted for the run. */
  readonly amounts: ReadonlyArray<readonly [name: string, amount: number]>
  readonly calls: ReadonlyArray<CallData>
  /** Names of the modules that the program loaded. */
  readonly modules: ReadonlyArray<string>
  /** Of each function that came in an extension's result: the value's number and the way into it; null where it is lost. */
  readonly held: ReadonlyArray<readonly [value: number, steps: Steps] | null>
  /** Values that extensions gave, as their `encode` put them. */
  readonly values: ReadonlyArray<readonly [extension: string, data: unknown]>
}

const limitNames = [
  "timeoutMs",
  "computeMs",
  "maxToolCalls",
  "maxConcurrentToolCalls",
  "toolTimeoutMs",
  "maxOutputBytes",
  "maxMemoryBytes",
  "maxSourceBytes",
] as const satisfies ReadonlyArray<keyof ResolvedLimits>

export function toList(saved: SavedRun): ReadonlyArray<unknown> {
  return [
    saved.source,
    saved.bindings,
    saved.timeZone,
    saved.locale,
    limitNames.map((name) => (saved.limits[name] === Infinity ? null : saved.limits[name])),
    saved.extensions,
    saved.nextCall,
    saved.toolCalls,
    saved.computedMs,
    saved.activeMs,
    saved.droppedLogs,
    saved.calls.map((call) => [
      call.runId, call.id, call.path, call.state, call.kind, call.argument, call.data, call.ranMs,
    ]), // prettier-ignore
    saved.modules,
    saved.held,
    saved.values,
    saved.artifacts.map(({ name, mediaType, encoding, data }) => [name, mediaType, encoding, data]),
    saved.amounts,
  ]
}

const length = 17

/** Throws `MalformedError`. */
export function fromList(list: unknown): SavedRun {
  const parts = listOf(list)
  if (parts.length !== length) malformed("its record of the run has other parts")
  const nextCall = amount(parts[6])
  return {
    source: text(parts[0]),
    bindings: listOf(parts[1]).map(text),
    timeZone: text(parts[2]),
    locale: text(parts[3]),
    limits: limitsOf(listOf(parts[4])),
    extensions: text(parts[5]),
    nextCall: whole(nextCall),
    toolCalls: listOf(parts[7]).map(text),
    computedMs: amount(parts[8]),
    activeMs: amount(parts[9]),
    droppedLogs: whole(amount(parts[10])),
    calls: callsOf(listOf(parts[11]), nextCall),
    modules: listOf(parts[12]).map(text),
    held: listOf(parts[13]).map(heldOf),
    values: listOf(parts[14]).map(valueOf),
    artifacts: listOf(parts[15]).map(artifactOf),
    amounts: listOf(parts[16]).map(amountOf),
  }
}

const listOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? (value as ReadonlyArray<unknown>) : malformed("a list of the run is none")
const text = (value: unknown): string =>
  typeof value === "string" ? value : malformed("a name of the run is none")
const amount = (value: unknown): number =>
  typeof value === "number" && value >= 0 && Number.isFinite(value)
    ? value
    : malformed("an amount of the run is none")
const whole = (value: number): number =>
  Number.isSafeInteger(value) ? value : malformed("a number of the run is not whole")

function limitsOf(list: ReadonlyArray<unknown>): ResolvedLimits {
  if (list.length !== limitNames.length) malformed("its limits are others")
  return Object.fromEntries(
    limitNames.map((name, index) => [name, list[index] === null ? Infinity : amount(list[index])]),
  ) as unknown as ResolvedLimits
}

const states = ["queued", "running", "started"] as const
const kinds = ["plain", "idempotent", "durable"] as const

function callsOf(list: ReadonlyArray<unknown>, nextCall: number): ReadonlyArray<CallData> {
  const calls = list.map((one) => callOf(listOf(one)))
  const ids = new Set(calls.map(({ id }) => id))
  if (ids.size !== calls.length || calls.some(({ id }) => id >= nextCall))
    malformed("its calls have wrong numbers")
  return calls
}

function callOf([runId, id, path, state, kind, argument, data, ranMs]: ReadonlyArray<unknown>): CallData {
  const call: CallData = {
    runId: text(runId),
    id: whole(amount(id)),
    path: text(path),
    state: states.find((one) => one === state) ?? malformed("a call is in no such state"),
    kind: kinds.find((one) => one === kind) ?? malformed("a call is of no such kind"),
    argument,
    data,
    ranMs: amount(ranMs),
  }
  if (call.state === "running" && call.kind !== "idempotent")
    malformed("a call that cannot run again was running")
  if (call.state === "started" && call.kind !== "durable") malformed("a call that cannot be started was")
  return call
}

function artifactOf(value: unknown): Artifact {
  const [name, mediaType, encoding, data] = listOf(value)
  if (encoding !== "text" && encoding !== "base64") malformed("an artifact is encoded otherwise")
  return {
    name: text(name),
    mediaType: text(mediaType),
    encoding: encoding as Artifact["encoding"],
    data: text(data),
  }
}

function amountOf(value: unknown): readonly [string, number] {
  const [name, counted] = listOf(value)
  return [text(name), amount(counted)]
}

function heldOf(value: unknown): readonly [number, Steps] | null {
  if (value === null) return null
  const [number, steps] = listOf(value)
  return [whole(amount(number)), listOf(steps).map((step) => (typeof step === "number" ? step : text(step)))]
}

function valueOf(value: unknown): readonly [string, unknown] {
  const [extension, data] = listOf(value)
  return [text(extension), data]
}
