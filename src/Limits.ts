/**
 * Every ceiling that a host may set for a run, each with its unit.
 * Decides which settings are valid; never measures anything.
 */

/** Ceilings of one run. Each is off when absent, `undefined` or `Infinity`, except the last two, which have defaults. */
export interface Limits {
  /** Active wall time in milliseconds. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds spent interpreting; waits for the host are not counted. */
  readonly computeMs?: number | undefined
  /** Admitted calls, `search` and refused inputs included. May be 0. */
  readonly maxToolCalls?: number | undefined
  /** Calls that run at once; the rest are queued. */
  readonly maxConcurrentToolCalls?: number | undefined
  /** Running time of one call in milliseconds; queueing and suspension are not counted. */
  readonly toolTimeoutMs?: number | undefined
  /** UTF-8 bytes of value and logs together, and of warnings on their own. May be 0. */
  readonly maxOutputBytes?: number | undefined
  /** Bytes that the program's own values occupy. 256 MiB by default. */
  readonly maxMemoryBytes?: number | undefined
  /** UTF-8 bytes of source text. 256 KiB by default. */
  readonly maxSourceBytes?: number | undefined
}

/** Limits with every ceiling present; `Infinity` where there is none. */
export type Resolved = { readonly [Name in keyof Limits]-?: number }

interface Rule {
  readonly minimum: number
  readonly fallback: number
}

const rules: { readonly [Name in keyof Resolved]: Rule } = {
  timeoutMs: { minimum: 1, fallback: Infinity },
  computeMs: { minimum: 1, fallback: Infinity },
  maxToolCalls: { minimum: 0, fallback: Infinity },
  maxConcurrentToolCalls: { minimum: 1, fallback: Infinity },
  toolTimeoutMs: { minimum: 1, fallback: Infinity },
  maxOutputBytes: { minimum: 0, fallback: Infinity },
  maxMemoryBytes: { minimum: 1, fallback: 256 * 1024 * 1024 },
  maxSourceBytes: { minimum: 1, fallback: 256 * 1024 },
}

const names = Object.keys(rules) as ReadonlyArray<keyof Resolved>

/**
 * A finite set for programs that nobody reads before they run: one minute of active time, ten seconds of computing,
 * 100 calls of at most 30 seconds, ten at once, 64 KiB of output, 128 MiB of memory, 128 KiB of source.
 *
 * ```ts
 * import { CodeMode } from "codemode"
 *
 * CodeMode.make({ tools: {}, limits: { ...CodeMode.safeLimits, maxToolCalls: 10 } })
 * ```
 */
export const safeLimits: Resolved = Object.freeze({
  timeoutMs: 60_000,
  computeMs: 10_000,
  maxToolCalls: 100,
  maxConcurrentToolCalls: 10,
  toolTimeoutMs: 30_000,
  maxOutputBytes: 64 * 1024,
  maxMemoryBytes: 128 * 1024 * 1024,
  maxSourceBytes: 128 * 1024,
})

/** Checks `limits` and fills in the defaults. Throws `RangeError` for an invalid value or an unknown name. */
export function resolve(limits: Limits = {}): Resolved {
  for (const name of Object.keys(limits)) {
    if (!Object.hasOwn(rules, name)) {
      throw new RangeError(`limits.${name} is no limit; the limits are ${names.join(", ")}`)
    }
  }
  return each((name) => atLeast(`limits.${name}`, limits[name], rules[name]))
}

/** Of every ceiling the lower one: the saved run's and the resuming runtime's. */
export const lower = (a: Resolved, b: Resolved): Resolved => each((name) => Math.min(a[name], b[name]))

/**
 * The value of one numeric option: a safe integer of at least `minimum`, or `Infinity`; the fallback where it is
 * `undefined`. Throws `RangeError` naming the option, what came and what is allowed.
 */
export function atLeast(option: string, value: unknown, { minimum, fallback }: Rule): number {
  if (value === undefined) return fallback
  if (
    typeof value === "number" &&
    (value === Infinity || (Number.isSafeInteger(value) && value >= minimum))
  ) {
    return value
  }
  const came = typeof value === "number" ? String(value) : `${describe(value)}`
  throw new RangeError(`${option} must be a safe integer of at least ${minimum}, or Infinity; got ${came}`)
}

const each = (f: (name: keyof Resolved) => number): Resolved =>
  Object.fromEntries(names.map((name) => [name, f(name)])) as Resolved

const describe = (value: unknown): string =>
  typeof value === "string"
    ? JSON.stringify(value.slice(0, 60))
    : value === null
      ? "null"
      : `a ${typeof value}`
