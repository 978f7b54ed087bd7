/** How a part of an operation says that it cannot be represented exactly. Never decides what happens then. */

/** Thrown while an operation is read; its message is the operation's `reason`. */
export class Unsupported extends Error {}

/** Leaves the operation at hand with a reason. */
export function unsupported(reason: string): never {
  throw new Unsupported(reason)
}
