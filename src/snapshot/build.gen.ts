/** Written by `npm run generate`. */
export const sourcesHash = "c6df8104260257e3f867d6d1750dfc2a"
