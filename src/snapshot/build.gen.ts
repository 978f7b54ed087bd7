/** Written by `npm run generate`. */
export const sourcesHash = "74f7cbdb2e5ea31772cf84f58ba76467"
