/** One tool as discovery knows it, its signatures rendered when they are asked for, once. Never searches. */
import { inputJsonSchema, outputJsonSchema, type Definition } from "../Tool.ts"
import { renderSignature } from "./signature.ts"

export class Entry {
  /** The canonical path, `orders.lookup`. */
  readonly path: string
  readonly tool: Definition<unknown>
  #whole: string | undefined
  #folded: string | undefined
  #budget: number | undefined

  constructor(path: string, tool: Definition<unknown>) {
    this.path = path
    this.tool = tool
  }

  get description(): string {
    return String(this.tool.description ?? "")
  }

  /** The whole signature. */
  get signature(): string {
    return (this.#whole ??= this.#render())
  }

  /** The signature folded to `budget` estimated tokens. */
  folded(budget: number): string {
    if (this.#folded === undefined || this.#budget !== budget) {
      this.#folded =
        this.#whole !== undefined && this.#whole.length <= budget * 4 ? this.#whole : this.#render(budget)
      this.#budget = budget
    }
    return this.#folded
  }

  #render(budget?: number): string {
    const { tool } = this
    const source = {
      input: inputJsonSchema(tool),
      output: outputJsonSchema(tool),
      deprecated: tool.deprecated,
    }
    return renderSignature(source, this.path, { budget })
  }
}
