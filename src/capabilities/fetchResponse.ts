/** What a program gets from `fetch`: a record of data, and functions over the body. Also as it is saved. */
import { toolError } from "../ToolError.ts"

/** All that a response is made of. */
export interface Stored {
  readonly url: string
  readonly redirected: boolean
  readonly status: number
  readonly statusText: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Uint8Array
}

/** A response as a function of the extension returns it. */
export interface Response extends Omit<Stored, "headers" | "body"> {
  readonly ok: boolean
  readonly headers: Headers
  readonly json: () => Promise<unknown>
  readonly text: () => Promise<string>
  readonly bytes: () => Promise<Uint8Array>
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}

const storedOf = new WeakMap<object, Stored>()

export function makeResponse(stored: Stored): Response {
  const { url, redirected, status, statusText, body } = stored
  const text = (): string => new TextDecoder().decode(body)
  const response: Response = {
    ok: status >= 200 && status < 300,
    url,
    redirected,
    status,
    statusText,
    headers: new Headers(stored.headers.map(([name, value]): [string, string] => [name, value])),
    json: async () => parsed(url, text()),
    text: async () => text(),
    bytes: async () => body.slice(),
    arrayBuffer: async () => body.slice().buffer as ArrayBuffer,
  }
  storedOf.set(response, stored)
  return response
}

function parsed(url: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw toolError(
      text === ""
        ? `The body of ${url} is empty, which is no JSON`
        : `The body of ${url} is no JSON; it begins with ${JSON.stringify(text.slice(0, 60))}. Use text() to see it.`,
    )
  }
}

/** Plain data of a response, of which {@link restore} makes one again. */
export function save(response: unknown): unknown {
  const stored = typeof response === "object" && response !== null ? storedOf.get(response) : undefined
  if (stored === undefined) throw new TypeError("fetch saves its responses and nothing else")
  return { ...stored, headers: stored.headers.map(([name, value]) => [name, value]) }
}

export const restore = (data: unknown): Response => makeResponse(data as Stored)
