import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import * as CodeMode from "../../src/CodeMode.ts"
import { tools } from "./programs.ts"

const code =
  "await tools.echo.same({ secret: 1 }); await tools.fail.now({ message: 'no' }).catch(() => {}); tools.never(); await null; return 1"

test("a run and each call have spans where the host has a tracer, without arguments", async () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    },
  })
  const execution = CodeMode.execute({ tools, code }) as Effect.Effect<CodeMode.Result>
  expect(await Effect.runPromise(Effect.provideService(execution, Tracer.Tracer, tracer))).toMatchObject({
    value: 1,
  })
  expect(
    spans.map(({ name, attributes }) => [
      name,
      attributes.get("codemode.path"),
      attributes.get("codemode.outcome"),
    ]),
  ).toEqual([
    ["CodeMode.execute", undefined, "success"],
    ["CodeMode.call", "echo.same", "success"],
    ["CodeMode.call", "fail.now", "failure"],
    ["CodeMode.call", "never", "interrupted"],
  ])
  expect(JSON.stringify(spans.map(({ attributes }) => [...attributes]))).not.toContain("secret")
  expect(spans.every(({ status }) => status._tag === "Ended")).toBe(true)
})

test("the run's span counts the matches of either regular expression engine", async () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      spans.push(new Tracer.NativeSpan(options))
      return spans.at(-1)!
    },
  })
  const matching = "const t = 'x'.repeat(1000); /xy/.test(t); /x+z/.test('xx'); /(x+)+y/.test('xx'); return 1"
  const execution = CodeMode.execute({ tools: {}, code: matching })
  await Effect.runPromise(Effect.provideService(execution, Tracer.Tracer, tracer))
  expect(spans[0]!.attributes.get("codemode.regexp.host")).toBe(1)
  expect(spans[0]!.attributes.get("codemode.regexp.own")).toBe(2)
})
