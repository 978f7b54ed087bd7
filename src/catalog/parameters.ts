/** What a tool's parameters are called and said to be. Never splits words and never ranks. */
import type { JsonSchema } from "../Tool.ts"
import { isObject } from "./document.ts"

/** How much of one schema search reads, so that no tool costs more than many. */
const maxObjects = 400
const maxDescription = 400

/** Names and descriptions of the properties that a schema names, at any depth, definitions included. */
export function parameterTexts(schema: JsonSchema): ReadonlyArray<string> {
  const texts: Array<string> = []
  const waiting: Array<unknown> = [schema]
  const seen = new Set<unknown>()
  for (let at = 0; at < waiting.length && at < maxObjects; at++) {
    const part = waiting[at]
    if (typeof part !== "object" || part === null || seen.has(part)) continue
    seen.add(part)
    if (isObject(part)) addProperties(part["properties"], texts)
    for (const value of Object.values(part)) if (typeof value === "object") waiting.push(value)
  }
  return texts
}

function addProperties(properties: unknown, texts: Array<string>): void {
  if (!isObject(properties)) return
  for (const name of Object.keys(properties).slice(0, maxObjects)) {
    texts.push(name)
    const property = properties[name]
    if (!isObject(property)) continue
    const { description } = property
    if (typeof description === "string") texts.push(description.slice(0, maxDescription))
  }
}
