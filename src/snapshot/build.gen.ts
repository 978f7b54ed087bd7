/** Written by `npm run generate`. */
export const sourcesHash = "7d6303d45b3fb9cf1ea6ec373c40e3b9"
