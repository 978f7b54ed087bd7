/** Programs that take memory without end: each ends with the right diagnostic, before the host has
 * lost much. Each runs in processes of its own, once for its time and once for the live heap at its end. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { run } from "../runtime/programs.ts"
import { bombs } from "./bombs.ts"

const MiB = 2 ** 20
const maxMemoryBytes = 64 * MiB
/** Inside the project, where the bundle finds its packages. */
const bundles = join(import.meta.dirname, "../../node_modules/.cache/bombs")
/** Every twelfth on Bun in `npm test`; all, on Bun and on Node, in `npm run check:long`. */
const isLong = process.env["CODEMODE_LONG"] === "1"
const every = isLong ? 1 : 12

const chosen = Object.entries(bombs).filter((_, index) => index % every === 0)
/** The longest that a bomb may take, in milliseconds of the clock or of the processor, whichever is less. */
const maxMs = isLong ? 2_000 : 10_000

/** The engines, and what each runs: sources on Bun, a bundle of them on Node. */
const engines = {
  Bun: [process.execPath, join(import.meta.dirname, "entry.ts")],
  Node: ["node", join(bundles, "entry.js")],
} as const

interface Told {
  readonly kind: string
  readonly ms: number
  readonly peakMiB: number
}

function oneBomb(engine: keyof typeof engines, what: "time" | "memory", code: string): Told {
  const [command, module] = engines[engine]
  const wrapped = `try { ${code} } catch { return "caught" } finally { globalThis.late = 1 }`
  const flags = engine === "Node" ? ["--expose-gc"] : []
  const { stdout, stderr } = spawnSync(
    command,
    [...flags, join(import.meta.dirname, "oneBomb.mjs"), module, what, wrapped, String(maxMemoryBytes)],
    { encoding: "utf8", timeout: 60_000 },
  )
  if (stdout === "") throw new Error(`no answer: ${stderr}`)
  return JSON.parse(stdout) as Told
}

const table: string[] = []
beforeAll(() =>
  Bun.build({
    entrypoints: [engines.Bun[1]],
    outdir: bundles,
    target: "node",
    format: "esm",
    packages: "external",
  }),
)
afterAll(() => console.log(table.join("\n")))

test("there are 30 kinds and more", () => {
  expect(Object.keys(bombs).length).toBeGreaterThanOrEqual(30)
})

describe.each(isLong ? (["Bun", "Node"] as const) : (["Bun"] as const))("on %s", (engine) => {
  test.each(chosen)(
    "%s",
    (name, code) => {
      const { kind, ms } = oneBomb(engine, "time", code)
      const { peakMiB } = oneBomb(engine, "memory", code)
      table.push(
        `${engine.padEnd(5)} ${name.padEnd(32)} ${ms.toFixed(0).padStart(6)} ms ${peakMiB.toFixed(0).padStart(4)} MiB`,
      )
      expect(kind).toBe("MemoryLimitExceeded")
      expect(peakMiB).toBeLessThan(128)
      expect(ms).toBeLessThan(maxMs)
    },
    120_000,
  )
})

test("what is cut from long texts does not keep them", () => {
  // 4,000 texts of 100 KB would be 400 MB
  const code =
    "const a = [], m = new Map(); for (let i = 0; i < 4_000; i++) { const s = String(i).padEnd(1e5, 'x'); a.push(s.slice(0, 40)); m.set(s.slice(0, 60), 1) } return a.length"
  for (const engine of ["Bun", "Node"] as const) {
    const { kind, peakMiB } = oneBomb(engine, "memory", code)
    expect(kind).toBe("ok")
    expect(peakMiB).toBeLessThan(128)
  }
}, 60_000)

test("a map whose keys were given memory of their own is the same map", async () => {
  const code = `
    const m = new Map([["first", -1], [NaN, -2]])
    const key = (i) => String(i).padEnd(10_000, "x").slice(0, 60)
    for (let i = 0; i < 1_000; i++) m.set(key(i), i)
    for (let i = 0; i < 1_000; i += 2) m.delete(key(i))
    for (let i = 1; i < 1_000; i += 2) if (m.get(key(i)) !== i) return i
    return [m.size, m.get("first"), m.get(NaN), m.has(key(0)), [...m.values()].slice(0, 4)].join()`
  // what is made is ten times the limit, so live memory is counted several times meanwhile
  expect(await run(code, { limits: { maxMemoryBytes: 2 * MiB } })).toMatchObject({
    ok: true,
    value: "502,-1,-2,false,-1,-2,1,3",
  })
})

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
