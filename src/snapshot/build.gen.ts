/** Written by `npm run generate`. */
export const sourcesHash = "aa2c65d08a328b04ba63a301cca16ac6"
