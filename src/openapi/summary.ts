/** The body of a refusal in one line that a model can act on. Never longer than its bound. */
import { isObject } from "./document.ts"
import { isJson } from "./media.ts"

const maxSummary = 1_000

/** Problem details (RFC 9457) and other JSON as compact JSON, markup as its text. */
export function summarize(text: string, type: string): string {
  const json = isJson(type) || /^\s*[{[]/.test(text) ? compactJson(text) : undefined
  const line = json ?? plain(text, type)
  if (line.length <= maxSummary) return line
  return `${line.slice(0, maxSummary - 1).toWellFormed()}…`
}

function compactJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? JSON.stringify(ordered(value)) : JSON.stringify(value)
  } catch {
    return undefined
  }
}

const first = ["title", "message", "error", "detail", "errors", "code"]

/** The fields that say what went wrong come first, so that a cut keeps them. */
function ordered(value: Readonly<Record<string, unknown>>): unknown {
  const keys = Object.keys(value)
  const leading = first.filter((key) => Object.hasOwn(value, key))
  return Object.fromEntries(
    [...leading, ...keys.filter((key) => !leading.includes(key))].map((key) => [key, value[key]]),
  )
}

function plain(text: string, type: string): string {
  const head = text.slice(0, 8_000)
  const isMarkup = type === "text/html" || /^\s*<(?:!doctype|html)/i.test(head)
  const words = isMarkup
    ? head.replace(/<(script|style)\b[^>]*>.*?(?:<\/\1\s*>|$)/gis, " ").replace(/<[^<>]{0,500}>/g, " ")
    : head
  return words.replace(/\s+/g, " ").trim()
}
