/** Written by `npm run generate`. */
export const sourcesHash = "075b8d8fff954d0a139894058c60dd23"
