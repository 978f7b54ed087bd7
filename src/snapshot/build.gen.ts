/** Written by `npm run generate`. */
export const sourcesHash = "2d517f1052fcea64a91ba2c6ba43388e"
