/** Checks of the numbers that hosts give to capabilities. */

/** Each bound as given, or its default where it is unset. Throws `RangeError` for what is no safe integer of at least `least`. */
export function resolved<Name extends string>(
  capability: string,
  given: { readonly [N in NoInfer<Name>]?: number | undefined },
  defaults: Readonly<Record<Name, number>>,
  least = 1,
): Readonly<Record<Name, number>> {
  const bounds: Record<Name, number> = { ...defaults }
  for (const name of Object.keys(defaults) as Array<Name>) {
    const value: unknown = given[name] ?? defaults[name]
    if (value !== Infinity && !(Number.isSafeInteger(value) && (value as number) >= least)) {
      throw new RangeError(
        `${capability}: ${name} must be a safe integer of at least ${least}, or Infinity; got ${String(value)}`,
      )
    }
    bounds[name] = value as number
  }
  return bounds
}
