/** Written by `npm run generate`. */
export const sourcesHash = "593c7eb53cede763620bdb2fe73b8522"
