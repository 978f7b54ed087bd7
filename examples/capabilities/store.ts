/**
 * Two runs share a store: the first remembers what it has seen, the second only tells what is new. The store is the host's
 * own, here a Map that stands for a database.
 *
 *     bun examples/capabilities/store.ts
 */
import * as Effect from "effect/Effect"
import { CodeMode } from "codemode"
import { store } from "codemode/capabilities"

const program = `
const seen = new Set((await store.get("seen")) ?? [])
const fresh = headlines.filter((headline) => !seen.has(headline))
await store.set("seen", [...seen, ...fresh])
return { fresh, keys: await store.keys() }`

export async function run(): Promise<ReadonlyArray<CodeMode.Result>> {
  const database = new Map<string, CodeMode.DataValue>()
  const backend = {
    get: (key: string) => Effect.sync(() => database.get(key)),
    set: (key: string, value: CodeMode.DataValue) => Effect.sync(() => void database.set(key, value)),
    delete: (key: string) => Effect.sync(() => database.delete(key)),
    keys: () => Effect.sync(() => [...database.keys()]),
  }
  const runtime = CodeMode.make({ extensions: [store({ backend, maxKeys: 100 })] })
  const first = await Effect.runPromise(
    runtime.execute(program, { headlines: ["Rain in Lima", "Snow in Oslo"] }),
  )
  const second = await Effect.runPromise(
    runtime.execute(program, { headlines: ["Snow in Oslo", "Sun in Rome"] }),
  )
  return [first, second]
}

if (import.meta.main) console.log(JSON.stringify(await run(), undefined, 2))
