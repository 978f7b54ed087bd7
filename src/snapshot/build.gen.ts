/** Written by `npm run generate`. */
export const sourcesHash = "a0d65345bc7c890fc367dc40ffdb01e9"
