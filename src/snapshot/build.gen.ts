/** Written by `npm run generate`. */
export const sourcesHash = "bd25f3347d4751aa65593bfee055b6ba"
