/** What a program threw, as a diagnostic. Runs nothing: what had to be read was read inside the interpreter. */
import { Outward } from "../boundary/copyOut.ts"
import { type Diagnostic, DiagnosticKind } from "../Diagnostic.ts"
import { useMember } from "../interpreter/advice.ts"
import { callFailure, placeOf, type Thrown } from "../interpreter/ending.ts"
import { dataProperty, describe } from "../interpreter/describe.ts"
import type { Machine } from "../interpreter/machine.ts"
import type { TraceLine } from "../interpreter/throws.ts"
import { toolExpression } from "../Namespace.ts"
import { isObject, Kind } from "../objects/object.ts"
import type { Value } from "../objects/value.ts"
import type { Parts } from "./parts.ts"
import { diagnostic } from "./report.ts"

const maxDataLength = 1_000

/** The end of a run by something thrown. */
export function describeThrown(thrown: Thrown, parts: Parts): Diagnostic {
  const location = locate(thrown.place)
  const kind = kindOf(thrown.kind)
  if (kind !== undefined)
    return diagnostic(kind, thrown.message, location, suggestionsFor(kind, thrown.tool, parts))
  const message = thrown.name === "ReferenceError" ? withoutTools(thrown.message, parts) : undefined
  const member =
    message === undefined ? undefined : /Use (\S+): tools are members of tools\.$/.exec(message)?.[1]
  if (message !== undefined && member !== undefined) {
    return diagnostic("ExecutionFailure", headline(thrown.name!, message), location, [member])
  }
  if (thrown.name === null) return diagnostic("ExecutionFailure", `Uncaught ${textOf(thrown.data)}`, location)
  return diagnostic("ExecutionFailure", headline(thrown.name, thrown.message), location)
}

const headline = (name: string, message: string): string =>
  message === "" ? name || "Error" : name === "" ? message : `${name}: ${message}`

function kindOf(kind: string | null): DiagnosticKind | undefined {
  return DiagnosticKind.literals.find((known) => known === kind)
}

function suggestionsFor(
  kind: DiagnosticKind,
  tool: string | null,
  { catalog }: Parts,
): ReadonlyArray<string> {
  return kind === "UnknownTool" && tool !== null ? catalog.describeUnknownTool(tool).suggestions : []
}

/** The message, with what was meant by a name that nothing defines if that is near a tool deep inside `tools`. */
function withoutTools(message: string, { catalog }: Parts): string {
  const name = /^(\S+) is not defined$/.exec(message)?.[1]
  const path = name === undefined ? undefined : catalog.suggestPaths(name, 1)[0]
  return path !== undefined && path.endsWith(`.${name}`)
    ? `${message}. ${useMember(toolExpression(path))}`
    : message
}

function locate(place: TraceLine | null): { readonly line: number; readonly column: number } | undefined {
  return place === null || place.position < 0 ? undefined : place.unit.locate(place.position)
}

/** Data as JSON, shortened; any other primitive as it is written. */
function textOf(data: Value): string {
  if (typeof data === "symbol") return `Symbol(${data.description ?? ""})`
  if (typeof data === "bigint") return `${data}n`
  if (data === undefined) return "undefined"
  const outward = new Outward(data, "absent")
  outward.step(maxDataLength)
  const text = JSON.stringify(outward.value)
  return text.length <= maxDataLength ? text : `${text.slice(0, maxDataLength)}...`
}

/** A rejection that nobody observed, told beside the result. Reads data properties only. */
export function unhandledWarning(machine: Machine, reason: Value, parts: Parts): Diagnostic {
  const location = locate(placeOf(reason))
  const failure = callFailure(machine, reason)
  const kind = kindOf(failure.kind)
  const message = reasonText(machine, reason)
  if (kind === undefined)
    return diagnostic(
      "ExecutionFailure",
      `A promise was rejected and nobody handled it: ${message}`,
      location,
    )
  return diagnostic(
    kind,
    `A call failed and nobody awaited it: ${message}`,
    location,
    suggestionsFor(kind, failure.tool, parts),
  )
}

function reasonText(machine: Machine, reason: Value): string {
  if (!isObject(reason) || reason.kind !== Kind.Error) return describe(machine.realm, reason)
  const message = inherited(machine, reason, "message")
  const name = inherited(machine, reason, "name")
  return name === "ToolError" ? message : headline(name, message)
}

function inherited(machine: Machine, object: Value, key: string): string {
  for (let holder = isObject(object) ? object : null; holder !== null; holder = holder.shape.prototype) {
    const value = dataProperty(machine.realm, holder, key)
    if (typeof value === "string") return value
  }
  return ""
}
