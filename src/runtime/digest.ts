/** Digests of states by the host, where it has them at once (Node, Bun): ten times as fast as our own. */
import { type Digest, ownDigest } from "../snapshot/envelope.ts"

interface Hash {
  update(bytes: Uint8Array): { digest(): Uint8Array }
}

interface Crypto {
  createHash(algorithm: string): Hash
  createHmac(algorithm: string, key: Uint8Array): Hash
}

declare const process: { getBuiltinModule?(name: string): unknown } | undefined

function hostCrypto(): Crypto | undefined {
  return typeof process === "object"
    ? (process?.getBuiltinModule?.("node:crypto") as Crypto | undefined)
    : undefined
}

const crypto = hostCrypto()

export const digest: Digest =
  crypto === undefined
    ? ownDigest
    : (content, key) =>
        Uint8Array.from(
          (key === undefined ? crypto.createHash("sha256") : crypto.createHmac("sha256", key))
            .update(content)
            .digest(),
        )
