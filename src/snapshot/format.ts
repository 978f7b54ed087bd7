/** What a saved machine looks like as JSON: a flat table of records that refer to one another by index. */

/** A value: a finite number, a string, a boolean or null as themselves; anything else as a tagged list. */
export type Encoded =
  | number
  | string
  | boolean
  | null
  | readonly ["undefined"]
  | readonly ["number", "NaN" | "Infinity" | "-Infinity" | "-0"]
  | readonly ["bigint", string]
  | readonly ["sentinel", SentinelName]
  /** A record of the table. */
  | readonly ["ref", number]

export type SentinelName = "EMPTY" | "ABRUPT" | "DONE" | "SHORT" | "NOTHING"

export type Entry =
  /** A JavaScript array of the interpreter's. */
  | { readonly type: "list"; readonly items: readonly Encoded[] }
  /** A plain record: locals, temps. */
  | { readonly type: "record"; readonly keys: readonly string[]; readonly values: readonly Encoded[] }
  /** An instance of a declared class. */
  | { readonly type: "kind"; readonly name: string; readonly values: readonly Encoded[] }
  | { readonly type: "object"; readonly kind: number; readonly shape: Encoded; readonly slots: readonly Encoded[]; readonly data: Encoded }
  /** A built-in object by name, with what the program changed. */
  | { readonly type: "intrinsic"; readonly name: string; readonly changed?: ChangedObject }
  /** The one function object of a built-in, by path. */
  | { readonly type: "function"; readonly path: string; readonly changed?: ChangedObject }
  /** A built-in function with captured state. */
  | { readonly type: "native"; readonly path: string; readonly captures: Encoded; readonly shape: Encoded; readonly slots: readonly Encoded[] }
  | {
      readonly type: "shape"
      readonly prototype: Encoded
      readonly lazy: boolean
      readonly dictionary: boolean
      readonly extensible: boolean
      readonly keys: readonly Encoded[]
      readonly attributes: readonly number[]
    }
  | { readonly type: "frame"; readonly code: Encoded; readonly records: readonly Encoded[]; readonly values: readonly Encoded[] }
  | { readonly type: "nativeFrame"; readonly code: string; readonly state: number; readonly debt: number; readonly locals: Encoded }
  /** A function's code: its unit and the preorder number of its node. */
  | { readonly type: "code"; readonly unit: string; readonly id: number }
  | { readonly type: "unit"; readonly name: string }
  | { readonly type: "symbol"; readonly description: string | null; readonly registered: boolean; readonly wellKnown: string | null }
  | { readonly type: "bytes"; readonly base64: string }

export interface ChangedObject {
  readonly shape: Encoded
  readonly slots: readonly Encoded[]
  readonly data: Encoded
}

/** A whole machine. */
export interface SavedMachine {
  readonly table: readonly Entry[]
  readonly machine: Readonly<Record<string, Encoded>>
}

/** Well-known symbols, ECMA-262 table 1, by their description's last word. */
export const wellKnownSymbols: ReadonlyMap<symbol, string> = new Map(
  (
    [
      "asyncIterator",
      "hasInstance",
      "isConcatSpreadable",
      "iterator",
      "match",
      "matchAll",
      "replace",
      "search",
      "species",
      "split",
      "toPrimitive",
      "toStringTag",
      "unscopables",
    ] as const
  ).map((name) => [Symbol[name], name]),
)

/** Fields of the machine that are saved. */
export const machineFields = [
  "frames",
  "input",
  "thrown",
  "mode",
  "callDepth",
  "main",
  "logs",
] as const
