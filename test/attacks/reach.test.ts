/** Nothing of the host's is anywhere in what a program can reach. */
import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Extension from "../../src/Extension.ts"
import { Machine } from "../../src/interpreter/machine.ts"
import { defineProperty } from "../../src/objects/properties.ts"
import { tools } from "../runtime/programs.ts"
import { walk } from "./walker.ts"

const files = Extension.make({
  name: "files",
  globals: {
    files: {
      read: (path: string) => ({ path, at: new Date(0), map: new Map([[1, /x/g]]), again: () => 1 }),
      later: Extension.async(async () => [
        new Uint8Array(3),
        new URL("https://a.b/c"),
        new Error("x", { cause: 1 }),
      ]),
      fail: () => {
        throw new TypeError("no", { cause: new Error("inner") })
      },
      limit: 3,
    },
  },
})

const program = `
const kept = (globalThis.kept = [])
kept.push(tools, tools.echo, tools.echo.same, tools.nothing.here, Object.keys(tools), search("echo"), console, console.log)
kept.push(await tools.echo.same({ a: [1, { b: null }], then: 1, __proto__: 2 }))
for (const call of [() => tools.fail.now({ message: "x" }), () => tools.nope(), () => tools.echo.same(10n), () => files.fail()]) {
  try { await call() } catch (error) { kept.push(error, error.cause, error.stack, error.constructor) }
}
const value = files.read("x")
kept.push(files, files.read, value, value.again, value.again(), await files.later(), tools.never({}))
function* generator() { yield kept }
async function* later() { yield kept; await null }
kept.push(generator(), later(), (async () => { await tools.never({}) })(), new Proxy({}, {}), kept.push.bind(kept, 1))
kept.push(new Map([[1, {}]]), new WeakMap(), new Set([1]).values(), /(?<x>a)/d.exec("a"), "ab".matchAll(/b/g), new Date(), new URL("https://a.b"))
kept.push(new TextDecoder(), new Headers(), new Intl.NumberFormat(), new Int8Array(2), new DataView(new ArrayBuffer(1)), [1].values().map((x) => x))
kept.push(class A { #x = 1; static y = 2; get z() { return 1 } }, Symbol("s"), 10n, "long".repeat(1000) + kept.length, (function () { return arguments })(1))
kept.push(Promise.reject(new Error("unhandled")), Promise.withResolvers(), structuredClone({ d: new Date() }), JSON.parse('{"a":[{}]}'))
setTimeout?.(() => {}, 1)
await null
return kept.length
`

/** Saving would make another machine at each step. */
const onOneMachine = test.skipIf(process.env["CODEMODE_ROUNDTRIP"] === "1")

onOneMachine(
  "a walk over a realm with tools and extensions finds only primitives, ropes and the interpreter's objects",
  async () => {
    const machines = new Set<Machine>()
    const stateOf = Machine.prototype.stateOf
    Machine.prototype.stateOf = function (unit) {
      machines.add(this)
      return stateOf.call(this, unit)
    }
    try {
      const text = program.replace("setTimeout?.(() => {}, 1)\n", "")
      const execution = CodeMode.execute({
        tools,
        extensions: [files],
        code: text,
      }) as Effect.Effect<CodeMode.Result>
      expect(await Effect.runPromise(execution)).toMatchObject({ ok: true })
    } finally {
      Machine.prototype.stateOf = stateOf
    }
    expect(machines.size).toBe(1)
    for (const machine of machines) {
      const { objects, strangers } = walk(machine)
      expect(strangers).toEqual([])
      expect(objects).toBeGreaterThan(500)
      // the walk would have found them
      const { realm } = machine
      for (const [name, stray] of Object.entries({
        date: new Date(0),
        call: () => 1,
        list: [new URL("https://a.b")],
      }))
        defineProperty(realm, realm.globalObject, name, stray as never)
      expect(walk(machine).strangers.toSorted()).toEqual([
        "global.call: a host function call",
        "global.date: an instance of Date",
        "global.list[0]: an instance of URL",
      ])
    }
  },
)
