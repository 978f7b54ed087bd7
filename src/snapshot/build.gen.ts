/** Written by `npm run generate`. */
export const sourcesHash = "06f0f02ae938ac2ba1fa9858f606ef62"
