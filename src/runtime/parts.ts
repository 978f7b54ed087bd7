/** What all runs of one runtime share: resolved options and tables made from them. Holds nothing of any run. */
import type { Catalog } from "../catalog/catalog.ts"
import type { Hooks as ExtensionHooks } from "../Extension.ts"
import type { ToolNode } from "../interpreter/tools.ts"
import type { Resolved as ResolvedLimits } from "../Limits.ts"
import type { Mode as HostErrors } from "../ToolError.ts"
import type { Definition, Hooks as ToolHooks } from "../Tool.ts"
import type { Globals } from "./extensions.ts"
import type { Units } from "./units.ts"

export interface Parts {
  readonly tools: ReadonlyMap<string, Definition<unknown>>
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

/** The names of a runtime's tools as a tree. */
export function treeOf(paths: Iterable<string>): ToolNode {
  const root: MutableNode = { callable: false, children: new Map() }
  for (const path of paths) {
    let node = root
    for (const segment of path.split(".")) {
      let child = node.children.get(segment)
      if (child === undefined) node.children.set(segment, (child = { callable: false, children: new Map() }))
      node = child
    }
    node.callable = true
  }
  return root
}
