/** Written by `npm run generate`. */
export const sourcesHash = "44ecf424b2de27f11c06b0644a8a4f77"
