/** Written by `npm run generate`. */
export const sourcesHash = "674c866dbae9870e0302681c348fa4f3"
