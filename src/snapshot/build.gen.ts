/** Written by `npm run generate`. */
export const sourcesHash = "6947da04a61a0cab984d4951ce3d013b"
