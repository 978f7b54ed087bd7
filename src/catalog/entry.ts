/** One tool as discovery knows it, its signatures rendered when they are asked for, once. Never searches. */
import { toolExpression } from "../Namespace.ts"
import { inputJsonSchema, outputJsonSchema, type Definition } from "../Tool.ts"
import { parameterTexts } from "./parameters.ts"
import { renderSignature } from "./signature.ts"

export class Entry {
  /** The canonical path, `orders.lookup`. */
  readonly path: string
  readonly description: string
  readonly #tool: Definition<unknown>
  #whole: string | undefined
  #folded: string | undefined
  #budget: number | undefined

  constructor(path: string, tool: Definition<unknown>) {
    this.path = path
    this.description = String(tool.description ?? "")
    this.#tool = tool
  }

  /** The whole signature. */
  get signature(): string {
    return (this.#whole ??= this.#render())
  }

  /** The signature folded to `budget` estimated tokens. */
  folded(budget: number): string {
    if (this.#folded === undefined || this.#budget !== budget) {
      const isWhole = this.#whole !== undefined && this.#whole.length <= budget * 4
      this.#folded = isWhole ? this.#whole! : this.#render(budget)
      this.#budget = budget
    }
    return this.#folded
  }

  /** Names and descriptions of the tool's parameters. */
  parameterTexts(): ReadonlyArray<string> {
    return readable(() => parameterTexts(inputJsonSchema(this.#tool)), [])
  }

  #render(budget?: number): string {
    const tool = this.#tool
    return readable(
      () => {
        const source = {
          input: inputJsonSchema(tool),
          output: outputJsonSchema(tool),
          deprecated: tool.deprecated,
        }
        return renderSignature(source, this.path, { budget })
      },
      `${toolExpression(this.path)}(input: unknown): Promise<unknown>`,
    )
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
