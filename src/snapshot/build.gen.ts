/** Written by `npm run generate`. */
export const sourcesHash = "bfaaa8e4c52742d8fb7b1c546aaa5307"
