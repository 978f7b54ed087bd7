/** Media types of what programs make, by the ending of a name or by the first bytes. */
import { toolError } from "../ToolError.ts"

const byEnding: Readonly<Record<string, string>> = {
  csv: "text/csv", css: "text/css", gif: "image/gif", htm: "text/html", html: "text/html", jpeg: "image/jpeg",
  jpg: "image/jpeg", js: "text/javascript", json: "application/json", md: "text/markdown", pdf: "application/pdf",
  png: "image/png", svg: "image/svg+xml", txt: "text/plain", webp: "image/webp", xml: "application/xml",
  yaml: "application/yaml", yml: "application/yaml", zip: "application/zip",
} // prettier-ignore

const mediaType = /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}$/

/** The one that is given (RFC 6838, 4.2), or else the one that the name's ending stands for. Refuses what is none. */
export function mediaTypeOf(name: string, given: unknown): string {
  if (given === undefined) {
    const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ""
    return Object.hasOwn(byEnding, ending) ? byEnding[ending]! : "application/octet-stream"
  }
  if (typeof given === "string" && mediaType.test(given)) return given.toLowerCase()
  throw toolError(
    `output.file: ${JSON.stringify(given)} is no media type; write one such as "text/csv", or leave it out`,
  )
}

const signatures: ReadonlyArray<
  readonly [type: string, ...parts: ReadonlyArray<readonly [at: number, bytes: string]>]
> = [
  ["image/png", [0, "\x89PNG\r\n\x1a\n"]],
  ["image/jpeg", [0, "\xff\xd8\xff"]],
  ["image/gif", [0, "GIF87a"]],
  ["image/gif", [0, "GIF89a"]],
  ["image/webp", [0, "RIFF"], [8, "WEBP"]],
]

/** The type of an image by its signature (MIME Sniffing standard, 6.1), or `undefined`. */
export function imageType(bytes: Uint8Array): string | undefined {
  const stands = ([at, text]: readonly [number, string]): boolean =>
    [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))
  return signatures.find(([, ...parts]) => parts.every(stands))?.[0]
}
