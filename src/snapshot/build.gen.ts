/** Written by `npm run generate`. */
export const sourcesHash = "916638ddfe3c5679208f4cd8c9f90dc7"
