/**
 * One exchange of HTTP/1.1 with one address, bounded in bytes. Follows nothing, resolves nothing, shares no connection:
 * what was decided about an address holds for the bytes that are sent.
 */
import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http"
import { request as requestHttps } from "node:https"
import type { Readable } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import * as Effect from "effect/Effect"
import { isToolError, toolError } from "../ToolError.ts"

export interface Outgoing {
  readonly method: string
  readonly url: URL
  /** The address that `url` was found to lead to. */
  readonly address: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: Uint8Array | undefined
  readonly maxBytes: number
  /** Certificates of authorities that are trusted besides the platform's. */
  readonly certificates: ReadonlyArray<string> | undefined
}

export interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Uint8Array
}

const maxHeaderBytes = 32 * 1024

/** Interrupted, it ends the connection. */
export const exchange = (outgoing: Outgoing): Effect.Effect<Answer, Error> =>
  Effect.callback<Answer, Error>((resume) => {
    const { url } = outgoing
    const fail = (error: unknown): void => {
      request.destroy()
      resume(Effect.fail(failureOf(url, error)))
    }
    const options = optionsOf(outgoing)
    const request = url.protocol === "https:" ? requestHttps(options) : requestHttp(options)
    request.on("error", fail)
    request.on("upgrade", () => fail(toolError(`fetch: ${url.host} answered with another protocol`)))
    request.on("response", (response) => {
      response.on("error", fail)
      response.on("close", () => {
        if (!response.complete) fail(toolError(`fetch: ${url.host} broke off its answer`))
      })
      collect(response, outgoing, fail, (body) => {
        request.destroy()
        resume(Effect.succeed(answerOf(response, body)))
      })
    })
    request.end(outgoing.body)
    return Effect.sync(() => void request.destroy())
  })

function optionsOf({ method, url, address, headers, body, certificates }: Outgoing): RequestOptions {
  const isNamed = !/^\[|^[\d.]+$/.test(url.hostname)
  return {
    method,
    host: address,
    port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    agent: false,
    maxHeaderSize: maxHeaderBytes,
    headers: {
      ...Object.fromEntries(headers),
      host: url.host,
      "accept-encoding": "identity",
      ...(body === undefined ? {} : { "content-length": String(body.length) }),
    },
    ...(url.protocol === "https:" && {
      ...(isNamed && { servername: url.hostname }),
      ...(certificates !== undefined && { ca: [...certificates] }),
    }),
  }
}

/** Reads a body up to its bound, whatever length it claims and however it is packed. */
function collect(
  response: IncomingMessage,
  { url, method, maxBytes }: Outgoing,
  fail: (error: unknown) => void,
  done: (body: Uint8Array) => void,
): void {
  const tooLarge = (): void =>
    fail(toolError(`fetch: the answer of ${url.host} is larger than the ${maxBytes} bytes that are allowed`))
  if (method !== "HEAD" && Number(response.headers["content-length"] ?? 0) > maxBytes) return tooLarge()
  const unpacked = unpack(response, method)
  if (unpacked === undefined) {
    return fail(
      toolError(
        `fetch: ${url.host} answered in the coding ${String(response.headers["content-encoding"])}, which is not known`,
      ),
    )
  }
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  unpacked.on("error", fail)
  unpacked.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes > maxBytes) tooLarge()
    else chunks.push(chunk)
  })
  unpacked.on("end", () => {
    if (bytes <= maxBytes) done(joined(chunks, bytes))
  })
}

/** The body without its content codings, made piece by piece. */
function unpack(response: IncomingMessage, method: string): Readable | undefined {
  const coding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase()
  if (
    coding === "identity" ||
    coding === "" ||
    method === "HEAD" ||
    response.statusCode === 204 ||
    response.statusCode === 304
  )
    return response
  const decoder =
    coding === "gzip" || coding === "x-gzip"
      ? createGunzip()
      : coding === "deflate"
        ? createInflate()
        : coding === "br"
          ? createBrotliDecompress()
          : undefined
  return decoder === undefined ? undefined : response.pipe(decoder)
}

function joined(chunks: ReadonlyArray<Uint8Array>, bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Fields that describe the bytes on the wire no longer hold; cookies are nobody's here. */
const droppedHeaders = new Set([
  "connection",
  "content-encoding",
  "keep-alive",
  "set-cookie",
  "set-cookie2",
  "transfer-encoding",
])

function answerOf(
  { statusCode = 0, statusMessage = "", rawHeaders, headers: known }: IncomingMessage,
  body: Uint8Array,
): Answer {
  const isPacked = (known["content-encoding"] ?? "identity").toLowerCase() !== "identity"
  const headers: Array<readonly [string, string]> = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    if (!droppedHeaders.has(name) && !(isPacked && name === "content-length"))
      headers.push([name, rawHeaders[index + 1]!])
  }
  return { status: statusCode, statusText: statusMessage, headers, body }
}

function failureOf(url: URL, error: unknown): Error {
  if (isToolError(error)) return error
  const code = (error as { readonly code?: unknown } | null)?.code
  return toolError(
    `fetch: ${url.host} could not be reached${typeof code === "string" ? ` (${code})` : ""}`,
    error,
  )
}
