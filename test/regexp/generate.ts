/** Arbitrary patterns, flags and texts for comparing engines. */
import * as fc from "fast-check"
import { compileHost } from "../../src/regexp/hostEngine.ts"

export interface Sample {
  readonly source: string
  readonly flags: string
  readonly text: string
  readonly lastIndex: number
}

const characters = [
  "a",
  "b",
  "c",
  "A",
  "k",
  "s",
  "0",
  "1",
  "-",
  "_",
  " ",
  "é",
  "É",
  "ſ",
  "\u212a",
  "😀",
  "\n",
]

const text = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom("a", "b", "c", "ab", "aab") },
      fc.constantFrom(...characters, "\ud83d", "\ude00", "\u2028", "İ"),
    ),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(""))

const quantifiers = [
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "*?",
  "+?",
  "??",
  "{2}",
  "{1,2}",
  "{0,2}?",
  "{2,}",
  "{1,}?",
  "{0}",
]

const classItems = [
  "a",
  "b",
  "a-c",
  "A-Z",
  "\\d",
  "\\w",
  "\\s",
  "\\W",
  "0-9",
  "é",
  "k",
  "s",
  "\\b",
  "\\u{1f600}",
  "😀",
  "\\D",
]

const characterClass = (unicodeSets: boolean) => {
  const items = fc.array(fc.constantFrom(...classItems.filter((item) => !unicodeSets || item !== "\\b")), {
    minLength: 1,
    maxLength: 3,
  })
  const plain = fc
    .tuple(fc.constantFrom("", "^"), items)
    .map(([negation, list]) => `[${negation}${list.join("")}]`)
  if (!unicodeSets) return plain
  const nested = fc
    .tuple(plain, fc.constantFrom("--", "&&"), plain)
    .map(([left, operator, right]) => `[${left}${operator}${right}]`)
  const strings = fc.constantFrom("[\\q{ab|a|}b]", "[\\q{abc|ab|x}]", "[^\\q{a|b}]", "[[a-c]\\q{aab}]")
  return fc.oneof(plain, nested, strings)
}

const atom = (flags: string) => {
  const isUnicode = /[uv]/.test(flags)
  const escapes = [
    "\\d",
    "\\w",
    "\\s",
    "\\b",
    "\\B",
    "\\D",
    "\\W",
    ".",
    "^",
    "$",
    "\\1",
    "\\2",
    "\\k<x>",
    "\\x61",
    "\\n",
  ]
  const legacy = [
    "\\0",
    "\\07",
    "\\8",
    "\\c",
    "\\ca",
    "]",
    "{",
    "}",
    "\\u00e9",
    "\\a",
    "a{",
    "a{1",
    "\\_",
    "[\\c]",
    "[\\c0]",
    "[\\d-a]",
  ]
  const unicode = [
    "\\u{1f600}",
    "\\p{L}",
    "\\P{Lu}",
    "\\p{Lu}",
    "\\ud83d",
    "\\ude00",
    "\\ud83d\\ude00",
    "\\u00e9",
  ]
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("a", "b", "c", "a", "b", "ab") },
    { weight: 2, arbitrary: fc.constantFrom(...characters) },
    { weight: 3, arbitrary: fc.constantFrom(...escapes) },
    { weight: 1, arbitrary: fc.constantFrom(...(isUnicode ? unicode : legacy)) },
    { weight: 2, arbitrary: characterClass(flags.includes("v")) },
  )
}

const groupOpenings = ["(", "(", "(", "(?:", "(?:", "(?<x>"]
const lookaroundOpenings = ["(?=", "(?!", "(?<=", "(?<!"]
const modifierOpenings = ["(?i:", "(?-i:", "(?s-m:"]
/** Node 20 has none. */
const hostHasModifiers = compileHost("(?i:a)", "") !== undefined
const quantifiable = hostHasModifiers ? [...groupOpenings, ...modifierOpenings] : groupOpenings

const pattern = (flags: string): fc.Arbitrary<string> =>
  fc.letrec<{ disjunction: string; alternative: string; term: string; quantified: string; group: string }>(
    (tie) => ({
      disjunction: fc
        .array(tie("alternative"), { minLength: 1, maxLength: 2, size: "max" })
        .map((list) => list.join("|")),
      alternative: fc.array(tie("term"), { maxLength: 3, size: "max" }).map((list) => list.join("")),
      term: fc.oneof(
        { weight: 7, arbitrary: tie("quantified") },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.constantFrom(...lookaroundOpenings), tie("disjunction"))
            .map(([opening, body]) => `${opening}${body})`),
        },
      ),
      quantified: fc
        .tuple(
          fc.oneof(
            { maxDepth: 3, withCrossShrink: true },
            { weight: 4, arbitrary: atom(flags) },
            { weight: 2, arbitrary: tie("group") },
          ),
          fc.constantFrom(...quantifiers),
        )
        .map(([body, quantifier]) => body + quantifier),
      group: fc
        .tuple(fc.constantFrom(...quantifiable), tie("disjunction"))
        .map(([opening, body]) => `${opening}${body})`),
    }),
  ).disjunction

const flags = fc
  .tuple(
    fc.constantFrom("", "", "", "u", "v"),
    fc.constantFrom("", "", "i"),
    fc.constantFrom("", "m"),
    fc.constantFrom("", "s"),
    fc.constantFrom("", "", "", "y"),
  )
  .map((parts) => parts.join(""))

/** Mends what would only be refused: references without groups, a name used twice, quantified assertions. */
const mended = (source: string, flags: string): string => {
  let named = false
  const once = source.replaceAll("(?<x>", () => {
    if (named) return "("
    named = true
    return "(?<x>"
  })
  const quantifier = /(\\[bB]|(?<!\[)\^|\$)(?:[*+?]\??|\{\d*,?\d*\}\??)/g
  const calm = once.replace(quantifier, "$1")
  const references = named ? calm : calm.replaceAll("\\k<x>", "")
  const groups = references.match(/\((?!\?)|\(\?<x>/g)?.length ?? 0
  if (!/[uv]/.test(flags)) return references
  return references.replace(/(?<!\\)\\([12])/g, (whole, digit: string) =>
    Number(digit) <= groups ? whole : "",
  )
}

export const sample: fc.Arbitrary<Sample> = flags.chain((flags) =>
  fc.record({
    source: pattern(flags).map((source) => mended(source, flags)),
    flags: fc.constant(flags),
    text,
    lastIndex: fc.constantFrom(0, 0, 0, 0, 1, 2),
  }),
)
