/** What to use instead of a name that nothing defines: a global that other hosts have, or a tool without `tools`. */
import { adviceForName } from "../program/support.ts"
import type { Machine } from "./machine.ts"
import type { ToolNode } from "./tools.ts"

/** One sentence after V8's, with what parts them; empty where there is none. */
export function adviceFor(machine: Machine, name: string): string {
  const advice = adviceForName(name) ?? adviceForTool(machine, name)
  return advice === undefined ? "" : `. ${advice}`
}

/** What is said of a tool or namespace that was written without `tools`. */
export const useMember = (expression: string): string => `Use ${expression}: tools are members of tools.`

function adviceForTool({ host: { tree } }: Machine, name: string): string | undefined {
  if (tree === null) return undefined
  return tree.children.has(name) ? useMember(`tools.${name}`) : adviceForMember(tree, name)
}

/** A name that one namespace alone has. */
function adviceForMember(tree: ToolNode, name: string): string | undefined {
  const holders = [...tree.children].filter(([, node]) => node.children.has(name)).map(([holder]) => holder)
  const [holder] = holders
  return holder !== undefined && holders.length === 1 && /^[\w$]+$/.test(holder)
    ? useMember(`tools.${holder}.${name}`)
    : undefined
}
