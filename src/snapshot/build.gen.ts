/** Written by `npm run generate`. */
export const sourcesHash = "7b9b14350649b83207a890c928ff5bd2"
