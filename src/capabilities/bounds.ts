/** Checks of the numbers that hosts give to capabilities. */

/** Each of `bounds`, or its default where it is unset. Throws `RangeError` for what is no safe integer of at least `least`. */
export function resolved<B extends Readonly<Record<string, number>>>(
  capability: string,
  given: { readonly [Name in keyof B]?: number | undefined },
  defaults: B,
  least = 1,
): B {
  const entries = Object.entries(defaults).map(([name, byDefault]) => {
    const value = given[name] ?? byDefault
    if (value !== Infinity && (!Number.isSafeInteger(value) || value < least)) {
      throw new RangeError(
        `${capability}: ${name} must be a safe integer of at least ${least}, or Infinity; got ${String(value)}`,
      )
    }
    return [name, value]
  })
  return Object.fromEntries(entries) as B
}
