/** Written by `npm run generate`. */
export const sourcesHash = "74545d91c650c77102a5a91c7a6f1006"
