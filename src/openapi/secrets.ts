/** Keeps secrets out of text that a model or a log may see. Keeps none itself. */
import { encodeComponent } from "./url.ts"

const minSecretLength = 4

/** Blots out every secret, plain and percent-encoded, in text that a model or a log may see. */
export function withoutSecrets(text: string, secrets: ReadonlyArray<string>): string {
  const spellings = new Set(secrets.flatMap((secret) => [secret, encodeComponent(secret)]))
  const long = [...spellings]
    .filter((secret) => secret.length >= minSecretLength)
    .toSorted((a, b) => b.length - a.length)
  return long.reduce((result, secret) => result.replaceAll(secret, "[redacted]"), text)
}
