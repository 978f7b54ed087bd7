/** What text costs a model, and which entries a catalog of bounded cost shows. Never renders. */

/** Discovery settings, in estimated tokens. `undefined` equals unset; `Infinity` switches a budget off. */
export interface Discovery {
  /** Signatures in `instructions()` together. May be 0. 2,000 by default. */
  readonly catalogBudget?: number | undefined
  /** One signature where several are shown. 1,000 by default. */
  readonly signatureBudget?: number | undefined
}

/** Discovery settings with nothing left out. */
export type ResolvedDiscovery = { readonly [Name in keyof Discovery]-?: number }

const rules: {
  readonly [Name in keyof ResolvedDiscovery]: { readonly minimum: number; readonly fallback: number }
} = {
  catalogBudget: { minimum: 0, fallback: 2_000 },
  signatureBudget: { minimum: 1, fallback: 1_000 },
}

/** Checks `discovery` and fills in the defaults. Throws `RangeError` for an invalid value or an unknown name. */
export function resolveDiscovery(discovery: Discovery = {}): ResolvedDiscovery {
  for (const name of Object.keys(discovery)) {
    if (!Object.hasOwn(rules, name)) {
      throw new RangeError(
        `discovery.${name} is no setting; the settings are ${Object.keys(rules).join(", ")}`,
      )
    }
  }
  return {
    catalogBudget: budgetOf("catalogBudget", discovery.catalogBudget),
    signatureBudget: budgetOf("signatureBudget", discovery.signatureBudget),
  }
}

function budgetOf(name: keyof ResolvedDiscovery, value: number | undefined): number {
  const { minimum, fallback } = rules[name]
  if (value === undefined) return fallback
  if (value === Infinity || (Number.isSafeInteger(value) && value >= minimum)) return value
  throw new RangeError(
    `discovery.${name} is ${String(value)}; expected an integer of at least ${minimum}, or Infinity`,
  )
}

/** The tokens that a text is estimated to take: a quarter of its UTF-16 units. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4)

/** Something that may be shown, and what it costs. */
export interface Priced {
  readonly cost: number
}

/**
 * Which of each group's items fit in `budget` together. Groups take turns in their order; each places its cheapest
 * item that is left, and drops out when that does not fit any more.
 */
export function selectFairly<Item extends Priced>(
  groups: ReadonlyArray<ReadonlyArray<Item>>,
  budget: number,
): ReadonlySet<Item> {
  const selected = new Set<Item>()
  let left = budget
  let turns = groups.map((items) => items.toSorted((a, b) => a.cost - b.cost).values())
  while (turns.length > 0) {
    turns = turns.filter((items) => {
      const { value, done } = items.next()
      if (done === true || value.cost > left) return false
      left -= value.cost
      selected.add(value)
      return true
    })
  }
  return selected
}
