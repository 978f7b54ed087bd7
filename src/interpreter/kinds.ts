/** The interpreter's own classes of state, declared for saving, census and walker; see objects/kinds.ts. */
import { declareKind } from "../objects/kinds.ts"
import { AsyncFromSyncSlots } from "./asyncFromSync.ts"
import { AsyncRequest, GeneratorSlots } from "./generators.ts"
import { IteratorRecord } from "./iterators.ts"
import { AlreadyResolved } from "./promises.ts"
import { ErrorSlots, TraceLine } from "./throws.ts"

declareKind(IteratorRecord, { iterator: "any", next: "any", done: "boolean" })
declareKind(GeneratorSlots, { state: "string", frame: "any", queue: "any" })
declareKind(AsyncRequest, { kind: "string", value: "any", promise: "any" })
declareKind(AsyncFromSyncSlots, { record: "any" })
declareKind(AlreadyResolved, { value: "boolean" })
declareKind(ErrorSlots, { trace: "any", thrownAt: "any" })
declareKind(TraceLine, { unit: "any", functionName: "string", position: "number" })

/** Fields of a frame, of `Frame` itself; the machine, the code and the caches are found again by name. */
export const frameFields = [
  "registers",
  "environment",
  "thisValue",
  "function",
  "newTarget",
  "args",
  "bound",
  "position",
  "started",
  "constructing",
  "owner",
] as const
/** Fields of a frame that are not saved as they are. */
export const derivedFrameFields = ["machine", "code", "caches", "records", "caller"] as const
