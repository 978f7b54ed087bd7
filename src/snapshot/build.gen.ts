/** Written by `npm run generate`. */
export const sourcesHash = "56771ddef91698e717c37108f30c7092"
