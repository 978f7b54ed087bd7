/** States of real runs, and changes to them: bytes, lengths, parts of other states, with a right digest or without. */
import { sha256 } from "@noble/hashes/sha2.js"
import type * as CodeMode from "../../src/CodeMode.ts"
import type { Random } from "../property/random.ts"
import { midway } from "../snapshot/suspension.ts"

const DIGEST_AT = 4
const CONTENT_AT = DIGEST_AT + 32
const FINGERPRINT_END = CONTENT_AT + 16

/** Long enough for a run to be stopped before it. */
const spin = "for (let i = 0; i < 200_000; i++) Math.imul(i, 3)\n"
const kept = [
  `class A { #x = 1; get x() { return this.#x } } class B extends A { m() { return super.x } }
   function* g() { try { yield* [1, new B()] } finally { ${spin} } } const it = g(); it.next(); const m = new Map([[it, Symbol.for("r")]]); const entries = m.entries()
   ${spin} return [[...it].length, [...entries].length]`,
  `const p = new Proxy({ a: 1 }, { get(t, k) { ${spin} return t[k] } }); const bytes = new Uint8Array([1, 2, 3]); let rope = "ab".repeat(3000); for (let i = 0; i < 9; i++) rope += rope.slice(0, 99) + i
   const e = new Error("kept", { cause: /x/g }); const o = Object.freeze({ get b() { return 2n ** 70n } }); ${spin} return [p.a, new DataView(bytes.buffer).getUint8(1), rope.length, e.stack, String(o.b)]`,
  `async function* ag() { for (let i = 0; i < 3; i++) { ${spin} yield i } } const all = [Promise.resolve(1), new Promise(() => {})]
   let sum = 0; for await (const i of ag()) sum += i; return [40, 3, 7].sort((a, b) => { ${spin} return a - b }).concat(sum, await all[0])`,
]

/** States of runs that were stopped while they computed. */
export async function savedStates(
  runtime: CodeMode.Runtime,
  programs: ReadonlyArray<string>,
): Promise<ReadonlyArray<Uint8Array>> {
  const states: Uint8Array[] = []
  for (const code of [...kept, ...programs.slice(0, 20).map((program) => spin + program)]) {
    for (const slices of [1, 2, 4]) {
      const state = await midway(runtime, code, slices).catch(() => undefined)
      if (state !== undefined) states.push(state)
    }
  }
  return states
}

export function changedState(random: Random, states: ReadonlyArray<Uint8Array>): Uint8Array {
  let bytes: Uint8Array = random.pick(states).slice()
  const from = random.once(4) ? 0 : FINGERPRINT_END
  for (let count = 1 + random.integer(3); count > 0; count--)
    bytes = changed(random, bytes, random.pick(states), Math.min(from, bytes.length))
  if (!random.once(8) && bytes.length > CONTENT_AT) bytes.set(sha256(bytes.subarray(CONTENT_AT)), DIGEST_AT)
  return bytes
}

function changed(random: Random, bytes: Uint8Array, other: Uint8Array, from: number): Uint8Array {
  const at = from + random.integer(bytes.length - from + 1)
  switch (random.integer(7)) {
    case 0:
      bytes[at]! ^= 1 << random.integer(8)
      return bytes
    case 1:
      bytes[at] = random.integer(256)
      return bytes
    case 2:
      return joined(bytes.subarray(0, at))
    case 3:
      return joined(bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + random.integer(16))))
    case 4: {
      const start = random.integer(other.length)
      return joined(
        bytes.subarray(0, at),
        other.subarray(start, start + random.integer(200)),
        bytes.subarray(at),
      )
    }
    case 5:
      // the host's record of one run before the machine of another
      return joined(bytes.subarray(0, machineAt(bytes)), other.subarray(machineAt(other)))
    default:
      bytes.copyWithin(at, from + random.integer(bytes.length - from + 1), at + 1 + random.integer(24))
      return bytes
  }
}

function machineAt(state: Uint8Array): number {
  if (state.length < FINGERPRINT_END + 4) return state.length
  const length = new DataView(state.buffer, state.byteOffset, state.length).getUint32(FINGERPRINT_END)
  return Math.min(state.length, FINGERPRINT_END + 4 + length)
}

function joined(...parts: ReadonlyArray<Uint8Array>): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
