/**
 * What no single record shows: chains that host code follows without asking for fuel must end, and what is kept twice must
 * agree. A program cannot make such chains; only a forged state has them.
 */
import { BoundFunction, ProxySlots } from "../objects/function.ts"
import { Environment } from "../objects/environment.ts"
import type { JSObject } from "../objects/object.ts"
import { Rope } from "../objects/rope.ts"
import { malformed } from "./format.ts"

/** `prototypes`, `objects` with internal slots, and `instances` of the classes of state are all that a state holds. */
export function checkSoundness(
  prototypes: ReadonlySet<JSObject | null>,
  objects: readonly JSObject[],
  instances: readonly object[],
): void {
  checkEnds(
    [...prototypes].filter((one) => one !== null),
    prototypeOf,
    "prototypes go in a circle",
  )
  const pointing = objects.filter(({ data }) => data instanceof BoundFunction || data instanceof ProxySlots)
  checkEnds(pointing, targetsOf, "functions or proxies go in a circle")
  const environments = instances.filter((one) => one instanceof Environment)
  checkEnds(environments, ({ parent }) => (parent === null ? [] : [parent]), "scopes go in a circle")
  const ropes = instances.filter((one) => one instanceof Rope)
  for (const rope of ropes) checkRope(rope)
  checkEnds(
    ropes,
    ({ left, right }) => [left, right].filter((part) => part instanceof Rope),
    "a string contains itself",
  )
}

function prototypeOf({ shape }: JSObject): JSObject[] {
  return shape.prototype === null ? [] : [shape.prototype]
}

function targetsOf({ data }: JSObject): JSObject[] {
  if (data instanceof BoundFunction) return [data.target]
  if (data instanceof ProxySlots) return [data.target, data.handler].filter((part) => part !== null)
  return []
}

/** Depth first, without recursion: a node that is met while it is still open closes a circle. */
function checkEnds<A extends object>(
  starts: readonly A[],
  next: (node: A) => readonly A[],
  message: string,
): void {
  const done = new Set<A>()
  const open = new Set<A>()
  for (const start of starts) {
    const stack: A[] = [start]
    while (stack.length > 0) {
      const node = stack[stack.length - 1]!
      if (done.has(node)) stack.pop()
      else if (open.has(node)) {
        open.delete(node)
        done.add(node)
        stack.pop()
      } else {
        open.add(node)
        for (const child of next(node)) {
          if (open.has(child)) malformed(message)
          if (!done.has(child)) stack.push(child)
        }
      }
    }
  }
}

const MAX_ROPE_LENGTH = 0x1fff_ffff

function checkRope({ left, right, length }: Rope): void {
  if (length !== left.length + (right === null ? 0 : right.length) || length > MAX_ROPE_LENGTH)
    malformed("a string has another length")
}
