/** Written by `npm run generate`. */
export const sourcesHash = "bf2545199f39baa12d4ac4b485c88e54"
