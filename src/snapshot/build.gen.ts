/** Written by `npm run generate`. */
export const sourcesHash = "8802d48221c1f957adf1af2bcbc42cdb"
