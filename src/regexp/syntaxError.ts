/** The one error of reading a pattern. Its texts are V8's. */

/** A pattern or its flags are not a regular expression; the JavaScript layer throws a guest `SyntaxError` with this message. */
export class PatternSyntaxError extends Error {
  override readonly name = "PatternSyntaxError"
}

export const invalidPattern = (source: string, flags: string, reason: string): PatternSyntaxError =>
  new PatternSyntaxError(`Invalid regular expression: /${source}/${[...flags].sort().join("")}: ${reason}`)

export const invalidFlags = (flags: string): PatternSyntaxError =>
  new PatternSyntaxError(`Invalid flags supplied to RegExp constructor '${flags}'`)
