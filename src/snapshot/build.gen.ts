/** Written by `npm run generate`. */
export const sourcesHash = "3d9a6384360ca17e944d6b495d1471f4"
