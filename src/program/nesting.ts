import type { SyntaxProblem } from "./syntaxError.ts"
export function checkNesting(_text: string, _options: { types?: boolean } = {}): SyntaxProblem | undefined {
  return undefined
}
