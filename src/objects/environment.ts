/** Variables that closures captured: one record for each entered scope that has any. */
import type { Empty, PrivateName, Value } from "./value.ts"

export type Binding = Value | Empty | PrivateName

export class Environment {
  readonly parent: Environment | null
  readonly slots: Binding[]
  constructor(parent: Environment | null, slots: Binding[]) {
    this.parent = parent
    this.slots = slots
  }
}
