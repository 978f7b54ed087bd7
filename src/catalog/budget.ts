/** What text costs a model, and which signatures a catalog of bounded cost shows. Never renders. */

/** The tokens that a text is estimated to take: a quarter of its UTF-16 units. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4)
