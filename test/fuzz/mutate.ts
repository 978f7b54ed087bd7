/** Texts and values changed at random places. */
import type { Random } from "../property/random.ts"

const pieces = [
  "await ",
  "async ",
  "yield ",
  "return ",
  "...",
  "?.",
  "??=",
  "=>",
  "`${",
  "}`",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ";",
  ",",
  "/",
  "/*",
  "\\u",
  "'",
  "class A { static { ",
  "for await (const x of ",
  "new Proxy({}, ",
  "Reflect.ownKeys(",
  "Symbol.iterator",
  "tools.echo.same(",
  "null",
  "-0",
  "1n",
  "<T>",
  "as any",
  "enum E { A }",
  "2 ** 31",
  "while (true) ",
  "try { ",
  "} finally { ",
  "#p",
  "super.x",
  "new.target",
  "\u200b",
  "\ud800",
  "__proto__",
]

/** A program with parts left out, doubled, swapped with another's or put in. */
export function mutated(random: Random, texts: ReadonlyArray<string>): string {
  let text = random.pick(texts)
  for (let count = 1 + random.integer(4); count > 0; count--) text = changed(random, text, random.pick(texts))
  return text
}

function changed(random: Random, text: string, other: string): string {
  const from = random.integer(text.length + 1)
  const to = Math.min(text.length, from + random.integer(40))
  switch (random.integer(5)) {
    case 0:
      return text.slice(0, from) + text.slice(to)
    case 1:
      return text.slice(0, to) + text.slice(from)
    case 2: {
      const start = random.integer(other.length + 1)
      return text.slice(0, from) + other.slice(start, start + random.integer(80)) + text.slice(to)
    }
    default:
      return text.slice(0, from) + random.pick(pieces) + text.slice(from)
  }
}

/** JSON data, with names and texts that are odd. */
export function randomData(random: Random, depth = 4): unknown {
  switch (random.integer(depth > 0 ? 8 : 5)) {
    case 0:
      return random.pick([0, -0, 1.5, 1e300, -1, 2 ** 53])
    case 1:
      return random.pick(["", "x", "__proto__", "\ud800", "\u202e", "é".repeat(50), "[truncated]"])
    case 2:
      return random.pick([true, false])
    case 3:
    case 4:
      return null
    case 5:
      return Array.from({ length: random.integer(4) }, () => randomData(random, depth - 1))
    default:
      return Object.fromEntries(
        Array.from({ length: random.integer(4) }, () => [
          random.pick([
            "a",
            "b",
            "then",
            "toJSON",
            "constructor",
            "length",
            "x y",
            "type",
            "$ref",
            "0",
            "properties",
            "items",
            "anyOf",
            "enum",
          ]),
          randomData(random, depth - 1),
        ]),
      )
  }
}

/** A JSON value with one part of it replaced. */
export function changedData(random: Random, value: unknown): unknown {
  if (typeof value !== "object" || value === null || random.once(4)) return randomData(random, 2)
  const copy = structuredClone(value) as Record<string, unknown>
  const keys = Object.keys(copy)
  if (keys.length === 0) return randomData(random, 2)
  const key = random.pick(keys)
  copy[key] = changedData(random, copy[key])
  return copy
}
