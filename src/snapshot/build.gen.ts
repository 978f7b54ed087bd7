/** Written by `npm run generate`. */
export const sourcesHash = "6f9e4fcbbcba96b92180436d7e3822b3"
