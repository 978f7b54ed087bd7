/** Written by `npm run generate`. */
export const sourcesHash = "045c55381896f108c83c6c3a66a70523"
