/** Written by `npm run generate`. */
export const sourcesHash = "477dee80b1b2a1946612401f84bdf65e"
