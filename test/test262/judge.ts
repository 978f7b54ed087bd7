/** Decides whether a script's end is what its test wants. */
import type { Ended } from "./engine.ts"
import type { Metadata } from "./metadata.ts"

/** What is wrong, or `undefined` where the test passed. */
export function judge({ negative, flags }: Metadata, { error, printed }: Ended): string | undefined {
  if (negative !== undefined) {
    if (error === undefined) return `expected ${negative.type} at ${negative.phase}, but it ended normally`
    const isRight =
      error.name === negative.type && error.phase === (negative.phase === "runtime" ? "runtime" : "parse")
    return isRight
      ? undefined
      : `expected ${negative.type} at ${negative.phase}, got ${error.name} at ${error.phase}: ${error.message}`
  }
  if (error !== undefined) return `${error.name}: ${error.message}`
  if (!flags.includes("async")) return undefined
  const failure = printed.find((text) => text.startsWith("Test262:AsyncTestFailure"))
  if (failure !== undefined) return failure.slice("Test262:AsyncTestFailure:".length)
  return printed.includes("Test262:AsyncTestComplete") ? undefined : "the asynchronous test never ended"
}
