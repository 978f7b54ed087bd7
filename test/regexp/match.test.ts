import { describe, expect, test } from "bun:test"
import { compilePattern } from "../../src/regexp/pattern.ts"
import { captures, exec, runOwn, runStopping } from "./run.ts"

describe("results by the standard", () => {
  const cases: ReadonlyArray<
    readonly [source: string, flags: string, text: string, result: Array<string | undefined> | null]
  > = [
    ["(z)((a+)?(b+)?(c))*", "", "zaacbbbcac", ["zaacbbbcac", "z", "ac", "a", undefined, "c"]],
    ["(a*)*", "", "b", ["", undefined]],
    ["(?=(a+))a*b\\1", "", "baaabac", ["aba", "a"]],
    ["(.*?)a(?!(a+)b\\2c)\\2(.*)", "", "baaabaac", ["baaabaac", "ba", undefined, "abaac"]],
    ["(?:a?)*?$", "", "aa", ["aa"]],
    ["(a?)??b", "", "ab", ["ab", "a"]],
    ["(?:(a)|b)*", "", "ab", ["ab", undefined]],
    ["(\\2)(a)", "", "a", ["a", "", "a"]],
    ["(?<=(\\d+)(\\d+))$", "", "1053", ["", "1", "053"]],
    ["(?<=\\1(\\d))x", "", "11x", ["x", "1"]],
    ["(?<!\\$)\\b\\d+", "", "$5 6", ["6"]],
    ["^b", "m", "a\u2028b", ["b"]],
    ["a$", "m", "a\rb", ["a"]],
    ["a.b", "", "a\u2029b", null],
    ["a.b", "s", "a\nb", ["a\nb"]],
    ["(?s:.)(?-s:.)", "s", "\na", ["\na"]],
    ["(?i:a)b", "", "Ab", ["Ab"]],
    ["(?i:a)b", "", "AB", null],
    ["(?-i:a)b", "i", "aB", ["aB"]],
    ["(?m:^)b", "", "a\nb", ["b"]],
    ["(?<y>\\d{4})|(?<y>\\d{2})", "", "26", ["26", undefined, "26"]],
    ["(?:(?<x>a)|(?<x>b))\\k<x>", "", "bb", ["bb", undefined, "b"]],
    ["\\u{1f600}", "u", "😀", ["😀"]],
    ["^.$", "u", "😀", ["😀"]],
    ["^.$", "", "😀", null],
    ["[😀]", "u", "😀", ["😀"]],
    ["\\ud83d", "u", "😀", null],
    ["\\ud83d", "", "😀", ["\ud83d"]],
    ["\\ude00", "u", "😀", null],
    ["(?<=\\ud83d)\\ude00", "u", "😀", null],
    ["^[^x]$", "u", "😀", ["😀"]],
    ["[\\w--\\d]+", "v", "12ab3", ["ab"]],
    ["[[a-z]&&[aeiou]]+", "v", "xyae", ["ae"]],
    ["[\\q{abc|ab|x}c]", "v", "abcd", ["abc"]],
    ["[\\q{abc|ab|}]c", "v", "abc", ["abc"]],
    ["^\\p{RGI_Emoji}$", "v", "👨‍👩‍👧", ["👨‍👩‍👧"]],
    ["^[\\p{Emoji_Keycap_Sequence}--\\q{1️⃣}]$", "v", "1️⃣", null],
    ["\\p{Script=Greek}+", "u", "abc αβγ", ["αβγ"]],
    ["\\P{L}+", "u", "abc123", ["123"]],
    ["a{0}b", "", "b", ["b"]],
    ["(?:ab){2,3}", "", "abababab", ["ababab"]],
    ["(?:ab){2,}?c", "", "abababc", ["abababc"]],
    ["(?:){1000000000}a", "", "a", ["a"]],
    ["a{2147483648}", "", "a", null],
    ["x*", "", "", [""]],
    ["$", "", "ab", [""]],
    ["(?:)", "y", "a", [""]],
    ["[]", "", "a", null],
    ["[^]", "", "\n", ["\n"]],
  ]
  for (const [source, flags, text, result] of cases) {
    test(`/${source}/${flags} on ${JSON.stringify(text)}`, () => {
      expect(captures(source, flags, text)).toEqual(result)
      const pattern = compilePattern(source, flags)
      expect(runStopping(pattern, text)).toEqual(runOwn(pattern, text))
    })
  }
})

describe("case", () => {
  const cases: ReadonlyArray<readonly [source: string, flags: string, text: string, matches: boolean]> = [
    ["k", "i", "\u212a", false],
    ["k", "iu", "\u212a", true],
    ["ſ", "i", "s", false],
    ["ſ", "iu", "S", true],
    ["ß", "iu", "ẞ", true],
    ["ß", "i", "ẞ", false],
    ["İ", "iu", "i", false],
    ["ı", "iu", "I", false],
    ["σ", "i", "ς", true],
    ["\\u{10400}", "iu", "\u{10428}", true],
    ["\\w", "iu", "ſ", true],
    ["\\w", "i", "ſ", false],
    ["\\W", "iu", "ſ", false],
    ["[^\\W]", "iu", "\u212a", true],
    ["\\b", "iu", "ſ", true],
    ["\\P{Lu}", "iu", "A", true],
    ["[^\\P{Lu}]", "iu", "A", false],
    ["\\P{Lu}", "iv", "A", false],
    ["[^x]", "i", "X", false],
    ["[_-a]", "i", "A", true],
    ["(é)\\1", "i", "éÉ", true],
    ["[\\q{KM}]", "iv", "\u212am", true],
  ]
  for (const [source, flags, text, matches] of cases) {
    test(`/${source}/${flags} on ${text}`, () => expect(exec(source, flags, text) !== null).toBe(matches))
  }
})

describe("lastIndex", () => {
  test("sticky matches there only", () => {
    expect(exec("b", "y", "abb", 1)).toEqual([1, 2])
    expect(exec("b", "y", "abb", 0)).toBe(null)
  })
  test("beyond the text nothing matches", () => expect(exec("", "g", "ab", 3)).toBe(null))
  test("inside a pair the whole pair is meant", () => expect(exec(".", "gu", "😀", 1)).toEqual([0, 2]))
  test("^ is the text's beginning", () => expect(exec("^a", "g", "aa", 1)).toBe(null))
})

describe("long texts stop and go on", () => {
  const cases: ReadonlyArray<readonly [source: string, flags: string, text: string]> = [
    ["[^b]*c", "", "a".repeat(40_000)],
    [".*?c", "u", `${"é😀".repeat(9_000)}c`],
    [".*x", "u", `x${"😀".repeat(20_000)}`],
    ["[a-z]{30000}\\d", "", `${"q".repeat(30_000)}7`],
    ["\\s+$", "", `${" ".repeat(30_000)}x${" ".repeat(20_000)}`],
    ["(?:a|a)*b", "", "a".repeat(3_000)],
    ["(?:a{1,3}){2,5}b", "", "a".repeat(300)],
    ["z", "", "a".repeat(100_000)],
    ["[xyz]", "", `${"a".repeat(100_000)}z`],
    ["(a*)\\1b", "", "a".repeat(60)],
  ]
  for (const [source, flags, text] of cases) {
    test(`/${source}/${flags}`, () => {
      const pattern = compilePattern(source, flags)
      expect(runStopping(pattern, text, 0, 5)).toEqual(runOwn(pattern, text))
    })
  }
})
