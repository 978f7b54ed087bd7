/** Written by `npm run generate`. */
export const sourcesHash = "53a5f5a88ba6c49da594503a5a3be707"
