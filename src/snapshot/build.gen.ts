/** Written by `npm run generate`. */
export const sourcesHash = "f27aa8d59ddddc8126f815e44acd394c"
