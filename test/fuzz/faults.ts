/** One thing tried for each seed: gives what is wrong, or nothing. Each fault is told with the input that shows it. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { Machine } from "../../src/interpreter/machine.ts"
import * as Tool from "../../src/Tool.ts"
import { walk } from "../attacks/walker.ts"
import { runProgram } from "../harness.ts"
import { batchOf } from "../property/batch.ts"
import { randomProgram } from "../property/program.ts"
import { Random } from "../property/random.ts"
import { tools } from "../runtime/programs.ts"
import { changedData, mutated, randomData } from "./mutate.ts"
import { changedState, savedStates } from "./states.ts"

const root = join(import.meta.dirname, "..")
const programs = readdirSync(join(root, "cases/programs"))
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(join(root, "cases/programs", name), "utf8"))
const attacks = readdirSync(join(root, "cases/attacks")).map((name) =>
  readFileSync(join(root, "cases/attacks", name), "utf8"),
)
const texts = [...programs, ...attacks]

const limits = {
  computeMs: 150,
  timeoutMs: 1_000,
  maxMemoryBytes: 2 ** 24,
  maxToolCalls: 100,
  maxOutputBytes: 20_000,
}
const runtime = CodeMode.make({ tools, limits })
const patient = CodeMode.make({ tools })
let saved: Promise<ReadonlyArray<Uint8Array>> | undefined
const states = (): Promise<ReadonlyArray<Uint8Array>> =>
  (saved ??= savedStates(patient as unknown as CodeMode.Runtime, programs))

/** Waits longer than this for one input are a hang, on a machine with others on it too. */
const MAX_MS = 8_000

let machine: Machine | undefined
const stateOf = Machine.prototype.stateOf
/** Remembers the machine of the run under way. */
Machine.prototype.stateOf = function (unit) {
  machine = this
  return stateOf.call(this, unit)
}

export type Fault = string | undefined

export const kinds: Readonly<Record<string, (random: Random, seed: number) => Promise<Fault> | Fault>> = {
  program: (random) => run(mutated(random, texts)),
  generated: (_random, seed) => run(randomProgram(seed)),
  modes: (_random, seed) => modes(seed),
  data: (random) => data(random),
  schema: (random) => schema(random),
  document: (random) => document(random),
  state: (random, seed) => state(random, seed),
}

async function run(code: string): Promise<Fault> {
  const start = performance.now()
  const result = await Effect.runPromise(runtime.execute(code) as Effect.Effect<CodeMode.Result>)
  const ms = performance.now() - start
  if (ms > MAX_MS) return `took ${Math.round(ms)} ms:\n${code}`
  if (typeof result.ok !== "boolean") return `gave no result:\n${code}`
  if (JSON.stringify(result).includes("/src/"))
    return `told of the host's files: ${JSON.stringify(result)}\n${code}`
  return strangersIn(code)
}

/** What the program of the last run could reach of the host's. */
function strangersIn(input: string): Fault {
  if (machine === undefined) return undefined
  const { strangers } = walk(machine)
  machine = undefined
  return strangers.length === 0 ? undefined : `${strangers.slice(0, 5).join("\n")}\n${input}`
}

/** A program stopped at every 50th and every 7th unit of fuel ends as one that is not. */
function modes(seed: number): Fault {
  const source = batchOf([randomProgram(seed)])
  const ends = [1_000_000, 50, 7].map((quantum) => {
    const { state, value } = runProgram(source, { quantum, maxSlices: 200_000 })
    return state === "stopped" ? "stopped" : `${state} ${String(value)}`
  })
  const known = ends.filter((end) => end !== "stopped")
  return new Set(known).size <= 1 ? undefined : `seed ${seed} differs between modes:\n${ends.join("\n")}`
}

async function data(random: Random): Promise<Fault> {
  const value = randomData(random)
  const result = await Effect.runPromise(
    patient.execute("return await tools.echo.same(value)", { value }) as Effect.Effect<CodeMode.Result>,
  )
  const expected = JSON.stringify(value)
  const got = result.ok ? JSON.stringify(result.value) : result.error.message
  return got === expected ? undefined : `${expected} came back as ${got}`
}

function schema(random: Random): Fault {
  let input: unknown = {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "array", items: { $ref: "#" } } },
  }
  for (let count = 1 + random.integer(5); count > 0; count--) input = changedData(random, input)
  try {
    const schema = input as Tool.JsonSchema
    const tool = Tool.make({ description: "x", input: schema, output: schema, execute: () => 1 })
    const made = CodeMode.make({ tools: { tool } })
    return typeof made.catalog()[0]!.signature === "string" && made.instructions().length > 0
      ? undefined
      : "no signature"
  } catch (error) {
    return error instanceof TypeError ? undefined : `${String(error)} for ${JSON.stringify(input)}`
  }
}

function document(random: Random): Fault {
  let spec: unknown = {
    openapi: "3.1.0",
    servers: [{ url: "https://a.b" }],
    paths: {
      "/x/{id}": {
        get: {
          operationId: "x.get",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          requestBody: {
            content: { "application/json": { schema: { type: "object", properties: { a: {} } } } },
          },
          responses: {
            200: { content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } } },
          },
          security: [{ key: [] }],
        },
      },
    },
    components: {
      schemas: { A: { properties: { a: { $ref: "#/components/schemas/A" } } } },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
  }
  for (let count = 1 + random.integer(4); count > 0; count--) spec = changedData(random, spec)
  try {
    const { tools: made } = OpenAPI.fromSpec({ spec: spec as never })
    CodeMode.make({ tools: made })
      .catalog()
      .forEach(({ signature }) => signature)
    return undefined
  } catch (error) {
    return error instanceof TypeError ? undefined : `${String(error)} for ${JSON.stringify(spec)}`
  }
}

/** A state that was changed, with a digest that is right or not, is refused, or its run is contained. */
async function state(random: Random, seed: number): Promise<Fault> {
  const bytes = changedState(random, await states())
  const start = performance.now()
  const program = (runtime as unknown as CodeMode.Runtime).resume(bytes)
  const exit = await Effect.runPromiseExit(program.run())
  const ms = performance.now() - start
  if (ms > MAX_MS) return `the state of seed ${seed} took ${Math.round(ms)} ms`
  if (exit._tag === "Failure") {
    const told = String(exit.cause)
    return told.includes("SnapshotError") ? undefined : `${told} for the state of seed ${seed}`
  }
  if (JSON.stringify(exit.value).includes("/src/")) return `told of the host's files: state of seed ${seed}`
  return strangersIn(`the state of seed ${seed}`)
}

/** What one seed shows. */
export async function faultOf(kind: string, seed: number): Promise<Fault> {
  machine = undefined
  try {
    return await kinds[kind]!(new Random(seed), seed)
  } catch (error) {
    return `${String(error)} ${(error as Error).stack ?? ""}`
  }
}
