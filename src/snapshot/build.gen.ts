/** Written by `npm run generate`. */
export const sourcesHash = "346d334cf6501460b41365f736ef2bda"
