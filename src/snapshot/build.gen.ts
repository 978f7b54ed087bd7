/** Written by `npm run generate`. */
export const sourcesHash = "6225d644204a9ac5fa648fb1c96c010f"
