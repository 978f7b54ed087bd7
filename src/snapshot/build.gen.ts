/** Written by `npm run generate`. */
export const sourcesHash = "99d1183654cfdbfb4e6639d3b22f6516"
