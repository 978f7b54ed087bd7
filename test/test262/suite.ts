/** Finds the tests of a checkout of the suite and makes each a script to run. Never runs one. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseMetadata, type Metadata } from "./metadata.ts"
import { skipReason } from "./skip.ts"

export interface Script {
  /** harness files, in order; the same text is the same file, so engines may keep what they made of it */
  readonly harness: ReadonlyArray<HarnessFile>
  /** strict already */
  readonly test: string
  /** ends when the test says so by `print` */
  readonly isAsync: boolean
}

export interface HarnessFile {
  readonly name: string
  readonly text: string
}

export interface Test {
  readonly path: string
  readonly metadata: Metadata
  readonly script: Script
}

const folders = ["language", "built-ins"]

/** Paths below `test/` that contain one of the filters, in order. */
export function findTests(root: string, filters: ReadonlyArray<string>): ReadonlyArray<string> {
  return folders
    .flatMap((folder) => {
      const paths = readdirSync(join(root, "test", folder), { recursive: true, encoding: "utf8" })
      return paths.map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    })
    .filter((path) => path.endsWith(".js") && !path.includes("_FIXTURE"))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .toSorted()
}

/** The test, or why it is skipped. */
export function readTest(root: string, path: string): Test | string {
  const source = readFileSync(join(root, "test", path), "utf8")
  const metadata = parseMetadata(source)
  const reason = skipReason(path, source, metadata)
  if (reason !== undefined) return reason
  const isRaw = metadata.flags.includes("raw")
  const isAsync = metadata.flags.includes("async")
  const names = ["assert.js", "sta.js", ...metadata.includes, ...(isAsync ? ["doneprintHandle.js"] : [])]
  const harness = isRaw ? [] : [...new Set(names)].map((name) => harnessFile(root, name))
  return { path, metadata, script: { harness, test: isRaw ? source : `"use strict";\n${source}`, isAsync } }
}

const harnessFiles = new Map<string, HarnessFile>()

function harnessFile(root: string, name: string): HarnessFile {
  const known = harnessFiles.get(name)
  if (known !== undefined) return known
  const text = withoutFunction(name, readFileSync(join(root, "harness", name), "utf8"))
  const file = { name, text }
  harnessFiles.set(name, file)
  return file
}

/** The suite lets a runner redefine harness functions; these three make functions from text. */
function withoutFunction(name: string, text: string): string {
  switch (name) {
    case "fnGlobalObject.js":
      return "function fnGlobalObject() { return globalThis }"
    case "resizableArrayBufferUtils.js":
      return text.replace(
        "new Function('return class My' + type + ' extends ' + type + ' {}')()",
        "({ ['My' + type]: class extends globalThis[type] {} })['My' + type]",
      )
    case "wellKnownIntrinsicObjects.js":
      return text
        .replaceAll(/source: '(.+)',$/gm, "source: '$1', read() { return $1 },")
        .replace('new Function("return " + wkio.source)()', "wkio.read()")
    default:
      return text
  }
}
