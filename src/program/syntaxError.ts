// Owns the sentences of early errors: Acorn's findings in V8's words, which models know best. Never parses.

/** Why a text is not a program that can run. `offset` counts from the start of the parsed text. */
export class SyntaxProblem {
  readonly kind: "ParseError" | "UnsupportedSyntax"
  readonly message: string
  readonly offset: number
  /** how far its parser had read when it knew */
  readonly reached: number

  constructor(kind: "ParseError" | "UnsupportedSyntax", message: string, offset: number, reached = offset) {
    this.kind = kind
    this.message = message
    this.offset = offset
    this.reached = reached
  }
}

/** What the parser had read where it stopped. */
export interface Stopped {
  /** Acorn's sentence, without its position */
  readonly sentence: string
  /** the text from the error on, and the text before it */
  readonly rest: string
  readonly before: string
  /** the text of the token at the error, "" at the end of input */
  readonly token: string
  readonly tokenKind:
    | "end"
    | "name"
    | "number"
    | "string"
    | "template"
    | "private"
    | "punctuation"
    | "keyword"
  /** the token that the parser looks at, which comes later than the error where a whole part is wrong */
  readonly current: string
  /** what the token should have continued or ended */
  readonly inside: "arguments" | "parameters" | "pattern" | "constant" | "constantPattern" | undefined
  /** the labels around it */
  readonly labels: ReadonlyArray<string>
}

const strictReserved = new Set([
  "implements",
  "interface",
  "let",
  "package",
  "private",
  "protected",
  "public",
  "static",
  "yield",
])

export const jsxSentence =
  "Unexpected token '<'. JSX is not JavaScript: return data, or build text with a template"

/** What begins like an element of JSX. */
const element = /^<(?:>|[A-Za-z][\w.]*(?:\s|\/?>))/

function unexpectedToken({ token, tokenKind, inside, rest, before }: Stopped): string {
  if (inside === "constant") return "Missing initializer in const declaration"
  if (inside === "constantPattern") return "Missing initializer in destructuring declaration"
  if (token === "<" && element.test(rest)) return jsxSentence
  if (inside === "arguments") return "missing ) after argument list"
  if (token === "**") return unaryPower
  if (token === "(" && /\bfunction\s*\*?\s*$/.test(before))
    return "Function statements require a function name"
  switch (tokenKind) {
    case "end":
      return "Unexpected end of input"
    case "number":
      return "Unexpected number"
    case "string":
      return "Unexpected string"
    case "template":
      return "Unexpected template string"
    case "private":
      return `Unexpected identifier '${token}'`
    case "name":
      if (token === "enum" || token === "await") return "Unexpected reserved word"
      if (strictReserved.has(token)) return "Unexpected strict mode reserved word"
      return `Unexpected identifier '${token}'`
    default:
      return `Unexpected token '${token}'`
  }
}

const unaryPower =
  "Unary operator used immediately before exponentiation expression. Parenthesis must be used to disambiguate operator precedence"

/** What is no target of an assignment, by what would assign to it. */
function invalidTarget({ inside, current, before }: Stopped): string {
  if (inside === "pattern") return "Invalid destructuring assignment target"
  if (current === "++" || current === "--") return "Invalid left-hand side expression in postfix operation"
  if (/(?:\+\+|--)[\s(]*$/.test(before)) return "Invalid left-hand side expression in prefix operation"
  if (current === "in" || current === "of") return "Invalid left-hand side in for-loop"
  return "Invalid left-hand side in assignment"
}

function strayJump({ rest, labels }: Stopped): string {
  const [, keyword, label] = /^(break|continue)(?:[ \t]+([\w$]+))?/.exec(rest)!
  if (label === undefined) {
    return keyword === "break"
      ? "Illegal break statement"
      : "Illegal continue statement: no surrounding iteration statement"
  }
  if (!labels.includes(label)) return `Undefined label '${label}'`
  return `Illegal continue statement: '${label}' does not denote an iteration statement`
}

function invalidNumber({ rest }: Stopped): string {
  if (/^0[0-7]+(?![\d.])/.test(rest)) return "Octal literals are not allowed in strict mode."
  return /^0\d/.test(rest)
    ? "Decimals with leading zeros are not allowed in strict mode."
    : "Invalid or unexpected token"
}

function invalidTemplateEscape({ rest }: Stopped): string {
  const escape = /\\(?:[0-9]|x(?![\da-fA-F]{2})|u(?!\{[\da-fA-F]+\}|[\da-fA-F]{4}))/.exec(rest)?.[0]
  if (escape === "\\x") return "Invalid hexadecimal escape sequence"
  return escape === "\\u"
    ? "Invalid Unicode escape sequence"
    : "Octal escape sequences are not allowed in template strings."
}

/** Acorn's sentences for which V8 has several. */
const told: Readonly<Record<string, (stopped: Stopped) => string>> = {
  "Unexpected token": unexpectedToken,
  "Logical expressions and coalesce expressions cannot be mixed. Wrap either by parentheses": unexpectedToken,
  "Assigning to rvalue": invalidTarget,
  "Optional chaining cannot appear in left-hand side": invalidTarget,
  "Unsyntactic break": strayJump,
  "Unsyntactic continue": strayJump,
  "Invalid number": invalidNumber,
  "Bad character escape sequence": ({ before }) =>
    before.endsWith("x") ? "Invalid hexadecimal escape sequence" : "Invalid Unicode escape sequence",
  "Bad escape sequence in untagged template literal": invalidTemplateEscape,
  "Comma is not permitted after the rest element": ({ inside }) =>
    inside === "parameters"
      ? "Rest parameter must be last formal parameter"
      : "Rest element must be last element",
}

const awaitOutside = "await is only valid in async functions and the top level bodies of modules"

/** Acorn's sentences that V8 says in other words, whole. */
const sentences: Readonly<Record<string, string>> = {
  "Parenthesized pattern": "Invalid destructuring assignment target",
  "Binding rvalue": "Invalid destructuring assignment target",
  "Binding member expression": "Invalid destructuring assignment target",
  "Binding parenthesized expression": "Invalid destructuring assignment target",
  "Shorthand property assignments are valid only in destructuring patterns":
    "Invalid shorthand property initializer",
  "Redefinition of __proto__ property": "Duplicate __proto__ fields are not allowed in object literals",
  "Yield expression cannot be a default value": "Yield expression not allowed in formal parameter",
  "Await expression cannot be a default value":
    "Illegal await-expression in formal parameters of async function",
  "The left-hand side of a for-of loop may not start with 'let'.":
    "The left-hand side of a for-of loop may not be 'let'.",
  "'return' outside of function": "Illegal return statement",
  "Multiple default clauses": "More than one default clause in switch statement",
  "Missing catch or finally clause": "Missing catch or finally after try",
  "'with' in strict mode": "Strict mode code may not include a with statement",
  "Complex binding patterns require an initialization value":
    "Missing initializer in destructuring declaration",
  "Duplicate constructor in the same class": "A class may only have one constructor",
  "Constructor can't have get/set modifier": "Class constructor may not be an accessor",
  "Constructor can't be a generator": "Class constructor may not be a generator",
  "Constructor can't be an async method": "Class constructor may not be an async method",
  "Classes can't have an element named '#constructor'": "Classes may not have a field named 'constructor'",
  "Classes may not have a static property named prototype":
    "Classes may not have a static property named 'prototype'",
  "Classes can't have a static field named 'prototype'":
    "Classes may not have a static property named 'prototype'",
  "Classes can't have a field named 'constructor'": "Classes may not have a field named 'constructor'",
  "getter should have no params": "Getter must not have any formal parameters.",
  "setter should have exactly one param": "Setter must have exactly one formal parameter.",
  "Setter cannot use rest params": "Setter function argument must not be a rest parameter",
  "Cannot use 'await' as identifier inside an async function": "Unexpected reserved word",
  "Cannot use keyword 'await' outside an async function": awaitOutside,
  "Cannot use 'yield' as identifier inside a generator": "Unexpected strict mode reserved word",
  "Cannot use 'arguments' in class field initializer":
    "'arguments' is not allowed in class field initializer or static initialization block",
  "Cannot use arguments in class static initialization block":
    "'arguments' is not allowed in class field initializer or static initialization block",
  "Cannot use await in class static initialization block": "Unexpected reserved word",
  "Argument name clash": "Duplicate parameter name not allowed in this context",
  "Deleting local variable in strict mode": "Delete of an unqualified identifier in strict mode.",
  "Optional chaining cannot appear in the callee of new expressions":
    "Invalid optional chain from new expression",
  "Optional chaining cannot appear in the tag of tagged template expressions":
    "Invalid tagged template on optional chain",
  "'super' keyword outside a method": "'super' keyword unexpected here",
  "super() call outside constructor of a subclass": "'super' keyword unexpected here",
  "Invalid use of 'super'": "'super' keyword unexpected here",
  "'new.target' can only be used in functions and class static block":
    "new.target expression is not allowed here",
  "Unterminated regular expression": "Invalid regular expression: missing /",
  "Invalid regular expression flag": "Invalid regular expression flags",
  "Duplicate regular expression flag": "Invalid regular expression flags",
  "Unterminated comment": "Invalid or unexpected token",
  "Unterminated string constant": "Invalid or unexpected token",
  "Unterminated template": "Unterminated template literal",
  "Identifier directly after number": "Invalid or unexpected token",
  "Code point out of bounds": "Undefined Unicode code-point",
  "Octal literal in strict mode": "Octal escape sequences are not allowed in strict mode.",
  "Octal literal in template string": "Octal escape sequences are not allowed in template strings",
  "Invalid escape sequence": "\\8 and \\9 are not allowed in strict mode.",
  "Invalid escape sequence in template string": "\\8 and \\9 are not allowed in template strings.",
  "Expecting Unicode escape sequence \\uXXXX": "Invalid Unicode escape sequence",
  "Invalid Unicode escape": "Invalid Unicode escape sequence",
  "Numeric separator is not allowed at the last of digits":
    "Numeric separators are not allowed at the end of numeric literals",
  "Numeric separator must be exactly one underscore": "Only one underscore is allowed as numeric separator",
  "Numeric separator is not allowed at the first of digits": "Numeric separators are not allowed here",
  "Numeric separator is not allowed in legacy octal numeric literals":
    "Numeric separator can not be used after leading 0.",
  "Not enough stack space to parse input": "The program is nested too deeply to be parsed",
}

/** Sentences with a name in them. */
const patterns: ReadonlyArray<readonly [RegExp, (name: string) => string]> = [
  [
    /^(?:Assigning to|Binding) (?:eval|arguments) in strict mode$/,
    () => "Unexpected eval or arguments in strict mode",
  ],
  [/^Label '(.*)' is already declared$/, (name) => `Label '${name}' has already been declared`],
  [
    /^The keyword '(.*)' is reserved$/,
    (name) =>
      name === "enum" || name === "await"
        ? "Unexpected reserved word"
        : "Unexpected strict mode reserved word",
  ],
  [/^Unexpected keyword '(.*)'$/, (name) => `Unexpected token '${name}'`],
  [/^Escape sequence in keyword (.*)$/, () => "Keyword must not contain escaped characters"],
  [/^'.*' must not contain escaped characters$/, () => "Keyword must not contain escaped characters"],
  [/^The only valid meta property for (?:new|import) is /, (name) => `Unexpected identifier '${name}'`],
  [/^Unexpected character '/, () => "Invalid or unexpected token"],
  [/^Expected number in radix/, () => "Invalid or unexpected token"],
  [/^Missing initializer in (.*) declaration$/, (kind) => `Missing initializer in ${kind} declaration`],
  [
    /^(for-(?:in|of)) loop variable declaration may not have an initializer$/,
    (kind) => `${kind} loop variable declaration may not have an initializer.`,
  ],
]

/** The sentence that V8 has for what Acorn found. */
export function sentenceOf(stopped: Stopped): string {
  const { sentence, token } = stopped
  const tell = told[sentence]
  if (tell !== undefined) return tell(stopped)
  const whole = sentences[sentence]
  if (whole !== undefined) return whole
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(sentence)
    if (found) return say(found[1] ?? token)
  }
  return sentence
}
