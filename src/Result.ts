/**
 * What a run takes and gives, as types and as Effect Schemas.
 * Never builds a result.
 */
import * as Schema from "effect/Schema"
import { Diagnostic } from "./Diagnostic.ts"

/** The argument of the one tool that a host gives to a model. */
export const Input = Schema.Struct({
  code: Schema.String.annotate({
    description:
      "A JavaScript or TypeScript program: the body of an async function, which returns its result.",
  }),
})
/** See {@link Input}. */
export interface Input extends Schema.Schema.Type<typeof Input> {}

/** JSON data: what a program returns. */
export const DataValue = Schema.Json
/** See {@link DataValue}. */
export type DataValue = Schema.Json

/** An admitted call: the tool's canonical dotted path, or `search`. */
export const ToolCall = Schema.Struct({ name: Schema.String })
/** See {@link ToolCall}. */
export interface ToolCall extends Schema.Schema.Type<typeof ToolCall> {}

/** Something for the host's eyes that a program made beside its result. */
export const Artifact = Schema.Struct({
  name: Schema.String,
  /** An IANA media type, `text/markdown`. */
  mediaType: Schema.String,
  /** How `data` is written: as it is, or as base64 of bytes. */
  encoding: Schema.Literals(["text", "base64"]),
  data: Schema.String,
})
/** See {@link Artifact}. */
export interface Artifact extends Schema.Schema.Type<typeof Artifact> {}

const common = {
  /** What the program wrote to `console`, line by line. */
  logs: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Present when value, logs or warnings were cut to fit `maxOutputBytes`. */
  truncated: Schema.optionalKey(Schema.Boolean),
  /** What the program made for the host through the `output` capability, in order. */
  artifacts: Schema.optionalKey(Schema.Array(Artifact)),
  /** The admitted calls, in order. */
  toolCalls: Schema.Array(ToolCall),
}

/** A program that ended by itself. */
export const Success = Schema.Struct({
  ok: Schema.Literal(true),
  value: DataValue,
  warnings: Schema.optionalKey(Schema.Array(Diagnostic)),
  ...common,
})
/** See {@link Success}. */
export interface Success extends Schema.Schema.Type<typeof Success> {}

/** A program that was refused, failed, or met a limit. */
export const Failure = Schema.Struct({ ok: Schema.Literal(false), error: Diagnostic, ...common })
/** See {@link Failure}. */
export interface Failure extends Schema.Schema.Type<typeof Failure> {}

/** How a run ended. */
export const Result = Schema.Union([Success, Failure])
/** See {@link Result}. */
export type Result = Success | Failure

/** A call that a suspended run still waits for. */
export const WaitingCall = Schema.Struct({
  /** The call's stable key, `<runId>:<callId>`. */
  key: Schema.String,
  /** The tool's canonical dotted path. */
  path: Schema.String,
})
/** See {@link WaitingCall}. */
export interface WaitingCall extends Schema.Schema.Type<typeof WaitingCall> {}

/** A run that was saved. */
export const Suspended = Schema.Struct({
  ok: Schema.Literal("suspended"),
  /** The saved run: JSON, to be given to `runtime.resume`. */
  state: DataValue,
  waiting: Schema.Array(WaitingCall),
})
/** See {@link Suspended}. */
export interface Suspended extends Schema.Schema.Type<typeof Suspended> {}

/** How `program.run()` ended. */
export const Outcome = Schema.Union([Success, Failure, Suspended])
/** See {@link Outcome}. */
export type Outcome = Result | Suspended
