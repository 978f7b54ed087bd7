/** A run as bytes: what is saved and when that is allowed. The run is changed only once everything is saved. */
import { isHeldFunction } from "../interpreter/hostFunctions.ts"
import type { JSObject } from "../objects/object.ts"
import { toolExpression } from "../Namespace.ts"
import { describeError, isError } from "../ToolError.ts"
import type { DataValue, Suspended } from "../Result.ts"
import { encodeData, encodeParts } from "../snapshot/encode.ts"
import { seal, toJson } from "../snapshot/envelope.ts"
import { UnsavableError } from "../snapshot/format.ts"
import { build } from "./build.ts"
import { keyOf } from "./calls.ts"
import { digest } from "./digest.ts"
import { extensionsHash } from "./extensionsHash.ts"
import { type Held, stepsTo } from "./held.ts"
import type { Run } from "./run.ts"
import { type SavedRun, toList } from "./savedRun.ts"
import { SuspendError } from "./snapshotErrors.ts"

export interface SuspendOptions {
  /** The largest state that is acceptable, in bytes of its binary form. */
  readonly maxBytes?: number | undefined
}

/** Saves a run that is at rest and ends it here; or says why it cannot be saved, and leaves it as it is. */
export function suspendRun(run: Run, { maxBytes = Infinity }: SuspendOptions): SuspendError | undefined {
  run.settle()
  if (run.hasEnded) return undefined
  const running = blockingCalls(run)
  if (running.length > 0) {
    const names = running.map(({ path }) => path).join(", ")
    return new SuspendError({
      message: `The run cannot be saved while these calls are running: ${names}.`,
      running,
    })
  }
  const bytes = saveOr(run)
  if (bytes instanceof SuspendError) return bytes
  if (bytes.length > maxBytes) {
    const message = `The state has ${bytes.length} bytes; maxBytes = ${maxBytes} are allowed.`
    return new SuspendError({ message, running: [] })
  }
  run.leave(suspended(run, bytes))
  return undefined
}

function suspended(run: Run, bytes: Uint8Array): Suspended {
  const waiting = run.calls.saved().map(({ call }) => ({ key: keyOf(call), path: call.path }))
  return { ok: "suspended", state: toJson(bytes) as unknown as DataValue, waiting }
}

function blockingCalls({ calls, extensions }: Run): SuspendError["running"] {
  return [
    ...calls.blocking().map((call) => ({ key: keyOf(call), path: toolExpression(call.path) })),
    ...extensions.running(),
  ]
}

function saveOr(run: Run): Uint8Array | SuspendError {
  try {
    return saveRun(run)
  } catch (error) {
    const why =
      isError(error) && error instanceof UnsavableError
        ? error.message
        : `what the host gave cannot be read: ${describeError(error, "report")}`
    return new SuspendError({ message: `The run cannot be saved: ${why}.`, running: [] })
  }
}

/** The whole state of a run at rest. Throws `UnsavableError`. */
export function saveRun(run: Run): Uint8Array {
  const { machine, calls, globals, modules } = run
  const held = new HeldValues(run)
  const inFlight = calls.saved().map(({ call }) => call)
  const parts = encodeParts(
    machine,
    {
      promises: inFlight.map(({ promise }) => promise),
      traces: inFlight.map(({ trace }) => [...trace]),
      globals: [...globals.values()],
      modules: [...modules.values()],
    },
    (object) => {
      if (isHeldFunction(object)) held.add(object)
    },
  )
  const header = encodeData(toList({ ...recordOf(run), held: held.list, values: held.values }))
  return seal({ fingerprint: build(), header, machine: parts }, run.parts.snapshotKey, digest)
}

function recordOf(run: Run): Omit<SavedRun, "held" | "values"> {
  const { data, parts, machine, program } = run
  return {
    source: program.source,
    bindings: program.bindings,
    timeZone: machine.world.timeZone,
    locale: machine.world.locale,
    limits: parts.limits,
    extensions: extensionsHash(parts.globals),
    nextCall: data.nextCall,
    toolCalls: data.toolCalls.map(({ name }) => name),
    computedMs: data.computedMs,
    activeMs: run.activeMs,
    droppedLogs: data.droppedLogs,
    artifacts: data.artifacts,
    amounts: [...data.amounts],
    calls: run.calls.saved().map(({ call, kind, ranMs }) => ({
      runId: call.maker.runId,
      id: call.id,
      path: call.path,
      state: call.state as "queued",
      kind,
      argument: call.argument,
      data: call.data,
      ranMs,
    })),
    modules: [...run.modules.keys()],
  }
}

/** Functions that came in extensions' results, each by the value that it came in. */
class HeldValues {
  readonly list: Array<SavedRun["held"][number]> = []
  readonly values: Array<SavedRun["values"][number]> = []
  readonly #run: Run
  readonly #numbers = new Map<unknown, number>()

  constructor(run: Run) {
    this.#run = run
  }

  add(copy: JSObject): void {
    const held = this.#run.extensions.held.get(copy)
    this.list.push(held === undefined ? null : this.#saved(held))
  }

  #saved({ target, origin }: Held): SavedRun["held"][number] {
    const snapshot = this.#run.parts.globals.snapshots.get(origin.extension)
    const steps = stepsTo(origin.value, target.call, target.owner)
    if (snapshot === undefined || steps === undefined) return null
    let number = this.#numbers.get(origin.value)
    if (number === undefined) {
      this.#numbers.set(origin.value, (number = this.values.length))
      this.values.push([origin.extension, encoded(origin.extension, () => snapshot.encode(origin.value))])
    }
    return [number, steps]
  }
}

function encoded(extension: string, encode: () => unknown): unknown {
  let data: unknown
  try {
    data = encode()
  } catch (error) {
    throw new UnsavableError(
      `extension ${extension} could not encode a value: ${describeError(error, "report")}`,
    )
  }
  if (!isPlain(data, 0))
    throw new UnsavableError(`extension ${extension} encoded a value as what is no plain data`)
  return data
}

const maxDepth = 100

/** JSON and `Uint8Array`. */
function isPlain(data: unknown, depth: number): boolean {
  if (data === null || typeof data === "string" || typeof data === "boolean") return true
  if (typeof data === "number") return Number.isFinite(data)
  if (typeof data !== "object" || depth > maxDepth) return false
  if (data instanceof Uint8Array) return true
  if (Array.isArray(data)) return data.every((part) => isPlain(part, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(data)
  return (
    (prototype === null || prototype === Object.prototype) &&
    Object.values(data).every((part) => isPlain(part, depth + 1))
  )
}
