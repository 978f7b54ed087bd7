/** What to use instead of a global that other hosts have: one sentence after V8's. */
import { adviceForName } from "../program/support.ts"

export function adviceFor(name: string): string {
  const advice = adviceForName(name)
  return advice === undefined ? "" : `. ${advice}`
}
