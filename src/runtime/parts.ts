/** What all runs of one runtime share: resolved options and tables made from them. Holds nothing of any run. */
import type { Catalog } from "../catalog/catalog.ts"
import type { Hooks as ExtensionHooks } from "../Extension.ts"
import type { ToolNode } from "../interpreter/tools.ts"
import type { Resolved as ResolvedLimits } from "../Limits.ts"
import type { ToolsByPath } from "../Namespace.ts"
import type { Mode as HostErrors } from "../ToolError.ts"
import type { Hooks as ToolHooks } from "../Tool.ts"
import type { Globals } from "./extensions.ts"
import type { Units } from "./units.ts"

export interface Parts {
  readonly tools: ToolsByPath<unknown>
  readonly tree: ToolNode
  readonly catalog: Catalog
  readonly limits: ResolvedLimits
  readonly hooks: ToolHooks & ExtensionHooks
  readonly hostErrors: HostErrors
  readonly timeZone: string
  readonly locale: string
  readonly globals: Globals
  /** Makes and checks the digests of saved runs. */
  readonly snapshotKey: Uint8Array | undefined
  readonly units: Units
}

interface MutableNode {
  callable: boolean
  readonly children: Map<string, MutableNode>
}

/** Most names are tools with nothing below them: one node stands for all of these. */
const leaf: MutableNode = { callable: true, children: new Map() }

/** The names of a runtime's tools, by namespace, as a tree. */
export function treeOf(byNamespace: ReadonlyMap<string, ReadonlyMap<string, unknown>>): ToolNode {
  const root: MutableNode = { callable: false, children: new Map() }
  for (const [namespace, tools] of byNamespace) {
    const { children } = namespace === "" ? root : nodeAt(root, namespace)
    for (const name of tools.keys()) {
      const node = children.get(name)
      if (node === undefined) children.set(name, leaf)
      else node.callable = true
    }
  }
  return root
}

/** The node of a namespace, made where there is none that can have children. */
function nodeAt(root: MutableNode, namespace: string): MutableNode {
  let node = root
  for (const segment of namespace.split(".")) {
    let child = node.children.get(segment)
    if (child === undefined || child === leaf) {
      child = { callable: child === leaf, children: new Map() }
      node.children.set(segment, child)
    }
    node = child
  }
  return node
}
