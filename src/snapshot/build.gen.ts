/** Written by `npm run generate`. */
export const sourcesHash = "7cdaae298ee6c7ba815600229d8a0ea5"
