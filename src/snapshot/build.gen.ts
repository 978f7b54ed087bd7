/** Written by `npm run generate`. */
export const sourcesHash = "fc00bf6dbccc68c85a7d7951910f2456"
