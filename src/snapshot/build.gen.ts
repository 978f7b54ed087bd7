/** Written by `npm run generate`. */
export const sourcesHash = "45ee0772f507da434527b8a837128ec9"
