/** States that somebody forged: each is refused, or its run is contained. */
import { sha256 } from "@noble/hashes/sha2.js"
import { beforeAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import * as Tool from "../../src/Tool.ts"
import { midway } from "./suspension.ts"

const count = process.env["CODEMODE_LONG"] === "1" ? 50_000 : 2_500

const tools = {
  ask: Tool.make({
    description: "Answers",
    input: Schema.Struct({ name: Schema.String }),
    output: true,
    execute: Tool.durable({
      start: ({ name }: { name: string }) => ({ name }),
      wait: ({ name }) => name,
      cancel: () => {},
    }),
  }),
}
const runtime = CodeMode.make({
  tools,
  limits: { computeMs: 50, timeoutMs: 500, maxMemoryBytes: 20_000_000, maxToolCalls: 50 },
}) as unknown as CodeMode.Runtime

const spin = "for (let i = 0; i < 20000; i++) Math.imul(i, 3)"

/** Programs whose states hold every kind of record. */
const programs = [
  `const list = Array.from({ length: 40 }, (_, i) => 40 - i); return list.sort((a, b) => { ${spin}; return a - b }).map((n) => n * 2)`,
  `class A { #x = 1; static s = 2; get x() { return this.#x } } class B extends A { constructor() { super(); this.y = 3 } m() { return super.x } }
   const b = new B(); function* g() { try { yield* [1, 2, b] } finally { ${spin} } } const it = g(); it.next()
   const m = new Map([[b, it], ["k", Symbol.for("r")]]); const s = new Set(m.keys()); const entries = m.entries(); entries.next()
   for (const one of it) { ${spin} } return [b.m(), s.size, [...entries].length]`,
  `const p = new Proxy({ a: 1 }, { get(t, k) { ${spin}; return t[k] } }); const bound = Math.max.bind(null, 5)
   const typed = new Uint8Array([1, 2, 3]); const view = new DataView(typed.buffer); const text = "ab".repeat(3000); let rope = text; for (let i = 0; i < 9; i++) rope += text + i
   const promises = [Promise.resolve(1), new Promise(() => {}), (async () => { ${spin}; return 2 })()]
   return [p.a, bound(1), view.getUint8(1), rope.length, await Promise.race(promises), /a(?<n>b)+/g.exec("xab").groups.n, new Date(5).getTime(), 2n ** 70n]`,
  `const e = new Error("kept"); const o = Object.freeze({ a: 1, get b() { return 2 } }); const url = new URL("https://a.b/?c=d"); const set = new WeakMap([[e, 1]])
   async function* ag() { for (let i = 0; i < 3; i++) { ${spin}; yield i } } let sum = 0; for await (const i of ag()) sum += i
   const asked = await Promise.all([tools.ask({ name: "x" }), tools.ask({ name: "y" })]); return [sum, asked, o.b, e.message, url.host, set.get(e)]`,
  `const text = JSON.stringify({ a: [1, { b: 2 }] }, (k, v) => { ${spin}; return v }); return "a-b-c".replace(/[a-c]/g, (m) => { ${spin}; return m + m }) + text`,
]

const states: Array<Uint8Array> = []

beforeAll(async () => {
  // a forged source may need it, and its first load takes its time
  await import("typescript")
  const patient = CodeMode.make({ tools }) as unknown as CodeMode.Runtime
  for (const code of programs) {
    for (const slices of [1, 3, 6]) {
      const state = await midway(patient, code, slices)
      if (state !== undefined) states.push(state)
    }
  }
}, 60_000)

/** A generator of numbers that a seed decides: mulberry32. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const DIGEST_AT = 4
const CONTENT_AT = DIGEST_AT + 32
const FINGERPRINT_END = CONTENT_AT + 16

/** Where the machine begins, behind the host's record of the run. */
const machineAt = (state: Uint8Array): number =>
  FINGERPRINT_END + 4 + new DataView(state.buffer, state.byteOffset).getUint32(FINGERPRINT_END)

function redigested(bytes: Uint8Array): Uint8Array {
  bytes.set(sha256(bytes.subarray(CONTENT_AT)), DIGEST_AT)
  return bytes
}

/** Changes a few bytes behind `from`: flips, small steps, other tags, copies of other parts, cuts and insertions. */
function mutated(bytes: Uint8Array, from: number, random: (below: number) => number): Uint8Array {
  let copy = bytes.slice()
  for (let changes = 1 + random(3); changes > 0; changes--) {
    const at = from + random(copy.length - from)
    switch (random(7)) {
      case 0:
        copy[at]! ^= 1 << random(8)
        break
      case 1:
        copy[at] = copy[at]! + (random(2) === 0 ? 1 : -1)
        break
      case 2:
        copy[at] = random(0x20)
        break
      case 3:
        copy[at] = 0xa0 + random(0x60)
        break
      case 4: {
        const length = 1 + random(12)
        copy.copyWithin(at, from + random(copy.length - from), at + length)
        break
      }
      case 5:
        copy = Uint8Array.from([...copy.subarray(0, at), ...copy.subarray(at + 1 + random(4))])
        break
      default:
        copy = Uint8Array.from([...copy.subarray(0, at), random(256), ...copy.subarray(at)])
    }
    if (copy.length <= from) return bytes.slice()
  }
  return copy
}

interface Ending {
  readonly kind: "SnapshotError" | "Result" | "other"
  readonly ms: number
  readonly told: string
}

async function endingOf(state: CodeMode.Snapshot): Promise<Ending> {
  const start = performance.now()
  const cpu = process.cpuUsage()
  const exit = await Effect.runPromiseExit(runtime.resume(state).run())
  // what others on the machine compute meanwhile is not ours
  const ms = Math.min(performance.now() - start, process.cpuUsage(cpu).user / 1_000)
  if (Exit.isSuccess(exit)) return { kind: "Result", ms, told: JSON.stringify(exit.value).slice(0, 200) }
  const reason = exit.cause.reasons[0]
  const isRefused = reason?._tag === "Fail" && reason.error instanceof CodeMode.SnapshotError
  return { kind: isRefused ? "SnapshotError" : "other", ms, told: String(exit.cause) }
}

/** No state may keep its host for longer. */
const maxMs = 1_000

/** Gives what the run failed with. */
async function refusalOf(state: CodeMode.Snapshot): Promise<string> {
  const { kind, ms, told } = await endingOf(state)
  expect(kind).toBe("SnapshotError")
  expect(ms).toBeLessThan(maxMs)
  return told
}

test.each([
  ["UTC", "UTQ"],
  ["en-US", "en_US"],
])("a state of %s that says %s instead is refused", async (right, wrong) => {
  const state = states[0]!.slice()
  const at = Buffer.from(state.subarray(0, machineAt(state))).indexOf(right, FINGERPRINT_END)
  expect(at).toBeGreaterThan(FINGERPRINT_END)
  state.set(new TextEncoder().encode(wrong), at)
  expect(await refusalOf(redigested(state))).toContain("its time zone or its locale is none")
})

test("the states that are changed here resume as they are", async () => {
  expect(states.length).toBeGreaterThan(programs.length)
  for (const state of states) expect((await endingOf(state)).kind).toBe("Result")
})

describe("bytes", () => {
  test(`changed in ${count} ways without their digest are refused, each within a second`, async () => {
    const random = randomOf(1)
    for (let index = 0; index < count; index++) {
      const state = states[index % states.length]!
      const bytes = mutated(state, 0, random)
      if (Buffer.compare(bytes, state) === 0) continue
      const ending = await endingOf(bytes)
      if (ending.kind !== "SnapshotError" || ending.ms > maxMs)
        expect({ index, ...ending }).toEqual({} as never)
    }
  }, 600_000)

  test(`changed in ${count} ways with a right digest are refused or run contained, each within a second`, async () => {
    const random = randomOf(2)
    const kinds = { SnapshotError: 0, Result: 0, other: 0 }
    for (let index = 0; index < count; index++) {
      const state = states[index % states.length]!
      const bytes = redigested(mutated(state, random(4) === 0 ? FINGERPRINT_END : machineAt(state), random))
      const ending = await endingOf(bytes)
      kinds[ending.kind]++
      if (ending.kind === "other" || ending.ms > maxMs) expect({ index, ...ending }).toEqual({} as never)
    }
    expect(kinds.SnapshotError).toBeGreaterThan(count / 2)
    expect(kinds.other).toBe(0)
  }, 600_000)

  test("of any length are refused", async () => {
    const random = randomOf(3)
    for (const length of [0, 1, 4, 40, 55, 56, 57, 1_000]) {
      const bytes = Uint8Array.from({ length }, () => random(256))
      await refusalOf(bytes)
    }
    for (let length = 0; length < states[0]!.length; length += 7) {
      await refusalOf(states[0]!.slice(0, length))
      if (length >= FINGERPRINT_END) await refusalOf(redigested(states[0]!.slice(0, length)))
    }
  })

  test("of another format or another build are refused", async () => {
    const version = states[0]!.slice()
    version[3]!++
    expect(await refusalOf(redigested(version))).toContain("it does not begin as a state does")
    const build = states[0]!.slice()
    build[CONTENT_AT]! ^= 1
    expect(await refusalOf(redigested(build))).toContain("it was made by another build")
  })
})

describe("JSON", () => {
  test.each([
    ["nothing", null],
    ["no state", {}],
    ["a list", []],
    ["a text", "state"],
    ["no content", { format: "codemode-state", digest: "" }],
    ["another format", { format: "codemode-state-2", content: "", digest: "" }],
    ["no base64", { format: "codemode-state", content: "%%%%", digest: "A".repeat(43) + "=" }],
    ["a prototype", JSON.parse('{"__proto__": {"format": "codemode-state"}, "content": "", "digest": ""}')],
    ["deep lists", JSON.parse("[".repeat(5_000) + "]".repeat(5_000))],
    [
      "a large text",
      { format: "codemode-state", content: "A".repeat(50_000_000), digest: "A".repeat(43) + "=" },
    ],
  ])(
    "that is %s is refused",
    async (_name, state) => {
      await refusalOf(state as CodeMode.Snapshot)
    },
    20_000,
  )
})
