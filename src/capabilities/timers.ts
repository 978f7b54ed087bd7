/** The `timers` capability: waiting, and calling later. Never waits: the run does. */
import * as Extension from "../Extension.ts"
import { resolved } from "./bounds.ts"

/** Bounds of {@link timers}. */
export interface TimersOptions {
  /** Timers of one run that may wait at once. 1,000 by default. */
  readonly maxTimers?: number | undefined
  /** The longest delay, in milliseconds. One hour by default. */
  readonly maxDelayMs?: number | undefined
}

/**
 * `setTimeout`, `setInterval`, `clearTimeout`, `clearInterval` as the HTML standard has them (ids are numbers), and
 * `sleep(ms)`, a promise. Too many timers and too long delays throw `RangeError` in the program; an error that a callback
 * throws ends the run. Timers run on Effect's `Clock`. They are saved with a suspended run, with the moment at which they
 * are due: one whose moment has passed when the run goes on is due at once. A run ends when its program does, whatever
 * timers wait.
 *
 * Throws `RangeError` for a bound that is no safe integer of at least 1.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CodeMode } from "codemode"
 * import { timers } from "codemode/capabilities"
 *
 * const runtime = CodeMode.make({ extensions: [timers({ maxDelayMs: 1_000 })] })
 * const result = await Effect.runPromise(runtime.execute("await sleep(20); return 'rested'"))
 * // { ok: true, value: "rested", toolCalls: [] }
 * ```
 */
export function timers(options: TimersOptions = {}): Extension.Definition<never> {
  const bounds = resolved("timers", options, {
    maxTimers: 1_000,
    maxDelayMs: 3_600_000,
  })
  const names = ["setTimeout", "setInterval", "clearTimeout", "clearInterval", "sleep"] as const
  const globals = Object.fromEntries(names.map((name) => [name, Extension.timer(name, bounds)]))
  return Extension.make({ name: "timers", globals })
}
