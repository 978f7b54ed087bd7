/** The words of the adapter's public face: options in, tools and skipped operations out. Holds no behaviour. */
import type { Effect } from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import type * as Namespace from "../Namespace.ts"

/** A JSON object of the document, read but never trusted. */
export type Json = { readonly [key: string]: unknown }

/** What a resolver gives for one security scheme. `header` serves schemes with a header of their own. */
export type Credential =
  | { readonly type: "bearer"; readonly token: string }
  | { readonly type: "basic"; readonly username: string; readonly password: string }
  | { readonly type: "apiKey"; readonly value: string }
  | { readonly type: "header"; readonly name: string; readonly value: string }

/** The operation a credential is asked for. */
export interface OperationInfo {
  /** Upper case, as it is sent: `GET`. */
  readonly method: string
  /** The document's path template: `/users/{id}`. */
  readonly path: string
  readonly operationId?: string
  readonly tags: ReadonlyArray<string>
}

/** One question to the resolver. */
export interface CredentialRequest {
  /** The scheme's name in `components.securitySchemes`. */
  readonly name: string
  /** The Security Scheme Object, as the document has it. */
  readonly scheme: Json
  /** The scopes or roles that the operation's requirement lists. */
  readonly scopes: ReadonlyArray<string>
  readonly operation: OperationInfo
}

/** What a resolver may return: an Effect, a Promise, or the credential itself. */
export type Resolved<R> =
  | Effect<Credential | undefined, unknown, R>
  | PromiseLike<Credential | undefined>
  | Credential
  | undefined

/** Where credentials come from. They stay in the host: never in signatures, errors, logs or spans. */
export interface Auth<R> {
  /** `undefined` tries the next alternative of the operation's security; a failure stops the call. */
  readonly resolve: (request: CredentialRequest) => Resolved<R>
}

/** What {@link fromSpec} is made from. */
export interface Options<R = never> {
  /** A parsed OpenAPI 3.0, 3.1 or 3.2 document. */
  readonly spec: unknown
  readonly auth?: Auth<R> | undefined
  /** An absolute http or https URL that replaces every server of the document. */
  readonly baseUrl?: string | undefined
  /** Where the document came from; relative servers resolve against it. */
  readonly documentUrl?: string | undefined
  /** Headers of every request. One that a security scheme names meets that scheme. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Hosts (`10.0.0.5`, `localhost:8080`) that servers and redirects may name although they are private or link-local. */
  readonly allowedHosts?: ReadonlyArray<string> | undefined
  /** `"tags"` puts each tool into a namespace named by its first tag. */
  readonly group?: "tags" | undefined
  /** Tools then give `{ body, headers, status }` in place of the body alone. */
  readonly responseHeaders?: boolean | undefined
}

/** An operation that became no tool, and why. */
export interface Skipped {
  /** Upper case: `GET`; `*` for a whole path item that cannot be read. */
  readonly method: string
  readonly path: string
  readonly operationId?: string
  /** A sentence that names the part of the operation that cannot be represented exactly. */
  readonly reason: string
}

/** What {@link fromSpec} gives. */
export interface Result<R> {
  /** Tools by name, dotted operation ids as nested records. */
  readonly tools: Namespace.Tree<HttpClient | R>
  readonly skipped: ReadonlyArray<Skipped>
}
