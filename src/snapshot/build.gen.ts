/** Written by `npm run generate`. */
export const sourcesHash = "fb9b854d5cae93eb5f39cf9756eaa5e2"
