/**
 * The failure whose message is meant for the model, and what the model may read of any other failure.
 * Never decides when a call fails, and never throws, whatever a host failed with.
 */
import * as Cause from "effect/Cause"

const TypeId = "~codemode/ToolError"

/** A tool's refusal: the message is the model's, the `cause` stays with the host. */
export class ToolError extends Error {
  readonly [TypeId] = TypeId
  readonly _tag = "ToolError"
  override readonly name = "ToolError"
}

/**
 * A refusal for `Effect.fail`; thrown or rejected with, it means the same.
 *
 * `message` is shown to the model as it stands. `cause` is for the host's logs and hooks: no program, result or
 * diagnostic shows it.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { toolError } from "codemode"
 *
 * Effect.fail(toolError("No order has the id order_42", new Error("404 from orders-db-3")))
 * ```
 */
export const toolError = (message: string, cause?: unknown): ToolError =>
  new ToolError(message, cause === undefined ? undefined : { cause })

/** Whether `u` is an error that can be asked. */
export function isError(u: unknown): u is Error {
  try {
    return u instanceof Error
  } catch {
    return false
  }
}

/** Whether `u` is a {@link ToolError}, of this copy of the package or of another. */
export function isToolError(u: unknown): u is ToolError {
  try {
    return u instanceof Error && TypeId in u
  } catch {
    return false
  }
}

/** What the model may read of host failures: everything, or the messages of {@link ToolError}s only. */
export type Mode = "report" | "sanitize"

/** The most UTF-16 units of one described failure. */
const maxLength = 2000
/** The most errors in one chain of causes, and the most causes of one failure. */
const maxErrors = 5
const hidden = "The tool failed. Its error is not shown here."

/**
 * One sentence about a host failure or defect, for the model.
 *
 * A `ToolError` gives its message, also where another error wraps it. Of anything else `"report"` gives message and
 * underlying causes, and `"sanitize"` gives a fixed sentence. At most 2,000 UTF-16 units.
 */
export function describeFailure(cause: Cause.Cause<unknown>, mode: Mode): string {
  const errors = cause.reasons.flatMap((reason) =>
    Cause.isFailReason(reason) ? [reason.error] : Cause.isDieReason(reason) ? [reason.defect] : [],
  )
  if (errors.length === 0) return "The call was interrupted."
  const described = errors.slice(0, maxErrors).map((error) => describeError(error, mode))
  return shorten([...new Set(described)].join("; "), maxLength)
}

/** {@link describeFailure} for one error instead of a cause. */
export function describeError(error: unknown, mode: Mode): string {
  const chain = chainOf(error)
  const last = chain[chain.length - 1]
  if (isToolError(last) && (mode === "sanitize" || last === error)) return shorten(summary(last), maxLength)
  if (mode === "sanitize") return hidden
  const sentences = new Set(chain.map(summary))
  return shorten([...sentences].join(", caused by "), maxLength)
}

/** An error and what caused it, outermost first; it ends with a refusal, whose own cause is the host's. */
function chainOf(error: unknown): ReadonlyArray<unknown> {
  const chain = [error]
  for (let at = error; !isToolError(at) && chain.length < maxErrors; chain.push(at)) {
    at = read(at, "cause")
    if (at === undefined || chain.includes(at)) break
  }
  return chain
}

function summary(error: unknown): string {
  try {
    return describeValue(error)
  } catch {
    return "an error that cannot be read"
  }
}

/** An error's name and message; of several errors in one, theirs too; of anything else its text. */
function describeValue(error: unknown): string {
  if (isToolError(error)) return readText(error, "message")
  if ((typeof error !== "object" && typeof error !== "function") || error === null) return String(error)
  const name = readText(error, "name") || readText(error, "_tag")
  const message = readText(error, "message")
  if (message === "" && !(error instanceof Error)) return asJson(error)
  const inner = read(error, "errors")
  const several = Array.isArray(inner) && inner.length > 0 ? ` (${listed(inner)})` : ""
  if (message === "") return (name || "Error") + several
  return (
    (name === "" || name === "Error" || message.startsWith(name) ? message : `${name}: ${message}`) + several
  )
}

const listed = (errors: ReadonlyArray<unknown>): string => errors.slice(0, maxErrors).map(summary).join("; ")

/** A property of a host object, whose getter may throw. */
function read(object: unknown, key: string): unknown {
  try {
    return (object as Readonly<Record<string, unknown>> | null)?.[key] ?? undefined
  } catch {
    return undefined
  }
}

function readText(object: unknown, key: string): string {
  const value = read(object, key)
  return typeof value === "string" ? value : ""
}

function asJson(value: object): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

/** At most `length` UTF-16 units, never ending in half a surrogate pair. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\uD800-\uDBFF]/.test(text[length - 4]!) ? length - 4 : length - 3
  return `${text.slice(0, end)}...`
}
