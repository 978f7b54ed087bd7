/** Written by `npm run generate`. */
export const sourcesHash = "f57c09fac1bb9d22d690322dad7439e7"
