/** Written by `npm run generate`. */
export const sourcesHash = "0c01b2765d79505e24341e3d80d442b5"
