/** The globals of a runtime's extensions, flattened into one table of functions. */
import type * as Extension from "../Extension.ts"

/** All extensions of a runtime as programs see them. */
export interface Globals {
  /** Names that programs find. */
  readonly names: ReadonlyArray<string>
  /** Modules that programs can import. */
  readonly moduleNames: ReadonlyArray<string>
}

export function globalsOf(extensions: ReadonlyArray<Extension.Definition<unknown>>): Globals {
  return { names: extensions.flatMap((extension) => Object.keys(extension.globals)), moduleNames: [] }
}
