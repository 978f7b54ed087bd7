/** Written by `npm run generate`. */
export const sourcesHash = "bfcbca86dadd274651922bb2b8c26fc9"
