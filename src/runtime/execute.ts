/** One run as an Effect: begun in the calling fiber, going on in turns, interrupted with it. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Clock from "effect/Clock"
import { Inward } from "../boundary/copyIn.ts"
import { isBindingIdentifier } from "../Extension.ts"
import { EVERYTHING, IMPORTS, type ProgramUnit } from "../interpreter/compile.ts"
import { endWith } from "../interpreter/ending.ts"
import { newRequire, newSearch } from "../interpreter/hostFunctions.ts"
import type { Machine } from "../interpreter/machine.ts"
import { startProgram } from "../interpreter/start.ts"
import { newTools } from "../interpreter/tools.ts"
import { JSObject, Kind } from "../objects/object.ts"
import { defineProperty } from "../objects/properties.ts"
import type { Value } from "../objects/value.ts"
import { loadTypes } from "../program/loadTypes.ts"
import type { Outcome, Result } from "../Result.ts"
import { globalValues } from "./extensions.ts"
import { builtInNames, newMachine } from "./newMachine.ts"
import type { Parts } from "./parts.ts"
import { diagnostic, failure, utf8Length } from "./report.ts"
import { Run, RunData } from "./run.ts"
import { hasTracer, traced } from "./spans.ts"
import { turns } from "./turns.ts"

/** Plain data by name, around the program. */
export type Bindings = Readonly<Record<string, unknown>>

/** Runs a program to its end. Never fails; interrupted, it interrupts the run. Throws `TypeError` for bindings that are none. */
export function execute(
  parts: Parts,
  code: string,
  bindings: Bindings,
): Effect.Effect<Result, never, unknown> {
  if (typeof code !== "string")
    throw new TypeError(`execute: code must be a text, not ${code === null ? "null" : typeof code}`)
  checkNames(bindings)
  const effect = untraced(parts, code, bindings)
  return Effect.withFiber((fiber) =>
    hasTracer(fiber.context)
      ? traced(effect, "CodeMode.execute", {}, (result) => (result.ok ? "success" : result.error.kind))
      : effect,
  )
}

function untraced(parts: Parts, code: string, bindings: Bindings): Effect.Effect<Result, never, unknown> {
  const prepare = (fiber: HostFiber): Begun => prepareProgram(parts, code, bindings, undefined, fiber)
  return runPrepared(prepare) as Effect.Effect<Result, never, unknown>
}

export type HostFiber = Fiber.Fiber<unknown, unknown>

/** Makes a run in a fiber and drives it to its end. `prepare` is called again once TypeScript is loaded. */
export function runPrepared<E = never>(
  prepare: (fiber: HostFiber) => Begun | Refused<E>,
): Effect.Effect<Outcome, E, unknown> {
  // an interruption may come from inside the first slice, before anybody waits for the run
  return Effect.uninterruptibleMask((restore) =>
    Effect.withFiber((fiber) => {
      const isSynchronous = fiber.cache.scheduler.executionMode === "sync"
      const start = (): Effect.Effect<Outcome, E> => {
        const begun = begin(prepare, fiber)
        if (begun instanceof Refused) return Effect.fail(begun.error)
        if (begun === "needs-types") return Effect.flatMap(restore(Effect.promise(loadTypes)), start)
        if (!(begun instanceof Run)) return Effect.succeed(begun)
        // who runs an Effect synchronously gets all of it at once
        if (isSynchronous) while (begun.status === "ready") turns.measure(() => slice(begun))
        return begun.hasEnded && begun.isWound ? ended(begun) : drive(begun, restore)
      }
      return turns.mayBegin || isSynchronous ? start() : Effect.flatMap(restore(firstTurn), start)
    }),
  )
}

/** A run before it has computed anything, in the line of turns. */
const firstTurn: Effect.Effect<void> = Effect.callback<void>((resume) => {
  const cancel = turns.enqueue({ computedMs: 0 }, () => resume(Effect.void))
  return Effect.sync(cancel)
})

/** A run, or what there is instead of one. */
export type Begun = Run | Result | "needs-types"

/** There can be no run. */
export class Refused<E> {
  readonly error: E
  constructor(error: E) {
    this.error = error
  }
}

function begin<E>(prepare: (fiber: HostFiber) => Begun | Refused<E>, fiber: HostFiber): Begun | Refused<E> {
  return turns.measure(() => {
    const begun = prepare(fiber)
    if (begun instanceof Run) firstSlice(begun)
    return begun
  })
}

/** A defect of ours in the first slice leaves no call behind; later slices are inside `drive`. */
function firstSlice(run: Run): void {
  try {
    slice(run)
  } catch (defect) {
    run.abandon()
    throw defect
  }
}

/** A state that fits its program in every part may still be one that no run could have come to: that ends the run, as an error of its own. */
function slice(run: Run): void {
  if (!run.isRestored) return run.slice()
  try {
    run.slice()
  } catch {
    run.fail(diagnostic("ExecutionFailure", "The saved state is not one that this program could be in."))
  }
}

function ended(run: Run): Effect.Effect<Outcome> {
  run.close()
  if (!run.isTraced) return Effect.succeed(run.result!)
  const { host, own } = run.machine.regExpEngines
  const counts = { "codemode.regexp.host": host, "codemode.regexp.own": own }
  return Effect.as(Effect.annotateCurrentSpan(counts), run.result!)
}

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

function drive(run: Run, restore: Restore): Effect.Effect<Outcome> {
  run.watchDeadline()
  const loop: Effect.Effect<void> = Effect.suspend(() => {
    if (run.status === "ended") return run.isWound ? Effect.void : run.wound()
    return Effect.flatMap(nextTurn(run), () => {
      turns.measure(() => slice(run))
      return loop
    })
  })
  const whole = Effect.onExit(restore(loop), (exit) => (Exit.isSuccess(exit) ? Effect.void : run.interrupt()))
  return Effect.flatMap(whole, () => ended(run))
}

/** Ends when the run may compute again. */
function nextTurn(run: Run): Effect.Effect<void> {
  return Effect.callback<void>((resume) => {
    let cancel = (): void => {}
    const go = (): void => resume(Effect.void)
    const wait = (): void => {
      cancel = turns.enqueue(run, go)
    }
    if (run.status === "ready") wait()
    else {
      run.onWake = () => {
        run.onWake = undefined
        if (turns.hasRoom) go()
        else wait()
      }
    }
    return Effect.sync(() => {
      run.onWake = undefined
      cancel()
    })
  })
}

export function checkNames(bindings: Bindings): void {
  for (const name of Object.keys(bindings)) {
    if (!isBindingIdentifier(name))
      throw new TypeError(`bindings: ${JSON.stringify(name)} is no name that a program can write`)
  }
}

/** Compiles a program and makes its run, or tells why there is none. */
export function prepareProgram(
  parts: Parts,
  code: string,
  bindings: Bindings,
  runId: string | undefined,
  fiber: HostFiber,
): Begun {
  const { limits } = parts
  const nothing = {
    logs: [],
    droppedLogs: 0,
    toolCalls: [],
    artifacts: [],
    maxOutputBytes: limits.maxOutputBytes,
  }
  const bytes = code.length * 3 <= limits.maxSourceBytes ? 0 : utf8Length(code)
  if (bytes > limits.maxSourceBytes) {
    const message = `The source has ${bytes} bytes; maxSourceBytes = ${limits.maxSourceBytes} are allowed.`
    return failure(diagnostic("ParseError", message), nothing)
  }
  const names = Object.keys(bindings)
  const unit = parts.units.compile(code, builtInNames, names)
  if (unit === "needs-types") return unit
  if ("message" in unit) return failure(diagnostic(unit.kind, unit.message, unit.location), nothing)
  const machine = newMachine({
    timeZone: parts.timeZone,
    locale: parts.locale,
    maxMemoryBytes: limits.maxMemoryBytes,
    randomSeed: seedFrom(fiber),
  })
  const run = new Run(
    parts,
    machine,
    new RunData(runId),
    fiber.context as Context.Context<unknown>,
    fiber.getRef(Clock.Clock),
  )
  run.program = { source: code, bindings: names, unit }
  const values = valuesAround(run, unit, bindings)
  startProgram(machine, unit, values)
  endWith(machine, machine.main!)
  return run
}

function seedFrom(fiber: HostFiber): readonly [number, number, number, number] {
  const random = fiber.getRef(Random.Random)
  const word = (): number => Math.floor(random.nextDoubleUnsafe() * 4_294_967_296)
  return [word(), word(), word(), word() | 1]
}

/** The values of the names around a program that it refers to, in the order of its unit. */
function valuesAround(run: Run, unit: ProgramUnit, bindings: Bindings): Array<Value> {
  const { parts, machine } = run
  if (parts.globals.names.length > 0) run.globals = globalValues(machine, parts.globals, run.extensions.live)
  if (unit.bindings.length === 0 && Object.keys(bindings).length === 0) return []
  const values = new Map(run.globals)
  for (const [name, value] of Object.entries(bindings)) values.set(name, bindingOf(machine, name, value))
  const valueOf = (name: string): Value => {
    if (!values.has(name)) values.set(name, newValue(name))
    return values.get(name)
  }
  const newValue = (name: string): Value => {
    const { realm } = machine
    switch (name) {
      case "tools":
        return newTools(realm, parts.tree)
      case "search":
        return newSearch(machine)
      case "require":
        return newRequire(machine)
      case IMPORTS: {
        const imported = unit.imports.map(({ module }) => run.module(module) as JSObject)
        return new JSObject(realm.arrayShape, [], Kind.Array, imported)
      }
      case EVERYTHING: {
        const everything = realm.newObject(realm.objectPrototype)
        for (const own of ["tools", "search", "console", ...Object.keys(bindings)])
          defineProperty(realm, everything, own, valueOf(own))
        return everything
      }
      default:
        // `console`, of the wrapper's argument
        return realm.intrinsic(name)
    }
  }
  return unit.bindings.map(valueOf)
}

function bindingOf(machine: Machine, name: string, value: unknown): Value {
  const inward = new Inward(machine, value, name)
  inward.step(Infinity)
  if (inward.refusal !== undefined) throw new TypeError(`bindings: ${inward.refusal}`)
  return inward.value
}
