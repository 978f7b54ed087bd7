/** Programs that take memory without end: each ends with the right diagnostic, before the host has lost much. */
import { expect, test } from "bun:test"
import { run } from "../runtime/programs.ts"
import { bombs } from "./bombs.ts"

const MiB = 2 ** 20
const maxMemoryBytes = 64 * MiB
/** Every eighth in `npm test`, all in `npm run check:long`. */
const every = process.env["CODEMODE_LONG"] === "1" ? 1 : 8

const liveHeap = (): number => {
  Bun.gc(true)
  return process.memoryUsage().heapUsed
}

const chosen = Object.entries(bombs).filter((_, index) => index % every === 0)

test("there are 30 kinds and more", () => {
  expect(Object.keys(bombs).length).toBeGreaterThanOrEqual(30)
})

test.each(chosen)(
  "%s",
  async (_, code) => {
    const before = liveHeap()
    let peak = before
    const timer = setInterval(() => {
      // what is not collected yet is no live heap
      if (process.memoryUsage().heapUsed > peak + 96 * MiB) peak = Math.max(peak, liveHeap())
    }, 500)
    const cpu = process.cpuUsage()
    const result = await run(`try { ${code} } catch { return "caught" } finally { globalThis.late = 1 }`, {
      limits: { maxMemoryBytes },
    })
    const { user } = process.cpuUsage(cpu)
    clearInterval(timer)
    expect(result).toMatchObject({ ok: false, error: { kind: "MemoryLimitExceeded" } })
    expect((peak - before) / MiB).toBeLessThan(128)
    // of the processor, as other processes may have the clock; collecting for these samples is in it
    expect(user / 1000).toBeLessThan(10_000)
  },
  60_000,
)

test("a long run that makes garbage alone is not stopped", async () => {
  const code =
    "let n = 0; for (let i = 0; i < 200_000; i++) { const o = { x: [i, i], y: 'text ' + i }; n += o.x.length } return n"
  expect(await run(code, { limits: { maxMemoryBytes: 4 * MiB } })).toMatchObject({ ok: true, value: 400_000 })
})

test("what is shared counts once", async () => {
  const code =
    "const s = 'x'.repeat(100_000) + Math.random(); return Array.from({ length: 2_000 }, () => ({ s })).length"
  expect(await run(code, { limits: { maxMemoryBytes: 2 * MiB } })).toMatchObject({ ok: true, value: 2_000 })
})

test("equal texts that were made apart become one", async () => {
  const code =
    "const a = []; for (let i = 0; i < 400; i++) a.push('ab'.repeat(50_000)); return new Set(a).size"
  expect(await run(code, { limits: { maxMemoryBytes: 2 * MiB } })).toMatchObject({ ok: true, value: 1 })
})
