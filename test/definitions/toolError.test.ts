import { describe, expect, test } from "bun:test"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { describeError, describeFailure, isToolError, ToolError, toolError } from "../../src/ToolError.ts"

const both = (error: unknown) => [describeError(error, "report"), describeError(error, "sanitize")]
const hidden = "The tool failed. Its error is not shown here."

test("a ToolError is an Error with a tag, and its cause stays its own", async () => {
  const cause = new Error("from the database")
  const error = toolError("No such order", cause)
  expect(error).toBeInstanceOf(ToolError)
  expect(error).toBeInstanceOf(Error)
  expect([error.name, error.message, error.cause, error._tag]).toEqual([
    "ToolError",
    "No such order",
    cause,
    "ToolError",
  ])
  expect("cause" in toolError("x")).toBe(false)
  const caught = Effect.catchTag(Effect.fail(error), "ToolError", (failure) =>
    Effect.succeed(failure.message),
  )
  expect(await Effect.runPromise(caught)).toBe("No such order")
  expect(both(error)).toEqual(["No such order", "No such order"])
  expect([isToolError(error), isToolError(cause), isToolError({ _tag: "ToolError" })]).toEqual([
    true,
    false,
    false,
  ])
})

test("a refusal that another error wraps is shown, its own cause never", () => {
  const refusal = toolError("No such order", new Error("from the database"))
  expect(both(new TypeError("cannot", { cause: refusal }))).toEqual([
    "TypeError: cannot, caused by No such order",
    "No such order",
  ])
})

describe("a host failure", () => {
  test("is reported with its causes, or hidden", () => {
    const error = new TypeError("cannot send", { cause: new Error("socket closed", { cause: "ECONNRESET" }) })
    expect(both(error)).toEqual([
      "TypeError: cannot send, caused by socket closed, caused by ECONNRESET",
      hidden,
    ])
  })

  test("is described whatever it is", () => {
    class NotFound extends Data.TaggedError("NotFound")<{ readonly id: string }> {}
    const cases: ReadonlyArray<readonly [unknown, string]> = [
      ["text", "text"],
      [undefined, "undefined"],
      [null, "null"],
      [42n, "42"],
      [Symbol("s"), "Symbol(s)"],
      [{ code: 5, detail: "x" }, '{"code":5,"detail":"x"}'],
      [new Error(""), "Error"],
      [new RangeError(""), "RangeError"],
      [new NotFound({ id: "7" }), "NotFound"],
      [{ _tag: "Denied", message: "not you" }, "Denied: not you"],
      [
        new AggregateError([new Error("a"), new TypeError("b")], "two"),
        "AggregateError: two (a; TypeError: b)",
      ],
      [new Error("same", { cause: new Error("same") }), "same"],
    ]
    for (const [error, text] of cases) expect(describeError(error, "report")).toBe(text)
  })

  test("is described even where it is hostile", () => {
    const throwing = Object.defineProperty(new Error("x"), "message", {
      get() {
        throw new Error("no")
      },
    })
    expect(describeError(throwing, "report")).toBe("Error")
    const trap = (): never => {
      throw new Error("no")
    }
    const proxy = new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap })
    expect(both(proxy)).toEqual(["an error that cannot be read", hidden])
    const circle = new Error("round")
    circle.cause = circle
    expect(describeError(circle, "report")).toBe("round")
    const cyclic: Record<string, unknown> = {}
    cyclic["self"] = cyclic
    expect(describeError(cyclic, "report")).toBe("[object Object]")
    const deep = Array.from({ length: 50 }).reduce<Error>(
      (cause, _, index) => new Error(`e${index}`, { cause }),
      new Error("end"),
    )
    expect(describeError(deep, "report")).toBe(
      "e49, caused by e48, caused by e47, caused by e46, caused by e45",
    )
  })

  test("is bounded, and never cut inside a character", () => {
    const long = describeError(new Error("x".repeat(1e6)), "report")
    expect(long).toBe(`${"x".repeat(1997)}...`)
    expect(describeError(new Error("😀".repeat(2000)), "report").isWellFormed()).toBe(true)
    expect(describeError(new Error(`x${"😀".repeat(2000)}`), "report").isWellFormed()).toBe(true)
    expect(describeError(toolError("y".repeat(1e6)), "sanitize").length).toBe(2000)
  })
})

test("a cause gives its failures and defects", () => {
  const cause = Cause.combine(Cause.fail(toolError("refused")), Cause.die(new Error("bug")))
  expect(describeFailure(cause, "report")).toBe("refused; bug")
  expect(describeFailure(cause, "sanitize")).toBe(`refused; ${hidden}`)
  expect(describeFailure(Cause.interrupt(1), "report")).toBe("The call was interrupted.")
  expect(describeFailure(Cause.combine(Cause.fail("a"), Cause.interrupt(1)), "report")).toBe("a")
})
