/** Written by `npm run generate`. */
export const sourcesHash = "ed8b7682c27d8be38d619a104f788156"
