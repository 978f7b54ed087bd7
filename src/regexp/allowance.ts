/** How much of a pattern's matching the host's engine is let do: it cannot stop, so only what is proven small. */
import { growthOf } from "./analyse.ts"
import { isFitForHosts } from "./hostTrust.ts"
import type { Tree } from "./tree.ts"

/** Texts of how many code units go to the host's engine, and what they cost. */
export interface Allowance {
  /** Code units of a text for one match. */
  readonly maxLength: number
  /** Code units of a text for all its matches at once. */
  readonly maxWholeLength: number
  readonly degree: number
  /** A match may cost more than the text it passes. */
  readonly readsAhead: boolean
  /** How much more than the simplest pattern this one costs for each code unit. */
  readonly costPerUnit: number
}

/** The most work that the host's engine is let do without a stop: steps, and where it is linear code units. */
const MAX_HOST_STEPS = 1e6
const MAX_HOST_LENGTH = 4e6

/** Longer texts are ours where every match may read ahead in vain, which the host could not account for. */
const MAX_READ_AHEAD_LENGTH = 1000

/** Longer texts are matched one match after the other: all at once could take long to make. */
const MAX_WHOLE_LENGTH = 1 << 17

const noAllowance: Allowance = {
  maxLength: 0,
  maxWholeLength: 0,
  degree: Infinity,
  readsAhead: true,
  costPerUnit: 1,
}

export const findAllowance = (tree: Tree, anchored: boolean): Allowance => {
  if (!isFitForHosts(tree)) return noAllowance
  const { degree, readsAhead } = growthOf(tree)
  const costPerUnit = 1 + (tree.root.weight >> 4)
  const maxLength = Math.floor(
    degree === 1 ? MAX_HOST_LENGTH / costPerUnit : MAX_HOST_STEPS ** (1 / degree) + 1e-9,
  )
  const isAccountable = !readsAhead || anchored
  return {
    maxLength: isAccountable ? maxLength : Math.min(maxLength, MAX_READ_AHEAD_LENGTH),
    maxWholeLength: Math.min(maxLength, Math.floor(MAX_WHOLE_LENGTH / costPerUnit)),
    degree,
    readsAhead,
    costPerUnit,
  }
}
