/** A response made the value that a program gets, or the failure that it sees. Bounded while it streams. Never sends. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type * as HttpClientError from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { toolError, type ToolError } from "../ToolError.ts"
import { describeFailure, safeCause } from "./failures.ts"
import { charsetOf, essence, isJson, isText } from "./media.ts"
import type { Responses } from "./responses.ts"
import { summarize } from "./summary.ts"

/** The most that is read of a body, after decompression. */
export const maxResponseBytes = 50 * 1024 * 1024
const maxFailureBytes = 64 * 1024

/** The value of a success: JSON parsed, text as it is, `null` for nothing; with status and headers if asked for. */
export const readAnswer = (
  response: HttpClientResponse,
  declared: Responses,
  withHeaders: boolean,
): Effect.Effect<unknown, ToolError> =>
  Effect.map(readBody(response, declared), (body) =>
    withHeaders ? { body, headers: visibleHeaders(response), status: response.status } : body,
  )

/** Cookies that a server sets are credentials, so the program does not see them. */
const visibleHeaders = (response: HttpClientResponse): Record<string, string> =>
  Object.fromEntries(
    Object.entries(response.headers).filter(([name]) => name !== "set-cookie" && name !== "set-cookie2"),
  )

const readBody = Effect.fnUntraced(function* (response: HttpClientResponse, declared: Responses) {
  const { status } = response
  if (status === 204 || status === 205) return null
  const length = Number(response.headers["content-length"] ?? 0)
  if (length > maxResponseBytes) return yield* Effect.fail(tooLarge())
  const { bytes, isComplete } = yield* readBytes(response, maxResponseBytes)
  if (!isComplete) return yield* Effect.fail(tooLarge())
  const contentType = response.headers["content-type"] ?? ""
  if (bytes.length === 0) return isText(essence(contentType)) ? "" : null
  return yield* decode(bytes, contentType, declared)
})

const tooLarge = (): ToolError =>
  toolError(
    `the answer is larger than ${maxResponseBytes / 1024 / 1024} MiB: ask for less (a page, a filter, fewer fields)`,
  )

/** Collects at most `maxBytes`; what is left of the stream is cancelled. */
function readBytes(
  response: HttpClientResponse,
  maxBytes: number,
): Effect.Effect<{ readonly bytes: Uint8Array; readonly isComplete: boolean }, ToolError> {
  const chunks: Array<Uint8Array> = []
  let length = 0
  let isComplete = true
  return response.stream.pipe(
    Stream.takeWhile((chunk) => {
      const kept = chunk.subarray(0, maxBytes - length)
      chunks.push(kept)
      length += kept.length
      isComplete = kept.length === chunk.length
      return isComplete
    }),
    Stream.runDrain,
    Effect.catch((error: HttpClientError.HttpClientError) =>
      error.reason._tag === "EmptyBodyError"
        ? Effect.void
        : Effect.fail(
            toolError(
              `the answer broke off: ${describeFailure(error, "it could not be read")}`,
              safeCause(error),
            ),
          ),
    ),
    Effect.map(() => ({ bytes: joined(chunks, length), isComplete })),
  )
}

function joined(chunks: ReadonlyArray<Uint8Array>, length: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

function decode(
  bytes: Uint8Array,
  contentType: string,
  declared: Responses,
): Effect.Effect<unknown, ToolError> {
  const type = essence(contentType)
  const isDeclaredJson = type === "" && declared.jsonOnly
  if (isJson(type) || isDeclaredJson) {
    return Effect.flatMap(decodeText(bytes, contentType), (text) => parseJson(text, bytes.length))
  }
  if (isText(type) && declared.jsonOnly)
    return Effect.flatMap(decodeText(bytes, contentType), (text) => parseDeclaredJson(text, type))
  if (isText(type) || type === "") return decodeText(bytes, contentType)
  const got = JSON.stringify(type.slice(0, 80))
  return Effect.fail(toolError(`the answer has content type ${got}, expected JSON or text`))
}

function decodeText(bytes: Uint8Array, contentType: string): Effect.Effect<string, ToolError> {
  const charset = charsetOf(contentType) ?? "utf-8"
  try {
    return Effect.succeed(new TextDecoder(charset, { fatal: true }).decode(bytes))
  } catch (error) {
    const problem = error instanceof RangeError ? "an unknown charset" : "bytes that are not"
    return Effect.fail(toolError(`the answer has ${problem} ${JSON.stringify(charset.slice(0, 40))}`))
  }
}

function parseJson(text: string, length: number): Effect.Effect<unknown, ToolError> {
  try {
    return Effect.succeed(JSON.parse(text))
  } catch {
    return Effect.fail(toolError(`the answer (${length} bytes) says it is JSON, but it cannot be parsed`))
  }
}

/** The document says JSON and the server says text: JSON if it is, else the failure that it most likely is. */
function parseDeclaredJson(text: string, type: string): Effect.Effect<unknown, ToolError> {
  try {
    return Effect.succeed(JSON.parse(text))
  } catch {
    return Effect.fail(toolError(`the answer is ${type}, expected JSON: ${summarize(text, type)}`))
  }
}

/** The clause that says how a server refused: status, a bounded summary of the body, and when to try again. */
export const describeRefusal = (response: HttpClientResponse): Effect.Effect<string> =>
  readBytes(response, maxFailureBytes).pipe(
    Effect.map(({ bytes }) => {
      const type = essence(response.headers["content-type"] ?? "")
      const isReadable = bytes.length > 0 && (isJson(type) || isText(type) || type === "")
      return isReadable ? summarize(new TextDecoder(knownCharset(response)).decode(bytes), type) : ""
    }),
    Effect.catch(() => Effect.succeed("")),
    Effect.map((summary) => {
      const retryAfter = /^[\w ,:]{1,40}$/.exec(response.headers["retry-after"] ?? "")?.[0]
      const advice =
        retryAfter === undefined ? "" : ` (retry after ${retryAfter}${/^\d+$/.test(retryAfter) ? " s" : ""})`
      return `answered ${response.status}${advice}${summary === "" ? "" : `: ${summary}`}`
    }),
  )

function knownCharset(response: HttpClientResponse): string {
  const charset = charsetOf(response.headers["content-type"] ?? "") ?? "utf-8"
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return "utf-8"
  }
}
