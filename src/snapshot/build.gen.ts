/** Written by `npm run generate`. */
export const sourcesHash = "badc4a1eca3f3271554a4983aed52ad5"
