/** Written by `npm run generate`. */
export const sourcesHash = "6c9198ba53f8e2e057d59395e8791e91"
