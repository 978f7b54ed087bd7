/** What a test may do with a run between two of its steps. Nothing in src sets it. */
import type { Run } from "./run.ts"

/** `steps` gets a run whose machine is at rest and owes nobody a reply, and gives the fuel of the next step. */
export const between: { steps: ((run: Run) => number) | undefined } = { steps: undefined }
