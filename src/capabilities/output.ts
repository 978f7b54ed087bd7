/** The `output` capability: artifacts for the host beside a program's result. Never stores one longer than its run. */
import * as Effect from "effect/Effect"
import * as Extension from "../Extension.ts"
import type { Artifact } from "../Result.ts"
import { toolError, type ToolError } from "../ToolError.ts"
import { resolved } from "./bounds.ts"
import { imageType, mediaTypeOf } from "./mediaType.ts"

/** Bounds of {@link output}. */
export interface OutputOptions {
  /** Artifacts of one run. 50 by default. */
  readonly maxArtifacts?: number | undefined
  /** Bytes of all artifacts of one run together, texts in UTF-8. 10 MiB by default. */
  readonly maxBytes?: number | undefined
}

const maxNameLength = 255

/**
 * `output.text(text, name?)`, `output.file(name, content, mediaType?)` and `output.image(bytes, name?)` put an artifact
 * into `result.artifacts`, also of a run that fails later. Content is a string, a `Uint8Array` or an `ArrayBuffer`; an
 * image is bytes of a PNG, JPEG, GIF or WebP. Each gives `{ name, bytes }`. What is too much, and content of another kind,
 * throws in the program.
 *
 * Throws `RangeError` for a bound that is no safe integer of at least 1.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CodeMode } from "codemode"
 * import { output } from "codemode/capabilities"
 *
 * const runtime = CodeMode.make({ extensions: [output()] })
 * const result = await Effect.runPromise(runtime.execute("output.file('a.csv', 'x,y\\n1,2'); return 1"))
 * // result.artifacts: [{ name: "a.csv", mediaType: "text/csv", encoding: "text", data: "x,y\n1,2" }]
 * ```
 */
export function output(options: OutputOptions = {}): Extension.Definition<never> {
  const bounds = resolved("output", options, {
    maxArtifacts: 50,
    maxBytes: 10 * 1024 * 1024,
  })
  return Extension.make({
    name: "output",
    globals: {
      output: {
        text: (text: unknown, name: unknown = "text") => {
          if (typeof text !== "string")
            throw toolError(`output.text: the text must be a string, not ${kindOf(text)}`)
          return added("output.text", bounds, {
            name: nameOf("output.text", name),
            mediaType: "text/plain",
            content: text,
          })
        },
        file: (name: unknown, content: unknown, mediaType?: unknown) => {
          const given = nameOf("output.file", name)
          return added("output.file", bounds, {
            name: given,
            mediaType: mediaTypeOf(given, mediaType),
            content: contentOf("output.file", content),
          })
        },
        image: (content: unknown, name: unknown = "image") => {
          const bytes = contentOf("output.image", content)
          const mediaType = typeof bytes === "string" ? undefined : imageType(bytes)
          if (mediaType === undefined)
            throw toolError(
              "output.image: the content must be the bytes of a PNG, JPEG, GIF or WebP image, as a Uint8Array. Give anything else to output.file.",
            )
          return added("output.image", bounds, {
            name: nameOf("output.image", name),
            mediaType,
            content: bytes,
          })
        },
      },
    },
  })
}

interface Bounds {
  readonly maxArtifacts: number
  readonly maxBytes: number
}

interface Made {
  readonly name: string
  readonly mediaType: string
  readonly content: string | Uint8Array
}

const added = (
  global: string,
  { maxArtifacts, maxBytes }: Bounds,
  { name, mediaType, content }: Made,
): Effect.Effect<{ readonly name: string; readonly bytes: number }, ToolError> =>
  Effect.flatMap(Extension.CurrentRun, ({ artifacts }) => {
    if (artifacts.length >= maxArtifacts)
      return Effect.fail(toolError(`${global}: a run may make ${maxArtifacts} artifacts, and has`))
    const bytes = typeof content === "string" ? Buffer.byteLength(content) : content.length
    const used = usedBytes(artifacts)
    if (used + bytes > maxBytes) {
      return Effect.fail(
        toolError(
          `${global}: ${bytes} bytes are too many: a run's artifacts may have ${maxBytes} together, and have ${used}`,
        ),
      )
    }
    counted.set(artifacts, { count: artifacts.length + 1, bytes: used + bytes })
    artifacts.push(
      typeof content === "string"
        ? { name, mediaType, encoding: "text", data: content }
        : { name, mediaType, encoding: "base64", data: Buffer.from(content).toString("base64") },
    )
    return Effect.succeed({ name, bytes })
  })

/** Bytes of each run's artifacts when there were so many. */
const counted = new WeakMap<ReadonlyArray<Artifact>, { readonly count: number; readonly bytes: number }>()

function usedBytes(artifacts: ReadonlyArray<Artifact>): number {
  const known = counted.get(artifacts)
  if (known?.count === artifacts.length) return known.bytes
  return artifacts.reduce((sum, artifact) => sum + sizeOf(artifact), 0)
}

const sizeOf = ({ encoding, data }: Artifact): number =>
  Buffer.byteLength(data, encoding === "text" ? "utf8" : "base64")

function nameOf(global: string, name: unknown): string {
  if (typeof name !== "string" || name === "")
    throw toolError(`${global}: the name must be a string that is not empty`)
  if (name.length > maxNameLength)
    throw toolError(`${global}: the name has ${name.length} characters; ${maxNameLength} are allowed`)
  if (/[/\\\p{Cc}]/u.test(name) || name === "." || name === "..")
    throw toolError(`${global}: the name ${JSON.stringify(name)} must be a file name, without a folder`)
  return name
}

function contentOf(global: string, content: unknown): string | Uint8Array {
  if (typeof content === "string") return content
  if (content instanceof ArrayBuffer) return new Uint8Array(content)
  if (ArrayBuffer.isView(content))
    return new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
  throw toolError(
    `${global}: the content must be a string or a Uint8Array, not ${kindOf(content)}. Write data with JSON.stringify.`,
  )
}

const kindOf = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "an array"
      : typeof value === "object"
        ? "an object"
        : typeof value
