/** Programs put together at random, saved at random stops: the outcome is that of a run that was never stopped. */
import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { isObject } from "../../src/objects/object.ts"
import { flatten, Rope } from "../../src/objects/rope.ts"
import { dataProperty } from "../../src/interpreter/describe.ts"
import { slotsOf } from "../../src/interpreter/promises.ts"
import { startProgram } from "../../src/interpreter/start.ts"
import type { Machine } from "../../src/interpreter/machine.ts"
import { compile, newMachine, runSlice, saveAndRestore } from "../harness.ts"

/** Expressions of numbers, over `depth` levels of what a program is made of. */
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie("expression")
  const pair = fc.tuple(inner, inner)
  return {
    expression: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.integer({ min: -9, max: 99 }).map(String),
      fc.constantFrom("state.n", "state.next()", "outer"),
      pair.map(([a, b]) => `(${a} + ${b})`),
      pair.map(
        ([a, b]) =>
          `((x) => { let sum = x; for (let i = 0; i < 4; i++) { state.n += i; sum += ${b} } return sum })(${a})`,
      ),
      pair.map(
        ([a, b]) =>
          `[3, 1, 2].sort((p, q) => (state.n++, p - q)).map((v) => v + ${a}).reduce((p, q) => p + q, ${b})`,
      ),
      pair.map(
        ([a, b]) =>
          `[...(function* () { try { yield ${a}; yield* [1, ${b}] } finally { state.n += 2 } })()].at(-1)`,
      ),
      pair.map(
        ([a, b]) =>
          `(() => { class A { #v = ${a}; get v() { return this.#v } static s = 1 } class B extends A { get v() { return super.v + ${b} } } return new B().v + B.s })()`,
      ),
      pair.map(([a, b]) => `new Proxy({ k: ${a} }, { get: (t, k) => t[k] + ${b} }).k`),
      pair.map(
        ([a, b]) =>
          `(() => { const m = new Map([["a", ${a}], [state, ${b}]]); let sum = 0; for (const [k, v] of m) { sum += v; if (k === state) m.delete("a") } return sum + m.size })()`,
      ),
      pair.map(
        ([a, b]) =>
          `(() => { try { if ((${a}) % 2) throw { v: ${b} }; return 1 } catch ({ v }) { return v } finally { state.n++ } })()`,
      ),
      inner.map((a) => `Number("1-2-3".replace(/\\d/g, (d) => (state.n++, d)).length + \`\${${a}}\`.length)`),
      inner.map((a) => `JSON.parse(JSON.stringify({ v: { toJSON: () => [${a}] } })).v[0]`),
    ),
  }
})

const pairs = fc.tuple(expression, expression)
const part = fc.oneof(
  expression,
  pairs.map(
    ([a, b]) =>
      `(await (async () => { const [l, r] = await Promise.all([${a}, new Promise((done) => done(${b}))]); return l * 2 + r })())`,
  ),
  pairs.map(
    ([a, b]) =>
      `(await (async () => { let sum = 0; for await (const v of (async function* () { yield ${a}; yield Promise.resolve(${b}) })()) sum += v; return sum })())`,
  ),
)

const programs = fc.array(part, { minLength: 1, maxLength: 4 }).map(
  (parts) => `const outer = 5
const state = { n: 1, next() { return ++this.n } }
const results = []
${parts.map((one) => `results.push(${one})`).join("\n")}
return JSON.stringify([results, state.n])`,
)

function answerOf(machine: Machine): string {
  const { state, result } = slotsOf(machine.main!)
  if (result instanceof Rope) return flatten(result)
  return typeof result === "string"
    ? result
    : `${state}: ${isObject(result) ? String(dataProperty(machine.realm, result, "message")) : String(result)}`
}

/** Runs to the end; at stops that `isSaved` picks, the machine is saved and restored. */
function answer(
  source: string,
  fuel: number,
  isSaved: (stop: number) => boolean,
): { text: string; stops: number } {
  const unit = compile(source)
  let machine = newMachine()
  startProgram(machine, unit, [])
  let stops = 0
  while (runSlice(machine, fuel) === "fuel") {
    if (isSaved(stops)) machine = saveAndRestore(machine, unit)
    if (++stops > 20_000) return { text: "too long", stops }
  }
  return { text: answerOf(machine), stops }
}

test("saved at random stops, and at all of them", () => {
  fc.assert(
    fc.property(programs, fc.infiniteStream(fc.nat()), (source, numbers) => {
      const straight = answer(source, 1_000_000, () => false).text
      const { text, stops } = answer(source, 0, () => false)
      expect(text).toBe(straight)
      for (const number of numbers.take(4)) {
        const at = stops === 0 ? 0 : number % stops
        expect(answer(source, 0, (stop) => stop === at).text).toBe(straight)
      }
      if (stops < 100) expect(answer(source, 0, () => true).text).toBe(straight)
    }),
    { numRuns: process.env["CODEMODE_LONG"] === "1" ? 2_000 : 25, seed: 7 },
  )
}, 300_000)
