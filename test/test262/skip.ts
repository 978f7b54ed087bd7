/** What of the suite is out of scope, and why: the exclusions of the language that this project runs. */
import type { Metadata } from "./metadata.ts"

const skippedFeatures: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Temporal: ["Temporal"],
    "modules and dynamic import": [
      "dynamic-import",
      "import.meta",
      "import-attributes",
      "json-modules",
      "import-text",
      "import-bytes",
      "arbitrary-module-namespace-names",
      "export-star-as-namespace-from-module",
    ],
    Atomics: ["Atomics", "Atomics.waitAsync", "Atomics.pause"],
    SharedArrayBuffer: ["SharedArrayBuffer"],
    ShadowRealm: ["ShadowRealm"],
    WeakRef: ["WeakRef"],
    FinalizationRegistry: ["FinalizationRegistry"],
    "cross-realm": ["cross-realm"],
    "tail calls": ["tail-call-optimization"],
    using: ["explicit-resource-management"],
    decorators: ["decorators"],
    "proposals after ES2026": [
      "await-dictionary",
      "joint-iteration",
      "iterator-chunking",
      "immutable-arraybuffer",
      "error-stack-accessor",
      "import-defer",
      "export-defer",
      "source-phase-imports",
      "source-phase-imports-module-source",
      "iterator-includes",
      "Iterator.prototype.join",
      "nonextensible-applies-to-private",
      "legacy-regexp",
    ],
    "needs the host": ["IsHTMLDDA", "host-gc-required"],
  }).flatMap(([reason, features]) => features.map((feature) => [feature, reason] as const)),
)

const skippedFlags: ReadonlyMap<string, string> = new Map([
  ["noStrict", "noStrict"],
  ["module", "modules and dynamic import"],
  ["CanBlockIsFalse", "Atomics"],
  ["CanBlockIsTrue", "Atomics"],
])

const skippedFolders: ReadonlyMap<string, string> = new Map([
  ["language/eval-code/", "direct eval"],
  ["built-ins/eval/", "direct eval"],
  ["language/module-code/", "modules and dynamic import"],
  ["language/import/", "modules and dynamic import"],
  ["language/export/", "modules and dynamic import"],
])

const callsEval = /(?<![.\w$])eval\)?\s*\(/
const callsFunction =
  /(?<![.\w$])(?:Async|Generator|AsyncGenerator)?Function\s*\(|\bnew\s+(?:Async|Generator|AsyncGenerator)?Function\b/
const callsHost = /\$262\.(?:createRealm|evalScript|agent|gc)\b/

/** The reason to skip the test, or `undefined`. */
export function skipReason(path: string, source: string, metadata: Metadata): string | undefined {
  for (const [folder, reason] of skippedFolders) if (path.startsWith(folder)) return reason
  for (const flag of metadata.flags) if (skippedFlags.has(flag)) return skippedFlags.get(flag)
  for (const feature of metadata.features)
    if (skippedFeatures.has(feature)) return skippedFeatures.get(feature)
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
  if (callsEval.test(code)) return "direct eval"
  if (callsFunction.test(code)) return "Function from text"
  return callsHost.test(code) ? "needs the host" : undefined
}
