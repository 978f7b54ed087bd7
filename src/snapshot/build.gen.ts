/** Written by `npm run generate`. */
export const sourcesHash = "0a214ca61f08e3d7aad37da48f205052"
