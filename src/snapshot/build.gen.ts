/** Written by `npm run generate`. */
export const sourcesHash = "4e1737577cbd1a6862879d988dd8dc1f"
