/**
 * Which patterns may be the host's at all: small ones that every host's engine matches as the standard says. Engines
 * have known faults with lookbehind, with captures in loops whose iterations can be empty, and with captures in
 * lookarounds; patterns with those are ours, as are references.
 */
import { childrenOf, type Node, type Tree } from "./tree.ts"

/** Nodes, and assertions among them, that an engine may have to pass for each position of a text. */
const MAX_WEIGHT = 160
const MAX_ASSERTIONS = 8

export const isFitForHosts = (tree: Tree): boolean =>
  tree.root.weight <= MAX_WEIGHT && countAssertions(tree.root) <= MAX_ASSERTIONS && isAlikeOnHosts(tree)

const countAssertions = (node: Node): number =>
  childrenOf(node).reduce(
    (total, child) => total + countAssertions(child),
    node.type === "assertion" || node.type === "lookaround" ? 1 : 0,
  )

const isAlikeOnHosts = (tree: Tree): boolean => {
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
