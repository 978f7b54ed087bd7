/**
 * Which patterns every host's engine matches as the standard says. Engines have known faults with lookbehind, with
 * captures in loops whose iterations can be empty, and with captures in negative lookarounds; those go to our matcher.
 */
import { childrenOf } from "./compile.ts"
import type { Node, Tree } from "./tree.ts"

export const isAlikeOnHosts = (tree: Tree): boolean => {
  const names = tree.groupNames.filter((name) => name !== undefined)
  return new Set(names).size === names.length && isAlike(tree.root)
}

const isAlike = (node: Node): boolean => {
  if (node.type === "backreference") return false
  if (node.type === "lookaround" && (node.behind || hasCaptures(node))) return false
  if (node.type === "repeat" && node.body.emptyAtEnd && (hasCaptures(node) || hasLookaround(node)))
    return false
  return childrenOf(node).every(isAlike)
}

const hasCaptures = (span: { readonly captureFrom: number; readonly captureTo: number }): boolean =>
  span.captureTo > span.captureFrom

const hasLookaround = (node: Node): boolean =>
  node.type === "lookaround" || childrenOf(node).some(hasLookaround)
