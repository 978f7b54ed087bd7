/** Written by `npm run generate`. */
export const sourcesHash = "db91f5af507926931184882d5277b4d6"
