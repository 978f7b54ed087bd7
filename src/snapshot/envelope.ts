/**
 * What is around a saved run: whose build it is of, and a digest of all of it. Two forms of the same content: bytes, and
 * JSON that carries them as base64. Knows nothing of what is inside.
 */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { writeAscii } from "../objects/host.ts"
import { fromBase64, toBase64 } from "./base64.ts"
import { FORMAT_VERSION, malformed } from "./format.ts"
import type { Part } from "./writer.ts"

/** `cms`, then the version of the format. */
const magic = [0x63, 0x6d, 0x73, FORMAT_VERSION]
const DIGEST_BYTES = 32
export const FINGERPRINT_BYTES = 16

/** The JSON form of a state. */
export interface StateJson {
  readonly format: "codemode-state"
  readonly content: string
  readonly digest: string
}

export interface Content {
  /** Names everything that the bytes depend on. */
  readonly fingerprint: Uint8Array
  readonly header: Uint8Array
  readonly machine: Uint8Array
}

/** SHA-256 of some bytes, or with a key their HMAC. */
export type Digest = (content: Uint8Array, key: Uint8Array | undefined) => Uint8Array

/** Needs nothing of the host. */
export const ownDigest: Digest = (content, key) =>
  key === undefined ? sha256(content) : hmac(sha256, key, content)

/** The bytes of a state: magic, digest, fingerprint, length of the header, header, machine. */
export function seal(
  { fingerprint, header, machine }: Omit<Content, "machine"> & { readonly machine: readonly Part[] },
  key: Uint8Array | undefined,
  digest: Digest,
): Uint8Array {
  const headerLength = new Uint8Array(4)
  new DataView(headerLength.buffer).setUint32(0, header.length)
  const bytes = joined([
    Uint8Array.from(magic),
    new Uint8Array(DIGEST_BYTES),
    fingerprint,
    headerLength,
    header,
    ...machine,
  ])
  bytes.set(digest(contentOf(bytes), key), magic.length)
  return bytes
}

export function joined(parts: readonly Part[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    if (typeof part === "string") writeAscii(part, whole.subarray(at))
    else whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Takes a state apart once its digest is found right. Throws `MalformedError`. */
export function unseal(
  bytes: Uint8Array,
  fingerprint: Uint8Array,
  key: Uint8Array | undefined,
  digest: Digest,
): Content {
  checkForm(bytes)
  let at = magic.length + DIGEST_BYTES
  // the cheap look first: a state of another build is refused however long it is
  const build = bytes.subarray(at, at + FINGERPRINT_BYTES)
  if (!isEqual(build, fingerprint)) malformed("it was made by another build")
  const told = bytes.subarray(magic.length, magic.length + DIGEST_BYTES)
  if (!isEqual(told, digest(contentOf(bytes), key))) {
    malformed(
      key === undefined ? "its digest is not that of its content" : "it was not made with this snapshotKey",
    )
  }
  at += FINGERPRINT_BYTES
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at)
  at += 4
  if (length > bytes.length - at) malformed("it ends too early")
  return { fingerprint: build, header: bytes.subarray(at, at + length), machine: bytes.subarray(at + length) }
}

/** Converts; looks at nothing but the form. Throws `MalformedError`. */
export function toJson(bytes: Uint8Array): StateJson {
  checkForm(bytes)
  const at = magic.length
  return {
    format: "codemode-state",
    content: toBase64(bytes.subarray(at + DIGEST_BYTES)),
    digest: toBase64(bytes.subarray(at, at + DIGEST_BYTES)),
  }
}

/** Whether a JSON state says that it is of this build, by the beginning of its content. */
export function isOfBuild(state: unknown, fingerprint: Uint8Array): boolean {
  const content: unknown =
    typeof state === "object" && state !== null ? (state as Partial<StateJson>).content : undefined
  const beginning = typeof content === "string" ? fromBase64(content.slice(0, 24)) : undefined
  return beginning !== undefined && isEqual(beginning.subarray(0, FINGERPRINT_BYTES), fingerprint)
}

/** Converts; looks at nothing but the form. Throws `MalformedError`. */
export function toBytes(state: unknown): Uint8Array {
  if (typeof state !== "object" || state === null) malformed("it is no object")
  const { format, content, digest: told } = state as Partial<StateJson>
  if (format !== "codemode-state") malformed("its format is not codemode-state")
  if (typeof content !== "string" || typeof told !== "string")
    malformed("its content or its digest is missing")
  const digestBytes = fromBase64(told as string) ?? malformed("its digest is no base64")
  const bytes =
    fromBase64(content as string, magic.length + DIGEST_BYTES) ?? malformed("its content is no base64")
  if (digestBytes.length !== DIGEST_BYTES) malformed("its digest has another length")
  bytes.set(magic)
  bytes.set(digestBytes, magic.length)
  checkForm(bytes)
  return bytes
}

function checkForm(bytes: Uint8Array): void {
  if (bytes.length < magic.length + DIGEST_BYTES + FINGERPRINT_BYTES + 4) malformed("it is too short")
  if (!isEqual(bytes.subarray(0, magic.length), Uint8Array.from(magic)))
    malformed("it does not begin as a state does")
}

function contentOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(magic.length + DIGEST_BYTES)
}

/** Looks at every byte, so that the time tells nothing of where they differ. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false
  let difference = 0
  for (let index = 0; index < left.length; index++) difference |= left[index]! ^ right[index]!
  return difference === 0
}
