/**
 * What the model is told: a kind, a sentence, a place and suggestions.
 * Owns the shape and the kinds; the sentences belong to those who find the faults.
 */
import * as Schema from "effect/Schema"

/** The kinds of diagnostics. `Truncated` occurs in warnings only. */
export const DiagnosticKind = Schema.Literals([
  "ParseError",
  "UnsupportedSyntax",
  "UnknownTool",
  "InvalidToolInput",
  "InvalidToolOutput",
  "InvalidDataValue",
  "ToolCallLimitExceeded",
  "TimeoutExceeded",
  "MemoryLimitExceeded",
  "ToolFailure",
  "ExecutionFailure",
  "Truncated",
])
/** See {@link DiagnosticKind}. */
export type DiagnosticKind = typeof DiagnosticKind.Type

/** A place in the source as it was sent: 1-based, columns in UTF-16 units. */
export const Location = Schema.Struct({ line: Schema.Int, column: Schema.Int })
/** See {@link Location}. */
export interface Location extends Schema.Schema.Type<typeof Location> {}

/** One thing that went wrong, in words that a model can act on. */
export const Diagnostic = Schema.Struct({
  kind: DiagnosticKind,
  message: Schema.String,
  location: Schema.optionalKey(Location),
  suggestions: Schema.optionalKey(Schema.Array(Schema.String)),
})
/** See {@link Diagnostic}. */
export interface Diagnostic extends Schema.Schema.Type<typeof Diagnostic> {}
