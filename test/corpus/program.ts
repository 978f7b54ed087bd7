/** Makes a case a whole program: the inspector, then the case, whose value or error comes back as text. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Case } from "./format.ts"

/** Every program begins with it, so that an engine may compile it once. */
export const inspector = `${readFileSync(join(import.meta.dirname, "inspect.js"), "utf8")}\n`

/** The body of an async function that returns what `Case.expected` should be. */
export function programOf({ source }: Pick<Case, "source">): string {
  return `${inspector}try {
  return __inspect.value(await (async () => {
${source}
  })())
} catch (error) {
  return __inspect.error(error)
}`
}
