/** Written by `npm run generate`. */
export const sourcesHash = "7166ee244c1069722532ecef782c2876"
