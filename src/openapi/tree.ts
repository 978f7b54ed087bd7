/** Named tools made a tree of records. Never names anything. */
import * as Namespace from "../Namespace.ts"
import type * as Tool from "../Tool.ts"
import { excerpt } from "./describe.ts"
import { identifier } from "./names.ts"

export interface NamedTool {
  /** Dotted. */
  readonly name: string
  readonly tool: Tool.Definition<unknown>
}

interface Branch {
  readonly tools: Map<string, Tool.Definition<unknown>>
  readonly branches: Map<string, Branch>
}

const emptyBranch = (): Branch => ({ tools: new Map(), branches: new Map() })

/** Nests tools by the dots in their names, in alphabetical order; `descriptions` are those of tags. */
export function buildTree(
  tools: ReadonlyArray<NamedTool>,
  descriptions: ReadonlyMap<string, string>,
): Namespace.Tree {
  const root = emptyBranch()
  for (const { name, tool } of tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const segments = name.split(".")
    let branch = root
    for (const segment of segments.slice(0, -1)) {
      let next = branch.branches.get(segment)
      if (next === undefined) branch.branches.set(segment, (next = emptyBranch()))
      branch = next
    }
    branch.tools.set(segments.at(-1)!, tool)
  }
  const bySegment = new Map([...descriptions].map(([tag, description]) => [identifier(tag), description]))
  return toRecord(root, bySegment)
}

function toRecord(branch: Branch, descriptions: ReadonlyMap<string, string>): Namespace.Tree {
  const entries: Array<[string, Tool.Definition<unknown> | Namespace.Namespace<unknown> | Namespace.Tree]> = [
    ...branch.tools,
  ]
  for (const [segment, below] of branch.branches) {
    const tree = toRecord(below, noDescriptions)
    const description = descriptions.get(segment)
    // A path that is a tool as well keeps its name for the tool; what is below it gets dotted keys.
    if (branch.tools.has(segment))
      entries.push(
        ...Object.entries(tree).map(([key, value]): (typeof entries)[number] => [`${segment}.${key}`, value]),
      )
    else
      entries.push([
        segment,
        description === undefined
          ? tree
          : Namespace.make({ description: excerpt(description, 200), tools: tree }),
      ])
  }
  return Object.fromEntries(entries)
}

const noDescriptions: ReadonlyMap<string, string> = new Map()
