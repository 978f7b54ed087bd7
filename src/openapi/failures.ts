/** What a model and a log are told when a request fails on its way: the kind of failure, never the request. */
import * as Predicate from "effect/Predicate"

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the server refused the connection",
  ConnectionRefused: "the server refused the connection",
  ECONNRESET: "the connection was reset",
  ConnectionClosed: "the connection was closed before the answer was complete",
  UND_ERR_SOCKET: "the connection was closed before the answer was complete",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer was shorter or longer than it said",
  ENOTFOUND: "the server's name was not found",
  EAI_AGAIN: "the server's name could not be looked up",
  EHOSTUNREACH: "the server could not be reached",
  ENETUNREACH: "the server could not be reached",
  ETIMEDOUT: "the request timed out",
  UND_ERR_CONNECT_TIMEOUT: "the request timed out",
  UND_ERR_HEADERS_TIMEOUT: "the request timed out",
  UND_ERR_BODY_TIMEOUT: "the request timed out",
  TimeoutError: "the request timed out",
  AbortError: "the request was aborted",
  CERT_HAS_EXPIRED: "the server's certificate is not valid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the server's certificate is not valid",
  SELF_SIGNED_CERT_IN_CHAIN: "the server's certificate is not valid",
  ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is not valid",
}

const maxCauses = 8

/** The codes and names along an error's causes, outermost first. */
function codesOf(error: unknown): ReadonlyArray<string> {
  const codes: Array<string> = []
  let current = error
  for (let count = 0; count < maxCauses && typeof current === "object" && current !== null; count++) {
    for (const key of ["code", "name", "_tag"]) {
      if (Predicate.hasProperty(current, key) && typeof current[key] === "string") codes.push(current[key])
    }
    current = Predicate.hasProperty(current, "cause") ? current.cause : undefined
  }
  return codes
}

/** One clause for a failure of the HTTP client. */
export function describeFailure(error: unknown, otherwise: string): string {
  const code = codesOf(error).find((it) => Object.hasOwn(sentences, it))
  return code === undefined ? otherwise : sentences[code]!
}

/** A cause for the host's logs: codes and names only, because the client's own errors hold the whole request. */
export const safeCause = (error: unknown): Error =>
  new Error(`HTTP client failure: ${codesOf(error).join(" > ") || typeof error}`)
