/** Variables that closures captured: one record for each entered scope that has any. */
import type { Empty, PrivateName, Value } from "./value.ts"

export type Binding = Value | Empty | PrivateName

export class Environment {
  declare readonly parent: Environment | null
  declare readonly slots: Binding[]
  constructor(parent: Environment | null, slots: Binding[]) {
    this.parent = parent
    this.slots = slots
  }
}
