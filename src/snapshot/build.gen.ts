/** Written by `npm run generate`. */
export const sourcesHash = "2658a65291324290bb932235637b6f0e"
