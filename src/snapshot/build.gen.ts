/** Written by `npm run generate`. */
export const sourcesHash = "709c373d7d222ae0be11292c0add45ec"
