/** Written by `npm run generate`. */
export const sourcesHash = "86324bd9024d3a83a3f708efd13eff33"
