/** Written by `npm run generate`. */
export const sourcesHash = "e9208f70c49823960da01848964d1818"
