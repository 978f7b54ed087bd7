/** Matching in tests: on our own matcher, at once or stopped at every step. */
import { indicesOf } from "../../src/regexp/found.ts"
import { type CompiledPattern, compilePattern, foundBy, match, startMatch } from "../../src/regexp/pattern.ts"
import { type MatchState, type Meter, SUSPENDED } from "../../src/regexp/state.ts"

export const freeMeter: Meter = { charge: () => true, chargeBytes: () => true }

const stoppingMeter: Meter = {
  charge: () => false,
  chargeBytes: () => false,
  stepsPerCharge: 1,
}

export type Outcome = readonly number[] | null | "not finished"

const outcomeOf = (pattern: CompiledPattern, text: string, state: MatchState, meter: Meter): Outcome => {
  const result = match(pattern, text, state, meter)
  if (result === SUSPENDED) return "not finished"
  return result ? indicesOf(foundBy(pattern, state)) : null
}

export const runOwn = (pattern: CompiledPattern, text: string, lastIndex = 0): Outcome => {
  return outcomeOf(pattern, text, startMatch(pattern, text, lastIndex), freeMeter)
}

/** Stops at every step; between two steps the state goes through JSON, at the first `roundtrips` stops. */
export const runStopping = (
  pattern: CompiledPattern,
  text: string,
  lastIndex = 0,
  roundtrips = Infinity,
): Outcome => {
  let state = startMatch(pattern, text, lastIndex)
  for (let stops = 0; stops < 100_000; stops++) {
    const outcome = outcomeOf(pattern, text, state, stoppingMeter)
    if (outcome !== "not finished") return outcome
    if (stops < roundtrips) state = JSON.parse(JSON.stringify(state))
  }
  return "not finished"
}

export const exec = (source: string, flags: string, text: string, lastIndex = 0): Outcome =>
  runOwn(compilePattern(source, flags), text, lastIndex)

/** The matched texts, undefined where a group took no part. */
export const captures = (source: string, flags: string, text: string): Array<string | undefined> | null => {
  const found = exec(source, flags, text)
  if (found === null || found === "not finished") return null
  const texts: Array<string | undefined> = []
  for (let i = 0; i < found.length; i += 2)
    texts.push(found[i]! < 0 ? undefined : text.slice(found[i], found[i + 1]))
  return texts
}
