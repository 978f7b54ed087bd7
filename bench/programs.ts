/** The programs of a folder, by name. */
import { readdirSync, readFileSync } from "node:fs"

export function programsIn(folder: string): ReadonlyArray<readonly [string, string]> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".js"))
  return files.toSorted().map((file) => [file.slice(0, -3), readFileSync(`${folder}/${file}`, "utf8")])
}
