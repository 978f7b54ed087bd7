/** Written by `npm run generate`. */
export const sourcesHash = "5059d5e20d08b1d467d172583d9433f8"
