import { describe, expect, test } from "bun:test"
import { compilePattern } from "../../src/regexp/pattern.ts"
import { exec } from "./run.ts"

const messageOf = (source: string, flags: string): string => {
  try {
    compilePattern(source, flags)
    return "accepted"
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}

describe("mistakes have V8's messages", () => {
  const mistakes: ReadonlyArray<readonly [source: string, flags: string, reason: string]> = [
    ["(", "", "Unterminated group"],
    ["a)", "", "Unmatched ')'"],
    ["[", "", "Unterminated character class"],
    ["[a", "v", "Unterminated character class"],
    ["*", "", "Nothing to repeat"],
    ["a**", "", "Nothing to repeat"],
    ["{1}", "", "Nothing to repeat"],
    ["(?<=a)*", "", "Invalid quantifier"],
    ["(?=a)*", "u", "Invalid quantifier"],
    ["a{2,1}", "", "numbers out of order in {} quantifier"],
    ["a{1", "u", "Incomplete quantifier"],
    ["]", "u", "Lone quantifier brackets"],
    ["[b-a]", "", "Range out of order in character class"],
    ["[a-\\d]", "u", "Invalid character class"],
    ["\\", "", "\\ at end of pattern"],
    ["a\\", "u", "\\ at end of pattern"],
    ["\\u{110000}", "u", "Invalid Unicode escape"],
    ["\\c", "u", "Invalid Unicode escape"],
    ["\\00", "u", "Invalid decimal escape"],
    ["[\\1]", "u", "Invalid class escape"],
    ["\\1", "u", "Invalid escape"],
    ["\\-", "u", "Invalid escape"],
    ["\\p{Foo}", "u", "Invalid property name"],
    ["[\\p{Foo}]", "u", "Invalid property name in character class"],
    ["\\P{RGI_Emoji}", "v", "Invalid property name"],
    ["[^\\q{ab}]", "v", "Negated character class may contain strings"],
    ["[a!!b]", "v", "Invalid set operation in character class"],
    ["[(]", "v", "Invalid character in character class"],
    ["(?", "", "Invalid group"],
    ["(?a", "", "Invalid group"],
    ["(?ii:a)", "", "Repeated flag in flag group"],
    ["(?-:a)", "", "Invalid flag group"],
    ["(?ix:a)", "", "Invalid flag group"],
    ["(?i-m-s:a)", "", "Multiple dashes in flag group"],
    ["(?<1>a)", "", "Invalid capture group name"],
    ["(?<a>x)(?<a>y)", "", "Duplicate capture group name"],
    ["\\k<b>(?<a>x)", "", "Invalid named capture referenced"],
    ["\\k(?<a>x)", "", "Invalid named reference"],
    [`${"(".repeat(300)}${")".repeat(300)}`, "", "Regular expression too large"],
    [`[${"a--".repeat(300)}a]`, "v", "Regular expression too large"],
    ["a".repeat(40_000), "", "Regular expression too large"],
    ["\\p{RGI_Emoji}".repeat(40), "v", "Regular expression too large"],
    ["(?:".repeat(100) + "a{1000}".repeat(200) + ")".repeat(100), "", "accepted"],
  ]
  for (const [source, flags, reason] of mistakes) {
    test(`/${source.slice(0, 40)}/${flags}`, () => {
      const expected = `PatternSyntaxError: Invalid regular expression: /${source}/${flags}: ${reason}`
      expect(messageOf(source, flags)).toBe(reason === "accepted" ? reason : expected)
    })
  }

  for (const flags of ["gg", "x", "uv", "G", "gi ", "\\u0067"]) {
    test(`flags ${flags}`, () => {
      const expected = `PatternSyntaxError: Invalid flags supplied to RegExp constructor '${flags}'`
      expect(messageOf("a", flags)).toBe(expected)
    })
  }

  test("flags stand in V8's order in a message", () => {
    expect(messageOf("(", "yg")).toBe(
      "PatternSyntaxError: Invalid regular expression: /(/gy: Unterminated group",
    )
  })
})

describe("Annex B forms without u and v", () => {
  const forms: ReadonlyArray<readonly [source: string, text: string, result: number[] | null]> = [
    ["\\07", "\x07", [0, 1]],
    ["\\377", "\xff", [0, 1]],
    ["\\400", "\x200", [0, 2]],
    ["\\8", "8", [0, 1]],
    ["\\1", "\x01", [0, 1]],
    ["(a)\\2", "a\x02", [0, 2, 0, 1]],
    ["\\c", "\\c", [0, 2]],
    ["\\c1", "\\c1", [0, 3]],
    ["\\cA", "\x01", [0, 1]],
    ["[\\c]", "\\", [0, 1]],
    ["[\\c0]", "\x10", [0, 1]],
    ["[\\c_]", "\x1f", [0, 1]],
    ["\\x1", "x1", [0, 2]],
    ["\\u12", "u12", [0, 3]],
    ["\\u{2}", "uu", [0, 2]],
    ["\\a", "a", [0, 1]],
    ["]", "]", [0, 1]],
    ["{", "{", [0, 1]],
    ["a{1", "a{1", [0, 3]],
    ["x{,2}", "x{,2}", [0, 5]],
    ["[\\d-z]", "-", [0, 1]],
    ["[\\w-a]", "-", [0, 1]],
    ["(?=a)*b", "b", [0, 1]],
    ["(?!a){2}b", "b", [0, 1]],
    ["\\k<a>", "k<a>", [0, 4]],
    ["\\k", "k", [0, 1]],
    ["[\\b]", "\b", [0, 1]],
    ["\\p{L}", "p{L}", [0, 4]],
  ]
  for (const [source, text, result] of forms) {
    test(`/${source}/ on ${JSON.stringify(text)}`, () => expect(exec(source, "", text)).toEqual(result))
  }
})
