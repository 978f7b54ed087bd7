/** Parameter and body schemas out of the OpenAPI documents of `@readme/oas-examples`, each as a JSON Schema of its own. */
import { Glob } from "bun"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { JsonSchema } from "../../src/Tool.ts"

const examples = join(import.meta.dir, "../../node_modules/@readme/oas-examples")

export interface Lifted {
  /** The document, the path and the part that the schema was found at. */
  readonly from: string
  readonly schema: JsonSchema
}

type Json = { readonly [key: string]: Json } & ReadonlyArray<Json>

/** The first `count` schemas that differ, in the order of files, paths and operations. */
export function liftSchemas(count: number): ReadonlyArray<Lifted> {
  const lifted = new Map<string, Lifted>()
  const files = [...new Glob("3.*/json/**/*.json").scanSync({ cwd: examples })].toSorted()
  for (const file of files) {
    const document = JSON.parse(readFileSync(join(examples, file), "utf8")) as Json
    for (const { at, schema } of partsOf(document)) {
      const whole = selfContained(schema, document)
      const text = JSON.stringify(whole)
      if (!lifted.has(text)) lifted.set(text, { from: `${file} ${at}`, schema: whole })
    }
  }
  return [...lifted.values()].slice(0, count)
}

const methods = ["get", "put", "post", "delete", "patch"]

function* partsOf(document: Json): Generator<{ readonly at: string; readonly schema: Json }> {
  for (const [path, item] of Object.entries(document["paths"] ?? {})) {
    for (const method of methods) {
      const operation = item[method]
      if (operation === undefined) continue
      for (const parameter of [...(item["parameters"] ?? []), ...(operation["parameters"] ?? [])]) {
        const { name, schema } = followed(parameter, document)
        if (schema !== undefined) yield { at: `${method} ${path} ${String(name)}`, schema }
      }
      const content = followed(operation["requestBody"], document)?.["content"] as Json | undefined
      for (const [type, media] of Object.entries(content ?? {})) {
        const schema = media["schema"]
        if (schema !== undefined) yield { at: `${method} ${path} ${type}`, schema }
      }
    }
  }
}

/** What a reference in the document leads to. */
function followed(part: Json | undefined, document: Json): Json {
  const reference = part?.["$ref"] as string | undefined
  if (reference === undefined) return part as Json
  return reference
    .split("/")
    .slice(1)
    .reduce(
      (at, token) => at[decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~")]!,
      document,
    )
}

/** The schema with those components that its references lead to. */
function selfContained(schema: Json, document: Json): JsonSchema {
  const components: Record<string, unknown> = {}
  const waiting: Array<unknown> = [schema]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"/]+)/g)) {
      const key = decodeURIComponent(name!).replaceAll("~1", "/").replaceAll("~0", "~")
      if (Object.hasOwn(components, key)) continue
      const found = document["components"]?.["schemas"]?.[key]
      components[key] = found
      if (found !== undefined) waiting.push(found)
    }
  }
  return Object.keys(components).length === 0 ? schema : { ...schema, components: { schemas: components } }
}
