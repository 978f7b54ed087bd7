/** The interpreter's own classes of state, declared for saving, census and walker; see objects/kinds.ts. */
import { declareKind, type FieldType } from "../objects/kinds.ts"
import { Timer, Timers } from "../objects/timers.ts"
import { AsyncFromSyncSlots } from "./asyncFromSync.ts"
import { AsyncRequest, GeneratorSlots } from "./generators.ts"
import { IteratorRecord } from "./iterators.ts"
import { AlreadyResolved } from "./promises.ts"
import { ErrorSlots, TraceLine } from "./throws.ts"

declareKind("IteratorRecord", IteratorRecord, { iterator: "value", next: "value", done: "boolean" })
declareKind("GeneratorSlots", GeneratorSlots, {
  state: "string",
  frame: "frame | null",
  queue: "[]AsyncRequest",
})
declareKind("AsyncRequest", AsyncRequest, { kind: "string", value: "value", promise: "object" })
declareKind("AsyncFromSyncSlots", AsyncFromSyncSlots, { record: "IteratorRecord" })
declareKind("AlreadyResolved", AlreadyResolved, { value: "boolean" })
declareKind("ErrorSlots", ErrorSlots, { trace: "[]TraceLine", thrownAt: "TraceLine | null" })
declareKind("Timer", Timer, {
  id: "number",
  due: "number",
  interval: "number | null",
  target: "object",
  args: "[]value",
})
declareKind("Timers", Timers, { lastId: "number", waiting: "[]Timer" })
declareKind("TraceLine", TraceLine, { unit: "unit", functionName: "string", position: "number" })

/** Fields of a frame that are saved; the code is saved with its name, and its records after them. */
export const frameFields = {
  registers: "[]binding",
  environment: "Environment | null",
  thisValue: "binding",
  function: "object | null",
  newTarget: "value",
  args: "[]binding | null",
  position: "number",
  started: "boolean",
  constructing: "boolean",
  owner: "object | null",
} as const satisfies Readonly<Record<string, FieldType>>
/** Fields of a frame that are not saved as they are. */
export const derivedFrameFields = [
  "machine",
  "code",
  "state",
  "caches",
  "records",
  "caller",
  "extras",
] as const

/** Fields of a machine that are saved as they are. */
export const machineFields = {
  frames: "[]activation",
  input: "any",
  thrown: "value",
  mode: "number",
  callDepth: "number",
  main: "object",
  timers: "Timers",
} as const satisfies Readonly<Record<string, FieldType>>
