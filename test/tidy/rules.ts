/** The import table of the project and its other rules about files, as data, and the check that finds what breaks them. */
import { posix } from "node:path"
import { readSource, type Source } from "./source.ts"

const definitions = ["Tool", "Namespace", "Extension", "Limits", "Diagnostic", "Result", "ToolError"]
const guestHalf = ["program", "regexp", "objects", "jobs", "interpreter", "stdlib", "snapshot"]
const publicModules = ["CodeMode", "OpenAPI", ...definitions]

/**
 * What built-ins may ask the interpreter: declarations, abstract operations, calls and the machine. Not how syntax is
 * evaluated, built, compiled or started.
 */
const door = [
  "native", "steps", "guest", "hidden", "coerce", "frame", "machine", "call", "operations", "internal", "descriptor",
  "propertyDescriptor", "throws", "describe", "iterators", "promises", "generators", "asyncFromSync", "typedArray",
  "toBigInt", "listFromArrayLike", "ownKeys", "instanceOf", "refusals", "code", "tools", "plain",
  "datePrimitive",
].map((name) => `interpreter/${name}.ts`) // prettier-ignore

/** Which areas (a folder, or a file directly in src) or single files an area may import, besides itself. */
const table: Readonly<Record<string, ReadonlyArray<string>>> = {
  program: [],
  regexp: [],
  objects: ["program"],
  jobs: ["objects"],
  interpreter: ["objects", "jobs", "regexp", "program"],
  stdlib: [...door, "objects", "jobs", "regexp"],
  snapshot: ["program", "regexp", "objects", "jobs", "interpreter"],
  schema: [],
  ...Object.fromEntries(definitions.map((name) => [name, [...definitions, "schema"]])),
  boundary: ["objects", "schema", ...definitions],
  catalog: definitions,
  runtime: [...guestHalf, "boundary", "catalog", ...definitions],
  CodeMode: ["runtime", "snapshot", "catalog", ...definitions],
  openapi: [...definitions, "boundary/schema.ts"],
  OpenAPI: ["openapi", ...definitions],
  capabilities: [...definitions, "boundary/schema.ts"],
  Capabilities: ["capabilities"],
  mcp: publicModules,
  durable: publicModules,
  cli: publicModules,
  index: publicModules,
}

/** Packages by area; areas of the host half may all use Effect. */
const packages: Readonly<Record<string, ReadonlyArray<string>>> = {
  program: ["acorn", "@noble/hashes", "typescript", "ts-blank-space"],
  regexp: ["@eslint-community/regexpp"],
  interpreter: ["acorn"],
  snapshot: ["@noble/hashes"],
}
const lazyPackages = ["typescript", "ts-blank-space"]
const mayUseNode = ["capabilities", "mcp", "durable", "cli"]

/** Free names that would give the guest half a clock, randomness, host promises or host objects. */
const forbiddenInGuest = new Set([
  "async", "Promise", "RegExp", "Date", "Intl", "Date.now", "Math.random", "performance", "crypto",
  "setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate", "queueMicrotask",
  "process", "Bun", "Deno", "Buffer", "require", "fetch", "navigator", "console", "MessageChannel", "Worker",
  "TextEncoder", "TextDecoder", "URL", "URLSearchParams", "Headers", "structuredClone", "atob", "btoa",
  "globalThis", "global", "window", "self", "eval", "Function", "WeakRef", "FinalizationRegistry",
  "SharedArrayBuffer", "Atomics",
]) // prettier-ignore

/** What single files of the guest half may use all the same. Clock and randomness are nobody's. */
const exceptions: Readonly<Record<string, ReadonlyArray<string>>> = {
  "objects/host.ts": [
    "Buffer",
    "Date",
    "Intl",
    "TextEncoder",
    "TextDecoder",
    "URL",
    "URLSearchParams",
    "RegExp",
  ],
  "program/loadTypes.ts": ["async", "Promise"],
  "regexp/hostEngine.ts": ["RegExp"],
}

/** A name of the standard is no choice of ours. */
const standardNames = ["stdlib/iteratorHelpers.ts"]

const forbiddenWords = new Set(["util", "utils", "common", "helper", "helpers"])

/**
 * Every breach of the rules in `files` (text by path below src), each as `path:line: sentence`.
 * `entries` are the files that something outside src starts from.
 */
export function breaches(
  files: ReadonlyMap<string, string>,
  entries: ReadonlyArray<string>,
): ReadonlyArray<string> {
  const sources = [...files].map(([path, text]) => readSource(path, text))
  return [
    ...sources.flatMap((source) => [
      ...importBreaches(source, files),
      ...guestBreaches(source),
      ...nameBreaches(source),
    ]),
    ...unreached(sources, entries).map((path) => `${path}: nothing imports it`),
  ].toSorted()
}

function importBreaches(source: Source, files: ReadonlyMap<string, string>): ReadonlyArray<string> {
  const area = areaOf(source.path)
  if (table[area] === undefined) return [`${source.path}: ${area} is not in the import table`]
  return source.imports.flatMap(({ specifier, line, typeOnly, lazy }) => {
    const at = `${source.path}:${line}`
    if (!specifier.startsWith(".")) {
      const sentence = packageBreach(area, specifier, typeOnly, lazy)
      return sentence === undefined ? [] : [`${at}: ${sentence}`]
    }
    const target = resolve(source.path, specifier)
    if (!files.has(target)) return [`${at}: ${specifier} is no file of src`]
    return mayImport(area, target) ? [] : [`${at}: ${area} may not import ${target}`]
  })
}

function mayImport(area: string, target: string): boolean {
  const targetArea = areaOf(target)
  return targetArea === area || table[area]!.some((allowed) => allowed === targetArea || allowed === target)
}

function packageBreach(
  area: string,
  specifier: string,
  typeOnly: boolean,
  lazy: boolean,
): string | undefined {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
  const isGuest = guestHalf.includes(area)
  if (specifier === "effect") return "import a deep module of Effect, never the barrel"
  if (name === "effect") return isGuest ? "the guest half may not import Effect" : undefined
  if (name.startsWith("node:") || name === "bun" || name.startsWith("bun:")) {
    return mayUseNode.includes(area) ? undefined : `${area} may not import ${name}`
  }
  if (packages[area]?.includes(name) !== true) return `${area} may not import ${name}`
  return lazyPackages.includes(name) && !typeOnly && !lazy ? `${name} is loaded only by import()` : undefined
}

function guestBreaches(source: Source): ReadonlyArray<string> {
  if (!guestHalf.includes(areaOf(source.path))) return []
  const allowed = exceptions[source.path] ?? []
  return source.uses
    .filter(({ name }) => forbiddenInGuest.has(name) && !allowed.includes(name))
    .map(({ name, line }) => `${source.path}:${line}: the guest half may not use ${name}`)
}

function nameBreaches(source: Source): ReadonlyArray<string> {
  const { path } = source
  const words = path.replace(/\.ts$/, "").split(/[/.\-_]|(?<=[a-z])(?=[A-Z])/)
  const word = words.find((it) => forbiddenWords.has(it.toLowerCase()))
  const isPublic = !path.includes("/")
  return [
    ...(word === undefined || standardNames.includes(path)
      ? []
      : [`${path}: a file's name says its duty, not ${word}`]),
    ...(!isPublic && posix.basename(path) === "index.ts" ? [`${path}: no barrels inside src`] : []),
    ...(!isPublic && source.onlyReexports ? [`${path}: it only re-exports; no barrels inside src`] : []),
    ...(isPublic && path !== "index.ts" && !/^[A-Z]/.test(path)
      ? [`${path}: a public module's name is PascalCase`]
      : []),
  ]
}

function unreached(sources: ReadonlyArray<Source>, entries: ReadonlyArray<string>): ReadonlyArray<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set<string>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    for (const { specifier } of byPath.get(path)?.imports ?? []) {
      if (specifier.startsWith(".")) waiting.push(resolve(path, specifier))
    }
  }
  return sources.map((source) => source.path).filter((path) => !reached.has(path))
}

function areaOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path.replace(/\.ts$/, "")
}

function resolve(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier)
}
