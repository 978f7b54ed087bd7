/** Written by `npm run generate`. */
export const sourcesHash = "007a8e12f9902b4ac8fb59db735c2d45"
