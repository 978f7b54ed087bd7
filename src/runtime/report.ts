/** How a run's end is told: results, diagnostics and warnings within their budgets. Never decides how a run ends. */
import type { Diagnostic, DiagnosticKind } from "../Diagnostic.ts"
import type { Artifact, DataValue, Failure, Success, ToolCall } from "../Result.ts"

/** What every result tells beside its outcome. */
export interface Told {
  readonly logs: ReadonlyArray<string>
  /** Lines after those, which are not kept. */
  readonly droppedLogs: number
  readonly toolCalls: ReadonlyArray<ToolCall>
  readonly artifacts: ReadonlyArray<Artifact>
  readonly maxOutputBytes: number
}

export const diagnostic = (
  kind: DiagnosticKind,
  message: string,
  location?: { readonly line: number; readonly column: number },
  suggestions: ReadonlyArray<string> = [],
): Diagnostic => ({
  kind,
  message,
  ...(location === undefined ? {} : { location }),
  ...(suggestions.length === 0 ? {} : { suggestions }),
})

/** A program that ended by itself. */
export function success(value: DataValue, warnings: ReadonlyArray<Diagnostic>, told: Told): Success {
  const shown = shownValue(value, told.maxOutputBytes)
  const logs = shownLogs(told, told.maxOutputBytes - shown.bytes)
  const shownOfThem = shownWarnings(warnings, told.maxOutputBytes)
  const truncated = shown.cut || logs.cut || shownOfThem.cut
  return {
    ok: true,
    value: shown.value,
    ...(shownOfThem.warnings.length === 0 ? {} : { warnings: shownOfThem.warnings }),
    ...(logs.logs.length === 0 ? {} : { logs: logs.logs }),
    ...(truncated ? { truncated } : {}),
    ...(told.artifacts.length === 0 ? {} : { artifacts: [...told.artifacts] }),
    toolCalls: [...told.toolCalls],
  }
}

/** A program that was refused, failed, or met a limit. */
export function failure(error: Diagnostic, told: Told): Failure {
  const { logs, cut } = shownLogs(told, told.maxOutputBytes)
  return {
    ok: false,
    error,
    ...(logs.length === 0 ? {} : { logs }),
    ...(cut ? { truncated: true } : {}),
    ...(told.artifacts.length === 0 ? {} : { artifacts: [...told.artifacts] }),
    toolCalls: [...told.toolCalls],
  }
}

function shownValue(value: DataValue, maxBytes: number) {
  if (maxBytes === Infinity) return { value, bytes: 0, cut: false }
  const json = JSON.stringify(value)
  const bytes = utf8Length(json)
  if (bytes <= maxBytes) return { value, bytes, cut: false }
  const kept = cutAt(json, maxBytes)
  const keptBytes = utf8Length(kept)
  const told = `${kept} [truncated: ${keptBytes} of ${bytes} bytes; return less]`
  return { value: told, bytes: maxBytes, cut: true }
}

function shownLogs({ logs, droppedLogs }: Told, maxBytes: number) {
  const count = countWithin(logs, utf8Length, maxBytes)
  const written = logs.length + droppedLogs
  if (count === written) return { logs, cut: false }
  return { logs: [...logs.slice(0, count), `${count} of ${written} lines shown`], cut: true }
}

function shownWarnings(warnings: ReadonlyArray<Diagnostic>, maxBytes: number) {
  const count = countWithin(warnings, (warning) => utf8Length(JSON.stringify(warning)), maxBytes)
  if (count === warnings.length) return { warnings, cut: false }
  const rest = diagnostic("Truncated", `${count} of ${warnings.length} warnings shown`)
  return { warnings: [...warnings.slice(0, count), rest], cut: true }
}

/** How many of `list`, from the first, fit into `maxBytes` together. */
function countWithin<A>(list: ReadonlyArray<A>, bytesOf: (one: A) => number, maxBytes: number): number {
  if (maxBytes === Infinity) return list.length
  let count = 0
  let left = maxBytes
  while (count < list.length && (left -= bytesOf(list[count]!)) >= 0) count++
  return count
}

/** Bytes of `text` in UTF-8; half a surrogate pair counts as the replacement character. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    bytes += unit < 0x800 ? 1 : 2
    if (isPair(text, index)) index++
  }
  return bytes
}

const isPair = (text: string, index: number): boolean =>
  (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00

/** The longest beginning of `text` of at most `maxBytes` bytes in UTF-8 that ends at a code point. */
function cutAt(text: string, maxBytes: number): string {
  let bytes = 0
  let index = 0
  while (index < text.length) {
    const unit = text.charCodeAt(index)
    const pair = isPair(text, index)
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3
    if (bytes > maxBytes) break
    index += pair ? 2 : 1
  }
  return text.slice(0, index)
}
