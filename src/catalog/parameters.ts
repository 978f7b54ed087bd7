/** The words of a tool's parameters: names and descriptions of the properties in its schema. Never ranks. */
import type { JsonSchema } from "../Tool.ts"
import { isObject } from "./document.ts"
import { wordsOf } from "./words.ts"

/** How much of one schema search reads, so that no tool costs more than many. */
const maxObjects = 400
const maxDescription = 400

/** The words of every property that a schema names, at any depth, definitions included. */
export function parametersOf(schema: JsonSchema): ReadonlySet<string> {
  const words = new Set<string>()
  const waiting: Array<unknown> = [schema]
  const seen = new Set<unknown>()
  for (let at = 0; at < waiting.length && at < maxObjects; at++) {
    const part = waiting[at]
    if (typeof part !== "object" || part === null || seen.has(part)) continue
    seen.add(part)
    if (isObject(part)) addProperties(part["properties"], words)
    for (const value of Object.values(part)) if (typeof value === "object") waiting.push(value)
  }
  return words
}

function addProperties(properties: unknown, words: Set<string>): void {
  if (!isObject(properties)) return
  for (const name of Object.keys(properties).slice(0, maxObjects)) {
    for (const word of wordsOf(name)) words.add(word)
    const property = properties[name]
    if (!isObject(property)) continue
    const { description } = property
    if (typeof description !== "string") continue
    for (const word of wordsOf(description.slice(0, maxDescription))) words.add(word)
  }
}
