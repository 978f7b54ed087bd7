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

/** The tokens that a text of `length` UTF-16 units is estimated to take. */
export const estimateTokens = (length: number): number => Math.ceil(length / 4)

/** Something that may be shown. What it costs is found out in steps, because most of it is never shown. */
export interface Priced {
  /** No less than this; its cost, once that is known. */
  readonly cost: number
  readonly isExact: boolean
  /** One step towards the cost, which never falls. Only called while that is not exact. */
  readonly refine: () => void
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
  let turns = groups.map((items) => cheapestFirst(items, () => left))
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

/** The items by cost, equals in their order. Those that cost more than `limit` are not looked at any further. */
function* cheapestFirst<Item extends Priced>(
  items: ReadonlyArray<Item>,
  limit: () => number,
): Generator<Item, void> {
  const byCost = new Map<number, Array<number>>()
  const put = (number: number): void => {
    const { cost } = items[number]!
    const equals = byCost.get(cost)
    if (equals === undefined) byCost.set(cost, [number])
    else equals.push(number)
  }
  for (const number of items.keys()) put(number)
  for (let cost = leastOf(byCost); cost <= limit(); cost = leastOf(byCost)) {
    const exact: Array<number> = []
    const waiting = byCost.get(cost)
    if (waiting === undefined) return
    byCost.delete(cost)
    for (const number of waiting) {
      const item = items[number]!
      while (!item.isExact && item.cost === cost) item.refine()
      if (item.cost === cost) exact.push(number)
      else put(number)
    }
    for (const number of exact.toSorted((a, b) => a - b)) yield items[number]!
  }
}

const leastOf = (byCost: ReadonlyMap<number, unknown>): number => Math.min(...byCost.keys())
