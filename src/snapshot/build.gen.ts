/** Written by `npm run generate`. */
export const sourcesHash = "5ea1b2e61e198f2cd7efac40e87d0a1d"
