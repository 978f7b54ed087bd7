// Owns what words mean for the nesting of a source, in JavaScript and in TypeScript.

export type Keyword =
  | "operand"
  | "prefix"
  | "yield"
  | "infix"
  | "extends"
  | "if"
  | "loop"
  | "clause"
  | "begin"
  | "body"
  | "declare"
  | "function"
  | "class"
  | "case"
  | "export"

export const keywords: ReadonlyMap<string, Keyword> = new Map(
  Object.entries({
    "this null true false super import debugger break continue": "operand",
    "typeof void delete new await": "prefix",
    yield: "yield",
    "in instanceof": "infix",
    extends: "extends",
    if: "if",
    "for while with": "loop",
    "switch catch": "clause",
    "return throw": "begin",
    "else do try finally": "body",
    "var const": "declare",
    function: "function",
    class: "class",
    "case default": "case",
    export: "export",
  } satisfies Record<string, Keyword>).flatMap(([names, keyword]) =>
    names.split(" ").map((name): [string, Keyword] => [name, keyword]),
  ),
)

/** Names that join two operands of a line: TypeScript's operators, and `of`. */
export const infixNames = new Set(["as", "satisfies", "is", "of"])
/** Names that can stand before an operand as part of it. */
export const prefixNames = new Set(["keyof", "readonly", "unique", "infer", "asserts", "abstract"])
/** Names before the name of what TypeScript declares. */
export const declarators = new Set("namespace module declare interface type enum global".split(" "))
/** Names that can stand before the name of a member. */
export const modifiers = new Set(
  "get set static async accessor readonly declare public private protected abstract override".split(" "),
)
/** Words whose statement a line end ends, ECMA-262 12.10.1. */
export const restricted = new Set(["return", "throw", "break", "continue", "yield"])
