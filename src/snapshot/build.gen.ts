/** Written by `npm run generate`. */
export const sourcesHash = "9c02bf92b55fcb6a3d8d2d650600a392"
