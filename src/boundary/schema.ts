/**
 * The schema step of a call: what a program passed becomes what `execute` receives, and what `execute` gave becomes
 * what the program gets. Plain JSON on the program's side.
 * Never copies a value, never calls a tool.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import { incoming, outgoing } from "../schema/jsonForm.ts"
import type { Definition } from "../Tool.ts"
import { problemsOf, type Problem } from "./problems.ts"

export { describeProblems, type Problem } from "./problems.ts"

/** How the schema step ended. A defect is a fault of the schema's own code, for the host. */
export type Checked =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "invalid"; readonly problems: ReadonlyArray<Problem> }
  | { readonly kind: "defect"; readonly cause: Cause.Cause<never> }

/** Known at once, or an Effect where a schema needs services, waits, or refuses in a transformation of its own. */
export type Checking = Checked | Effect.Effect<Checked, never, unknown>

type Parse = (
  input: unknown,
  options: SchemaAST.ParseOptions,
) => Effect.Effect<unknown, SchemaIssue.Issue, unknown>

/**
 * Decodes the argument of a call: JSON, or `undefined` where the program passed that.
 * All problems are named, undeclared fields among them; of a value of more than 2,000 parts the first.
 */
export function decodeInput(tool: Definition<unknown>, input: unknown): Checking {
  if (tool.input.kind === "json") return { kind: "value", value: input }
  const { decode, admit } = inputCodec(tool.input.schema)
  const options = isLarge(input) ? strictFirst : strict
  if (input !== undefined) return check(decode(input, options), input)
  return check(
    Effect.catchEager(admit(input, strict), () => decode(input, strict)),
    input,
  )
}

/**
 * Whether a JSON value has so many parts that naming each wrong one would hold the thread for long. Of such a value
 * the first problem is named.
 */
function isLarge(value: unknown): boolean {
  let seen = 0
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue
    const parts = Array.isArray(next) ? next : Object.values(next)
    seen += parts.length
    if (seen > maxNamedParts) return true
    waiting.push(...parts)
  }
  return false
}

const maxNamedParts = 2000

/**
 * Turns what `execute` gave into what the inward copy of plain data then takes to the program. Without an output
 * schema that is `undefined`; with a JSON Schema it is the value itself; with an Effect Schema the value is the
 * schema's encoded side, decoded and then encoded to JSON.
 */
export function encodeOutput(tool: Definition<unknown>, output: unknown): Checking {
  if (tool.output === undefined) return { kind: "value", value: undefined }
  if (tool.output.kind === "json") return { kind: "value", value: output }
  const { decode, encode } = outputCodec(tool.output.schema)
  return check(
    Effect.flatMapEager(decode(output, lenient), (value) => encode(value, lenient)),
    output,
  )
}

function check(result: Effect.Effect<unknown, SchemaIssue.Issue, unknown>, input: unknown): Checking {
  if (Exit.isExit(result)) return ended(result as Exit.Exit<unknown, SchemaIssue.Issue>, input)
  return Effect.map(Effect.exit(result), (exit) => ended(exit, input))
}

function ended(exit: Exit.Exit<unknown, SchemaIssue.Issue>, input: unknown): Checked {
  if (Exit.isSuccess(exit)) return { kind: "value", value: exit.value }
  const found = Cause.findError(exit.cause)
  if (found._tag === "Failure") return { kind: "defect", cause: found.failure }
  return { kind: "invalid", problems: problemsOf(found.success, input) }
}

const strict: SchemaAST.ParseOptions = { errors: "all", onExcessProperty: "error" }
const strictFirst: SchemaAST.ParseOptions = { errors: "first", onExcessProperty: "error" }
const lenient: SchemaAST.ParseOptions = { errors: "all" }

interface InputCodec {
  readonly decode: Parse
  /** Decodes an explicit `undefined`, which JSON cannot hold, by the schema itself. */
  readonly admit: Parse
}

interface OutputCodec {
  readonly decode: Parse
  readonly encode: Parse
}

const inputCodec = memoized((schema): InputCodec => {
  const codec = Schema.toCodecJson(Schema.make<Schema.Constraint>(incoming(schema.ast)))
  return {
    decode: SchemaParser.decodeUnknownEffect(codec) as Parse,
    admit: SchemaParser.decodeUnknownEffect(schema) as Parse,
  }
})

const outputCodec = memoized((schema): OutputCodec => {
  const codec = Schema.toCodecJson(Schema.make<Schema.Constraint>(outgoing(SchemaAST.toType(schema.ast))))
  return {
    decode: SchemaParser.decodeUnknownEffect(schema) as Parse,
    encode: SchemaParser.encodeUnknownEffect(codec) as Parse,
  }
})

function memoized<A>(make: (schema: Schema.Constraint) => A): (schema: Schema.Constraint) => A {
  const known = new WeakMap<Schema.Constraint, A>()
  return (schema) => {
    const found = known.get(schema)
    if (found !== undefined) return found
    const made = make(schema)
    known.set(schema, made)
    return made
  }
}
