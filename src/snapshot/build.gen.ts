/** Written by `npm run generate`. */
export const sourcesHash = "fc81c159a0553f0ddc97f237815c1910"
