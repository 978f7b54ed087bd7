// Owns what programs may not use: each excluded form and name with the sentence that tells a model what to do instead.
// Never decides whether a text has the form or a name is bound.

import { SyntaxProblem } from "./syntaxError.ts"

// ---- forms

function excluded(message: string): (offset: number) => SyntaxProblem {
  return (offset) => new SyntaxProblem("UnsupportedSyntax", message, offset)
}

export const withProblem = excluded(
  "Strict mode code may not include a with statement. Name the object, or destructure it: const { a, b } = object.",
)
export const importMetaProblem = excluded(
  "import.meta is not supported: a program has no file and no URL of its own. Pass values as constants of the program.",
)
export const decoratorProblem = excluded(
  "Decorators are not supported. Call the function yourself: const Decorated = decorate(class { ... }).",
)
export const accessorProblem = excluded(
  "accessor fields are not supported. Use a private field with a getter and a setter: #x; get x() { ... } set x(v) { ... }.",
)
export const importEqualsProblem = excluded(
  'import x = ... is not supported. Use import x from "module", const x = require("module"), or const x = namespace.x.',
)
export const exportEqualsProblem = excluded(
  "export = is not supported: a program has no importers. Give the result with a top-level return.",
)

export function usingProblem(kind: string, offset: number): SyntaxProblem {
  return excluded(
    `${kind} declarations are not supported. Use const, and try { ... } finally { ... } to clean up.`,
  )(offset)
}

const exportAdvice =
  "The only export that a program may have is export default of one function that is the whole program."

/** An `export` that is not the whole program's function. */
export function exportProblem(node: { readonly type: string; readonly start: number }): SyntaxProblem {
  const instead =
    node.type === "ExportDefaultDeclaration"
      ? "export default is not supported here. Drop it, and give the result with a top-level return: return await main()."
      : "export is not supported: a program has no importers. Drop the word, and give the result with a top-level return."
  return excluded(`${instead} ${exportAdvice}`)(node.start)
}

/** A static `import` of a module that there is not. */
export function moduleProblem(name: string, modules: ReadonlyArray<string>, offset: number): SyntaxProblem {
  return excluded(adviceForModule(name, modules))(offset)
}

// ---- names

const callTool = "call a tool: await tools.<namespace>.<tool>(input)"
const noTimers =
  "There are no timers in a program: await a tool call or a promise for what you wait for, without a delay."
const noNetwork = `A program has no network access: ${callTool}.`
const noFiles = `A program has no files: ${callTool}, or return the data.`
const noProcess =
  "A program sees no process and no environment: write values into the program, or call a tool for them."
const noPage =
  "A program has no page and no window: it has tools, search, console and the language's built-ins."
const noStorage =
  "A program keeps nothing between runs: hold values in variables, and return what is needed later."
const noWorkers = "A program has one thread: use Promise.all for tool calls that run side by side."
const noModules =
  "A program is no module of Node: write top-level statements, and give the result with a top-level return."
const noStreams = "A program has no streams: use arrays, strings and async generators."
const noEvents = "A program has no events: use promises and callbacks."
const noCode =
  "Code cannot be made from text: write the code in the program itself, or use an object of functions."
const noShared =
  "There is no shared memory: use ArrayBuffer and ordinary variables; a program has one thread."
const noWeak = "Objects cannot be watched for collection: use WeakMap or WeakSet, or hold the object."
const noDisposal = "Disposal is not supported: use try { ... } finally { ... }."
const noPackages = "Packages are not available: use the language's built-ins."

/** What to do instead of each name that programs do not have. */
export const excludedNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate requestAnimationFrame cancelAnimationFrame requestIdleCallback scheduler":
      noTimers,
    queueMicrotask: "Use Promise.resolve().then(callback).",
    "fetch XMLHttpRequest WebSocket EventSource Request Response axios got superagent http https net":
      noNetwork,
    "FormData Blob File FileReader": "Use plain objects, strings and Uint8Array for data.",
    "AbortController AbortSignal":
      "A call cannot be aborted from a program: use Promise.race, or do not await it.",
    "process os Deno Bun child_process": noProcess,
    Buffer:
      "Use TextEncoder and TextDecoder for text, btoa and atob for Base64, and Uint8Array (toHex, toBase64) for bytes.",
    "fs path": noFiles,
    global: "Use globalThis.",
    "module exports __dirname __filename": noModules,
    "window document self frames parent top location history navigator screen alert confirm prompt Image HTMLElement Element Node DOMParser getComputedStyle MutationObserver customElements jQuery $":
      noPage,
    "localStorage sessionStorage indexedDB caches": noStorage,
    "Worker SharedWorker MessageChannel MessagePort BroadcastChannel": noWorkers,
    "Event EventTarget CustomEvent EventEmitter addEventListener removeEventListener dispatchEvent postMessage":
      noEvents,
    "ReadableStream WritableStream TransformStream CompressionStream DecompressionStream TextEncoderStream TextDecoderStream":
      noStreams,
    performance: "Use Date.now().",
    WebAssembly: "WebAssembly is not available: write the computation in JavaScript.",
    "eval Function AsyncFunction GeneratorFunction": noCode,
    "SharedArrayBuffer Atomics": noShared,
    "WeakRef FinalizationRegistry": noWeak,
    "DisposableStack AsyncDisposableStack SuppressedError": noDisposal,
    ShadowRealm: "A program has one realm: call functions directly.",
    Temporal: "Temporal is not available: use Date and Intl.DateTimeFormat.",
    "_ lodash moment dayjs luxon uuid z zod cheerio Papa yaml": noPackages,
    "print printf puts": "Use console.log(...).",
    True: "Use true.",
    False: "Use false.",
    "None nil": "Use null.",
  }).flatMap(([names, sentence]) => names.split(" ").map((name) => [name, sentence])),
)

/** The advice for a name; it goes after V8's `x is not defined`. */
export function adviceForName(name: string): string | undefined {
  return excludedNames.get(name)
}

/** What to do about an assignment to a name that nothing declares; it goes after V8's `x is not defined`. */
export function adviceForAssignment(name: string): string {
  return `Declare it first: let ${name} = ...; or const ${name} = ...;`
}

// ---- modules

/** What to do instead of each module that a model may try. */
export const excludedModules: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "axios node-fetch got undici superagent ky request cross-fetch http https http2 net tls dgram dns ws socket.io-client":
      noNetwork,
    "fs fs/promises fs-extra path glob": noFiles,
    "os process child_process cluster dotenv execa": noProcess,
    "timers timers/promises": noTimers,
    "worker_threads async_hooks perf_hooks": noWorkers,
    "stream stream/promises events readline": noEvents,
    "vm module": noCode,
    "lodash lodash-es underscore ramda":
      "Use the methods of Array, Object, Map and Set (Object.groupBy, toSorted, flatMap...).",
    "moment dayjs date-fns luxon": "Use Date and Intl.DateTimeFormat.",
    "uuid nanoid": "Use crypto.randomUUID().",
    "zod yup joi ajv": "Check values with typeof, Array.isArray and in; tools check their own input.",
    "codemode tools": "tools, search and console are globals; they need no import.",
  }).flatMap(([names, sentence]) => names.split(" ").map((name) => [name, sentence])),
)

/** Why a module cannot be loaded, what to do instead, and which modules there are. */
export function adviceForModule(name: string, modules: ReadonlyArray<string>): string {
  const instead = excludedModules.get(name.replace(/^node:/, "")) ?? noPackages
  const available =
    modules.length === 0 ? "There are no modules to import." : `Modules to import: ${modules.join(", ")}.`
  return `Cannot find module '${name}'. ${instead} ${available}`
}
