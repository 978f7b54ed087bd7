/** Written by `npm run generate`. */
export const sourcesHash = "21453a81e88aa01129d962f098f83671"
