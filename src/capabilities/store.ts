/** The `store` capability: data by name that outlives a run. Never keeps more than its bounds. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Semaphore from "effect/Semaphore"
import * as Extension from "../Extension.ts"
import type { DataValue } from "../Result.ts"
import { toolError } from "../ToolError.ts"
import { resolved } from "./bounds.ts"

/** Where a store keeps its data. Each function may return the value, a Promise or an Effect. */
export interface Backend {
  /** The value of a key, or `undefined`. */
  readonly get: (key: string) => unknown
  readonly set: (key: string, value: DataValue) => unknown
  /** Whether there was such a key. */
  readonly delete: (key: string) => unknown
  /** Every key. */
  readonly keys: () => unknown
}

/** What a backend's functions return. */
type Returns<B extends Backend> = ReturnType<B[keyof Backend]>
type Needs<X> = X extends Effect.Effect<infer _A, infer _E, infer R> ? R : never

/** Options of {@link store}. */
export interface StoreOptions<B extends Backend> {
  /** Memory of this process by default. */
  readonly backend?: B | undefined
  /** Keys at once. 1,000 by default. */
  readonly maxKeys?: number | undefined
  /** Characters of one key. 256 by default. */
  readonly maxKeyLength?: number | undefined
  /** Bytes of one value as JSON in UTF-8. 256 KiB by default. */
  readonly maxValueBytes?: number | undefined
}

/**
 * `await store.get(key)`, `store.set(key, value)`, `store.delete(key)`, `store.has(key)` and `store.keys(prefix?)`. Values
 * are JSON data; anything else is refused with its path. One store is one space of keys: whoever runs a program over it
 * sees all of them, so a host makes one store for each of those who must not see one another's.
 *
 * Throws `RangeError` for a bound that is no safe integer of at least 1.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CodeMode } from "codemode"
 * import { store } from "codemode/capabilities"
 *
 * const runtime = CodeMode.make({ extensions: [store()] })
 * await Effect.runPromise(runtime.execute("await store.set('seen', [1, 2])"))
 * const result = await Effect.runPromise(runtime.execute("return await store.get('seen')"))
 * // { ok: true, value: [1, 2], toolCalls: [] }
 * ```
 */
export function store<B extends Backend = Backend>(
  options: StoreOptions<B> = {},
): Extension.Definition<Backend extends B ? never : Needs<Returns<B>>> {
  const { backend = inMemory(), maxKeys, maxKeyLength, maxValueBytes } = options
  const bounds = resolved(
    "store",
    { maxKeys, maxKeyLength, maxValueBytes },
    { maxKeys: 1_000, maxKeyLength: 256, maxValueBytes: 256 * 1024 },
  )
  const keyOf = (name: string, key: unknown): string => {
    if (typeof key !== "string" || key === "")
      throw toolError(`store.${name}: the key must be a string that is not empty`)
    if (key.length > bounds.maxKeyLength)
      throw toolError(
        `store.${name}: the key has ${key.length} characters; ${bounds.maxKeyLength} are allowed`,
      )
    return key
  }
  const keys = Effect.map(asked(backend.keys), (all) => [...(all as Iterable<string>)])
  // sets are one after another, so that two of them cannot both take the last free key
  const one = Semaphore.makeUnsafe(1)
  const set = (key: string, value: unknown) => {
    const problem = problemOf(value, "value")
    if (problem !== undefined) return Effect.fail(toolError(`store.set: ${problem}`))
    const text = JSON.stringify(value)
    const bytes = Buffer.byteLength(text)
    if (bytes > bounds.maxValueBytes)
      return Effect.fail(
        toolError(`store.set: the value has ${bytes} bytes as JSON; ${bounds.maxValueBytes} are allowed`),
      )
    const write = Effect.asVoid(asked(() => backend.set(key, JSON.parse(text) as DataValue)))
    if (bounds.maxKeys === Infinity) return write
    return one.withPermits(1)(
      Effect.flatMap(keys, (all) =>
        all.length < bounds.maxKeys || all.includes(key)
          ? write
          : Effect.fail(
              toolError(`store.set: there are ${all.length} keys and no more are allowed; delete one first`),
            ),
      ),
    )
  }
  const functions = {
    get: (key: unknown) => Effect.suspend(() => asked(() => backend.get(keyOf("get", key)))),
    set: (key: unknown, value: unknown) => Effect.suspend(() => set(keyOf("set", key), value)),
    delete: (key: unknown) =>
      Effect.suspend(() =>
        Effect.map(
          asked(() => backend.delete(keyOf("delete", key))),
          Boolean,
        ),
      ),
    has: (key: unknown) =>
      Effect.suspend(() =>
        Effect.map(
          asked(() => backend.get(keyOf("has", key))),
          (value) => value !== undefined,
        ),
      ),
    keys: (prefix: unknown = "") =>
      Effect.suspend(() => {
        if (typeof prefix !== "string") throw toolError("store.keys: the prefix must be a string")
        return Effect.map(keys, (all) => all.filter((key) => key.startsWith(prefix)).toSorted())
      }),
  }
  const globals = Object.fromEntries(Object.entries(functions).map(([name, f]) => [name, Extension.async(f)]))
  return Extension.make({ name: "store", globals: { store: globals } }) as never
}

/** What a backend's function came to. What it throws is the Effect's failure. */
const asked = (f: () => unknown): Effect.Effect<unknown, unknown> =>
  Effect.suspend(() => {
    try {
      const returned = f()
      if (Effect.isEffect(returned)) return returned as Effect.Effect<unknown, unknown>
      if (!Predicate.isPromiseLike(returned)) return Effect.succeed(returned)
      return Effect.tryPromise({ try: () => returned, catch: (error) => error })
    } catch (error) {
      return Effect.fail(error)
    }
  })

/** A store in memory. Values are kept as text, so that nothing is shared. */
export function inMemory(): Backend {
  const texts = new Map<string, string>()
  return {
    get: (key) => {
      const text = texts.get(key)
      return text === undefined ? undefined : (JSON.parse(text) as unknown)
    },
    set: (key, value) => void texts.set(key, JSON.stringify(value)),
    delete: (key) => texts.delete(key),
    keys: () => texts.keys(),
  }
}

/** Why a value cannot be kept. Arguments of extensions are at most 32 levels deep and without cycles. */
function problemOf(value: unknown, path: string): string | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : `${path} is ${value}: store null instead`
  if (Array.isArray(value)) return firstProblem(value.map((part, index) => [`${path}[${index}]`, part]))
  if (typeof value !== "object")
    return `${path} is ${value === undefined ? "undefined" : `a ${typeof value}`}: store JSON data`
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype) {
    return `${path} is a ${(value.constructor as { readonly name?: string }).name ?? "class instance"}: store JSON data, for example ${instead(value)}`
  }
  return firstProblem(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [`${path}.${key}`, part]),
  )
}

function firstProblem(parts: ReadonlyArray<readonly [path: string, part: unknown]>): string | undefined {
  for (const [path, part] of parts) {
    const problem = problemOf(part, path)
    if (problem !== undefined) return problem
  }
  return undefined
}

function instead(value: object): string {
  if (value instanceof Map) return "Object.fromEntries(map)"
  if (value instanceof Set) return "[...set]"
  if (value instanceof Date) return "date.toISOString()"
  return ArrayBuffer.isView(value) ? "bytes.toBase64()" : "{ ...object }"
}
