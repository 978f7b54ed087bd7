/** Concatenations of long strings, joined only when somebody looks inside. Owns no charging: callers charge first. */
import { ROPE_KIND } from "./object.ts"
import { type Shape, ROPE_SHAPE } from "./shape.ts"

/** From this length (UTF-16 units) on, `+` makes a rope instead of a string. */
export const ROPE_MIN_LENGTH = 1_024

export class Rope {
  /** Never equal to an object's shape, so that caches miss without asking what they look at. */
  declare readonly shape: Shape
  declare readonly kind: typeof ROPE_KIND
  declare readonly length: number
  declare left: string | Rope
  declare right: string | Rope | null

  constructor(left: string | Rope, right: string | Rope) {
    this.shape = ROPE_SHAPE
    this.kind = ROPE_KIND
    this.left = left
    this.right = right
    this.length = left.length + right.length
  }
}

/** The text in memory of its own: what was cut from a longer one keeps all of that alive. */
export function detached(text: string): string {
  return ["", text].join(" ").slice(1)
}

/** A text which the host may have in pieces: asked for a character, it joins them. Pieces take ten times the memory. */
export function inOnePiece(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : ""
}

/** The rope's text; the rope keeps it. Work is proportional to the length, once. */
export function flatten(rope: Rope): string {
  if (rope.right === null) return rope.left as string
  const parts: string[] = []
  const pending: Array<string | Rope> = [rope]
  while (pending.length > 0) {
    const part = pending.pop()!
    if (typeof part === "string") parts.push(part)
    else {
      if (part.right !== null) pending.push(part.right)
      pending.push(part.left)
    }
  }
  rope.left = parts.join("")
  rope.right = null
  return rope.left
}
