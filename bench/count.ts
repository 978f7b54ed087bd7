/**
 * What a program costs without a clock: fuel, nodes and bytes, the same in every run of one build. Drives a machine as a
 * run does, with tools that answer at once.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Inward } from "../src/boundary/copyIn.ts"
import { Outward } from "../src/boundary/copyOut.ts"
import type { ProgramUnit } from "../src/interpreter/compile.ts"
import { endWith } from "../src/interpreter/ending.ts"
import { type Machine, run } from "../src/interpreter/machine.ts"
import { Node } from "../src/interpreter/node.ts"
import { settlePromise } from "../src/interpreter/promises.ts"
import { startProgram } from "../src/interpreter/start.ts"
import { newTools, type ToolRequest } from "../src/interpreter/tools.ts"
import { builtInNames, newMachine } from "../src/runtime/newMachine.ts"
import { treeOf } from "../src/runtime/parts.ts"
import { Units } from "../src/runtime/units.ts"
import { hostTools } from "./hostTools.ts"

export interface Counts {
  /** Steps, as limits count them. */
  readonly fuel: number
  /** Nodes that the program was built into. */
  readonly nodes: number
  /** Bytes that the meter saw allocated. */
  readonly bytes: number
}

const allFuel = 1_000_000_000
const folder = join(import.meta.dirname, "programs")

/** Programs by name: those that compute, and `realistic/` those that call tools. */
export function programs(): ReadonlyArray<readonly [string, string]> {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .toSorted()
    .map((file) => [file.slice(0, -3), readFileSync(join(folder, file), "utf8")])
}

/** Runs a program in a new realm and counts. */
export function countsOf(source: string): Counts {
  const unit = new Units([], []).compile(source, builtInNames, [])
  if (unit === "needs-types" || "message" in unit) throw new Error("the program is no JavaScript")
  const machine = newMachine({
    timeZone: "UTC",
    locale: "en-US",
    maxMemoryBytes: Infinity,
    randomSeed: [1, 2, 3, 4],
  })
  const tools = newTools(machine.realm, treeOf(toolsByNamespace()))
  startProgram(
    machine,
    unit,
    unit.bindings.map((name) => (name === "tools" ? tools : undefined)),
  )
  endWith(machine, machine.main!)
  const fuel = drive(machine)
  return { fuel, nodes: nodesOf(unit), bytes: machine.meter.used }
}

/** Runs to the end and gives the fuel that it took. */
function drive(machine: Machine): number {
  let used = 0
  for (;;) {
    machine.fuel = allFuel
    const pause = run(machine)
    used += allFuel - machine.fuel
    if (pause !== "request") throw new Error(`the program ended with ${pause}`)
    if (machine.request!.type === "result") return used
    if (machine.request!.type !== "tool") throw new Error(`the program asked for ${machine.request!.type}`)
    answer(machine, machine.request as ToolRequest)
  }
}

function answer(machine: Machine, { path, argument, promise }: ToolRequest): void {
  const outward = new Outward(argument, "absent")
  outward.step(Infinity)
  const inward = new Inward(machine, hostTools[path]!(outward.value as never), "output")
  inward.step(Infinity)
  settlePromise(machine, promise, "fulfilled", inward.value)
  machine.request = null
  machine.input = promise
}

/** Nodes that can be reached from a unit. */
function nodesOf(unit: ProgramUnit): number {
  const seen = new Set<object>([unit])
  let nodes = 0
  for (const object of seen) {
    if (object instanceof Node) nodes++
    for (const part of Object.values(object)) if (typeof part === "object" && part !== null) seen.add(part)
  }
  return nodes
}

/** The host's tools as a runtime has them. */
function toolsByNamespace(): Map<string, Map<string, unknown>> {
  const namespaces = new Map<string, Map<string, unknown>>()
  for (const [path, tool] of Object.entries(hostTools)) {
    const [namespace, name] = path.split(".") as [string, string]
    namespaces.set(namespace, (namespaces.get(namespace) ?? new Map<string, unknown>()).set(name, tool))
  }
  return namespaces
}
