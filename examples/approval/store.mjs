/** The host's own store: one folder with a file for each thing that must outlive a process. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export function openStore(folder) {
  mkdirSync(folder, { recursive: true })
  const path = (name) => join(folder, `${name}.json`)
  const read = (name) => {
    try {
      return JSON.parse(readFileSync(path(name), "utf8"))
    } catch {
      return undefined
    }
  }
  /** Writes a file that must not be there yet; false when it is: only one process can win. */
  const writeOnce = (name, value) => {
    try {
      writeFileSync(path(name), JSON.stringify(value), { flag: "wx" })
      return true
    } catch {
      return false
    }
  }
  return { read, writeOnce }
}
