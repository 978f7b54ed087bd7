/**
 * Programs of the kinds that users of such systems reported: plain ones, short probes, whole programs as models send
 * them, and attacks.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Glob } from "bun"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CodeMode from "../src/CodeMode.ts"
import * as Tool from "../src/Tool.ts"
import { toolError } from "../src/ToolError.ts"
import probes from "./cases/probes.json" with { type: "json" }

const folder = join(import.meta.dir, "cases")
const runtime = CodeMode.make({
  tools: {
    echo: {
      same: Tool.make({
        description: "Gives back its input",
        input: Schema.Unknown,
        output: Schema.Unknown,
        execute: (value) => value,
      }),
    },
    fail: {
      now: Tool.make({
        description: "Fails",
        input: Schema.Struct({ message: Schema.optional(Schema.String) }),
        execute: ({ message }) => Effect.fail(toolError(message ?? "failed")),
      }),
    },
  },
})

describe("programs", () => {
  test.each(namesIn("programs", ".js"))("%s", async (name) => {
    const result = await run(asText(read(`programs/${name}.js`)))
    expect(result.ok && JSON.parse(String(result.value))).toEqual(
      JSON.parse(read(`programs/${name}.expected.json`)),
    )
  })
})

describe("probes", () => {
  test.each(probes)("$id, $kind", async ({ js, is }) => {
    expect(await run(asData(js))).toMatchObject({ ok: true, value: is })
  })
})

describe("programs as models send them", () => {
  test.each(namesIn("wrapped", ".txt"))("%s", async (name) => {
    const expected: unknown = JSON.parse(read(`wrapped/${name}.expected.json`))
    expect(await run(read(`wrapped/${name}.txt`))).toMatchObject({ ok: true, value: expected })
  })

  test.each(namesIn("wrapped", ".core.js"))("%s, unwrapped by hand", async (name) => {
    const expected: unknown = JSON.parse(read(`wrapped/${name}.expected.json`))
    expect(await run(read(`wrapped/${name}.core.js`))).toMatchObject({ ok: true, value: expected })
  })
})

describe("attacks", () => {
  const host = globalThis as { __HOST_CANARY__?: string; __GUEST_RAN_LATE__?: unknown }
  beforeAll(() => {
    host.__HOST_CANARY__ = "host-secret"
  })
  afterAll(() => {
    delete host.__HOST_CANARY__
  })

  test.each(namesIn("attacks", ".js"))("%s", async (name) => {
    const result = await run(read(`attacks/${name}.js`))
    if (name !== "A15" && result.ok) expect(result.value).toBe("contained")
    if (!result.ok) expect(result.error.message).not.toContain("host-secret")
    expect(host.__GUEST_RAN_LATE__).toBeUndefined()
  })
})

function run(code: string): Promise<CodeMode.Result> {
  return Effect.runPromise(runtime.execute(code))
}

function asData(program: string): string {
  return `return JSON.parse(JSON.stringify(await (async () => { ${program}\n })()) ?? "null")`
}

/** A program's value as JSON text, as some are nested deeper than a result may be. */
function asText(program: string): string {
  return `return JSON.stringify(await (async () => { ${program}\n })()) ?? "null"`
}

function namesIn(kind: string, extension: string): ReadonlyArray<string> {
  const names = [...new Glob(`*${extension}`).scanSync({ cwd: join(folder, kind) })]
  return names.map((name) => name.slice(0, -extension.length)).toSorted()
}

function read(path: string): string {
  return readFileSync(join(folder, path), "utf8")
}
