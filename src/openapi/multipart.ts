/** `multipart/form-data` (RFC 7578) with parts of text and JSON. */
import { partType } from "./body.ts"
import { isObject, objectField, textField } from "./document.ts"
import { refuse } from "./refuse.ts"
import { isScalar, kind } from "./style.ts"
import type { Json } from "./types.ts"

/**
 * The parts of an object: scalars as text, arrays as one part for each item, objects as JSON, or as the field's
 * Encoding Object says. `null` is left out. The boundary is the shortest of its kind that no part holds.
 */
export function encodeMultipart(
  value: unknown,
  encoding: Json,
): { readonly text: string; readonly contentType: string } {
  if (!isObject(value)) return refuse(`body: expected an object of form fields, got ${kind(value)}`)
  const parts = Object.entries(value).flatMap(([name, item]) =>
    fieldParts(name, item, objectField(encoding, name) ?? {}),
  )
  let boundary = "form-data-boundary"
  for (let count = 1; parts.some((part) => part.includes(boundary)); count++)
    boundary = `form-data-boundary-${count}`
  const text = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")
  return { text: `${text}--${boundary}--\r\n`, contentType: `multipart/form-data; boundary=${boundary}` }
}

function fieldParts(name: string, value: unknown, rules: Json): ReadonlyArray<string> {
  if (value === null || value === undefined) return []
  const declared = textField(rules, "contentType")
  const type = declared === undefined ? undefined : partType(declared)
  const items = Array.isArray(value) && type?.kind !== "json" ? value : [value]
  return items.flatMap((item: unknown) => {
    if (item === null) return []
    if (Array.isArray(item) && type?.kind !== "json") {
      return refuse(`form field ${JSON.stringify(name)}: an array in an array has no defined form`)
    }
    const isText = isScalar(item) && type?.kind !== "json"
    if (!isText && type?.kind === "text") {
      return refuse(`form field ${JSON.stringify(name)}: expected text (${type.name}), got ${kind(item)}`)
    }
    return [
      part(
        name,
        type?.name ?? (isText ? undefined : "application/json"),
        isText ? String(item) : JSON.stringify(item),
      ),
    ]
  })
}

/** A part without content type is `text/plain` (RFC 7578, 4.4). */
function part(name: string, contentType: string | undefined, text: string): string {
  const type = contentType === undefined ? "" : `\r\nContent-Type: ${contentType}`
  return `Content-Disposition: form-data; name="${escapeName(name)}"${type}\r\n\r\n${text}`
}

/** As browsers write names (HTML standard, multipart/form-data encoding algorithm). */
const escapeName = (name: string): string =>
  name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22")
