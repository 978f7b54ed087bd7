/** Compiled programs by their text, kept for a while: a source is parsed once. Never runs one. */
import { compileProgram, EVERYTHING, type ProgramUnit } from "../interpreter/compile.ts"
import type { SourceError } from "../program/recover.ts"

const maxKept = 64
const maxKeptCharacters = 4_000_000

/** Names that a program finds besides the built-ins and the host's. */
export const ownNames = ["tools", "search", "require"] as const

export class Units {
  readonly #kept = new Map<string, ProgramUnit | SourceError>()
  #characters = 0
  readonly #globals: ReadonlyArray<string>
  readonly #modules: ReadonlyArray<string>

  /** `globals` are the names that extensions add, `modules` what a program can import. */
  constructor(globals: ReadonlyArray<string>, modules: ReadonlyArray<string>) {
    this.#globals = globals
    this.#modules = modules
  }

  compile(
    source: string,
    builtIns: ReadonlyArray<string>,
    bindings: ReadonlyArray<string>,
  ): ProgramUnit | SourceError | "needs-types" {
    const key = `${bindings.join(",")}\n${source}`
    const found = this.#kept.get(key)
    if (found !== undefined) return found
    const names = [...ownNames, ...this.#globals, ...bindings, EVERYTHING]
    const scope = {
      globals: new Set([...builtIns, ...names]),
      modules: this.#modules,
      isModule: (name: string) => this.#modules.includes(name.replace(/^node:/, "")),
    }
    const made = compileProgram(source, scope, names)
    if (made !== "needs-types") this.#keep(key, made)
    return made
  }

  #keep(key: string, unit: ProgramUnit | SourceError): void {
    this.#kept.set(key, unit)
    this.#characters += key.length
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept && this.#characters <= maxKeptCharacters) break
      this.#kept.delete(oldest)
      this.#characters -= oldest.length
    }
  }
}
