/** One tool as discovery knows it, its signatures rendered when they are asked for, once. Never searches. */
import { toolExpression } from "../Namespace.ts"
import { inputJsonSchema, outputJsonSchema, type Definition } from "../Tool.ts"
import { eachParameterText } from "./parameters.ts"
import { leastLength } from "./least.ts"
import { oneLevelLength, renderFolded, type Folding, type SignatureSource } from "./signature.ts"
import { fold } from "./words.ts"

export class Entry {
  /** The canonical path, `orders.lookup`. */
  readonly path: string
  readonly description: string
  readonly #tool: Definition<unknown>
  #whole: string | undefined
  #folded: Folding | undefined
  #budget: number | undefined
  #foldedPath: string | undefined

  constructor(path: string, tool: Definition<unknown>) {
    this.path = path
    this.description = String(tool.description ?? "")
    this.#tool = tool
  }

  /** The whole signature. */
  get signature(): string {
    return (this.#whole ??= this.#render().text)
  }

  /** The signature folded to `budget` estimated tokens. */
  folded(budget: number): Folding {
    if (this.#folded === undefined || this.#budget !== budget) {
      const isWhole = this.#whole !== undefined && this.#whole.length <= budget * 4
      this.#folded = isWhole ? { text: this.#whole!, isCut: false } : this.#render(budget)
      this.#budget = budget
    }
    return this.#folded
  }

  /** What the input takes at least, in characters, in a signature that is not cut. */
  get leastInput(): number {
    return readable(() => leastLength(inputJsonSchema(this.#tool)), 0)
  }

  /** What the output takes at least. */
  get leastOutput(): number {
    return readable(() => {
      const schema = outputJsonSchema(this.#tool)
      return schema === undefined ? "void".length : leastLength(schema)
    }, 0)
  }

  /** What a signature of `budget` takes at least, if it is not cut. Works for it, but less than the signature does. */
  leastSignature(budget: number): number {
    return readable(() => oneLevelLength(this.#source(), this.path, budget), 0)
  }

  /** Visits the names and descriptions of the tool's parameters. */
  eachParameterText(visit: (text: string) => void): void {
    readable(() => eachParameterText(inputJsonSchema(this.#tool), visit), undefined)
  }

  /** See {@link fold}. */
  get foldedPath(): string {
    return (this.#foldedPath ??= fold(this.path))
  }

  #render(budget?: number): Folding {
    const otherwise = `${toolExpression(this.path)}(input: unknown): Promise<unknown>`
    return readable(() => renderFolded(this.#source(), this.path, budget), { text: otherwise, isCut: false })
  }

  #source(): SignatureSource {
    const tool = this.#tool
    return { input: inputJsonSchema(tool), output: outputJsonSchema(tool), deprecated: tool.deprecated }
  }
}

/** What is read from a host's schema; one that throws when it is read must not spoil the catalog of all others. */
function readable<A>(read: () => A, otherwise: A): A {
  try {
    return read()
  } catch {
    return otherwise
  }
}
