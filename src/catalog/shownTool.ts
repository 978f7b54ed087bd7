/** One tool as the catalog shows it, and what that costs. Never decides which tools are shown. */
import { estimateTokens, type Priced } from "./budget.ts"
import { docComment, shortened } from "./docs.ts"
import type { Entry } from "./entry.ts"
import { deprecatedMark, maxSignatureTokens } from "./signature.ts"

/** What every signature has beside its path and the types of input and output. */
const leastAround = "tools.(): Promise<>".length

export class ShownTool implements Priced {
  readonly entry: Entry
  cost: number
  isExact = false
  readonly #signatureBudget: number
  /** No fewer characters will be shown. */
  #least: number
  #comment = 0
  #step = 0

  constructor(entry: Entry, signatureBudget: number) {
    this.entry = entry
    this.#signatureBudget = signatureBudget
    this.#least = leastAround + entry.path.length
    this.cost = estimateTokens(this.#least)
  }

  /** First what the description takes, then how short the types can be, then the text itself. */
  refine(): void {
    const { entry } = this
    switch (this.#step++) {
      case 0:
        this.#comment = docComment(shortened(entry.description), "").length
        return this.#atLeast(this.#least + this.#comment)
      case 1:
        return this.#atLeast(this.#least + entry.leastInput)
      case 2:
        return this.#atLeast(this.#least + entry.leastOutput)
      case 3:
        return this.#atLeast(this.#comment + entry.leastSignature(this.#signatureBudget))
      default:
        this.cost = this.#exactCost()
        this.isExact = true
    }
  }

  /** One line of description and the folded signature. */
  get text(): string {
    const signature = this.entry.folded(this.#signatureBudget).text
    const isDeprecated = signature.startsWith(deprecatedMark)
    const lines = [...shortened(this.entry.description), ...(isDeprecated ? ["@deprecated"] : [])]
    return docComment(lines, "") + (isDeprecated ? signature.slice(deprecatedMark.length) : signature)
  }

  /** A signature that is shorter than this is cut. */
  #atLeast(length: number): void {
    this.#least = Math.max(this.#least, length)
    this.cost = Math.min(estimateTokens(this.#least), Math.max(this.cost, this.#cutCost))
  }

  #exactCost(): number {
    const cost = estimateTokens(this.text.length)
    return this.entry.folded(this.#signatureBudget).isCut ? Math.max(cost, this.#cutCost) : cost
  }

  /** A signature that had to be cut counts as all that it was cut to, however short it got: it is shown last. */
  get #cutCost(): number {
    return Math.min(this.#signatureBudget, maxSignatureTokens)
  }
}
