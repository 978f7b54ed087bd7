// Owns loading the TypeScript compiler, once per process and only when a text needs it. The host half calls it: this is
// the one promise of the guest half.

import { provideCompiler } from "./types.ts"

let loading: Promise<void> | undefined

/** Loads what `parseProgram` needs after it answered `"needs-types"`. A failed load is tried again. */
export function loadTypes(): Promise<void> {
  loading ??= load().catch((cause: unknown) => {
    loading = undefined
    throw cause
  })
  return loading
}

async function load(): Promise<void> {
  const [typescript, blankSpace] = await Promise.all([import("typescript"), import("ts-blank-space")])
  provideCompiler({ ts: typescript.default, blankSourceFile: blankSpace.blankSourceFile })
}
