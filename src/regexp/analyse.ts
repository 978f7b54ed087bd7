/**
 * How the work of a backtracking engine can grow with the text, judged from the tree alone and never too low.
 * Never matches.
 */
import type { Tree } from "./tree.ts"

/**
 * The degree d of the polynomial that bounds the work of matching from every place of a text, or `Infinity`
 * where none is known: 1 is linear.
 */
export const blowUpDegree = (_tree: Tree): number => Infinity
