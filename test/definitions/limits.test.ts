import { describe, expect, test } from "bun:test"
import * as Limits from "../../src/Limits.ts"

const names = [
  "timeoutMs",
  "computeMs",
  "maxToolCalls",
  "maxConcurrentToolCalls",
  "toolTimeoutMs",
  "maxOutputBytes",
  "maxMemoryBytes",
  "maxSourceBytes",
] as const
const mayBeZero: ReadonlyArray<string> = ["maxToolCalls", "maxOutputBytes"]

describe("resolve", () => {
  test("gives the defaults, and undefined equals unset", () => {
    const defaults = {
      timeoutMs: Infinity,
      computeMs: Infinity,
      maxToolCalls: Infinity,
      maxConcurrentToolCalls: Infinity,
      toolTimeoutMs: Infinity,
      maxOutputBytes: Infinity,
      maxMemoryBytes: 268_435_456,
      maxSourceBytes: 262_144,
    }
    expect(Limits.resolve()).toEqual(defaults)
    expect(Limits.resolve(Object.fromEntries(names.map((name) => [name, undefined])))).toEqual(defaults)
  })

  test.each(names.map((name) => [name]))("%s takes safe integers from its minimum and Infinity", (name) => {
    const minimum = mayBeZero.includes(name) ? 0 : 1
    for (const value of [minimum, minimum + 1, Number.MAX_SAFE_INTEGER, Infinity]) {
      expect(Limits.resolve({ [name]: value })[name]).toBe(value)
    }
    const wrong: ReadonlyArray<readonly [unknown, string]> = [
      [minimum - 1, String(minimum - 1)],
      [1.5, "1.5"],
      [Number.NaN, "NaN"],
      [-Infinity, "-Infinity"],
      [2 ** 53, "9007199254740992"],
      ["10", '"10"'],
      [null, "null"],
      [10n, "a bigint"],
    ]
    for (const [value, came] of wrong) {
      expect(() => Limits.resolve({ [name]: value })).toThrow(
        new RangeError(
          `limits.${name} must be a safe integer of at least ${minimum}, or Infinity; got ${came}`,
        ),
      )
    }
  })

  test("refuses a name that is no limit", () => {
    expect(() => Limits.resolve({ timeout: 5 } as Limits.Limits)).toThrow(
      new RangeError(`limits.timeout is no limit; the limits are ${names.join(", ")}`),
    )
    expect(() => Limits.resolve({ constructor: 5 } as unknown as Limits.Limits)).toThrow(RangeError)
  })
})

test("safeLimits is finite in every part and valid", () => {
  expect(Limits.resolve(Limits.safeLimits)).toEqual(Limits.safeLimits)
  expect(Object.keys(Limits.safeLimits)).toEqual([...names])
  expect(Object.values(Limits.safeLimits).every(Number.isFinite)).toBe(true)
})

test("lower takes the lower of each", () => {
  const a = Limits.resolve({ timeoutMs: 10, maxToolCalls: 5 })
  const b = Limits.resolve({ timeoutMs: 20, maxSourceBytes: 7 })
  expect(Limits.lower(a, b)).toEqual({
    ...Limits.resolve(),
    timeoutMs: 10,
    maxToolCalls: 5,
    maxSourceBytes: 7,
  })
})

test("atLeast serves other options in the same words", () => {
  const rule = { minimum: 1, fallback: 2000 }
  expect(Limits.atLeast("discovery.catalogBudget", undefined, rule)).toBe(2000)
  expect(() => Limits.atLeast("discovery.catalogBudget", 0, rule)).toThrow(
    new RangeError("discovery.catalogBudget must be a safe integer of at least 1, or Infinity; got 0"),
  )
})
