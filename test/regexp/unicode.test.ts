import { expect, test } from "bun:test"
import { closeOverCase } from "../../src/regexp/caseFolding.ts"
import { contains, size } from "../../src/regexp/charSet.ts"
import { propertyStrings } from "../../src/regexp/emojiSequences.ts"
import { propertySet } from "../../src/regexp/unicodeProperties.ts"

const textOf = (codePoint: number): string => String.fromCodePoint(codePoint)

test("properties have the code points that the host gives them", () => {
  for (const expression of [
    "L",
    "Lu",
    "Script=Greek",
    "Script_Extensions=Latin",
    "Emoji",
    "ASCII",
    "Any",
    "Cn",
    "Co",
    "Cs",
  ]) {
    const pattern = new RegExp(`\\p{${expression}}`, "u")
    const set = propertySet(expression)!
    const wrong: number[] = []
    for (let at = 0; at < 0x110000; at += at < 0x30000 ? 1 : 0xff) {
      if (pattern.test(textOf(at)) !== contains(set, at)) wrong.push(at)
    }
    expect(wrong).toEqual([])
  }
})

test("an unknown property has no set", () => {
  expect(propertySet("Foo")).toBe(undefined)
  expect(propertyStrings("Foo")).toBe(undefined)
})

test("properties of strings have many members, all of them the host's", () => {
  expect(propertyStrings("Emoji_Keycap_Sequence")).toHaveLength(12)
  expect(propertyStrings("RGI_Emoji")!.length).toBeGreaterThan(3_600)
})

/** Canonicalize without `u` and `v`, ECMA-262 22.2.2.7.3. */
const canonical = (unit: string): string => {
  const upper = unit.toUpperCase()
  return upper.length !== 1 || (unit >= "\x80" && upper < "\x80") ? unit : upper
}

test("case is ignored as the standard and the host have it", () => {
  const changing = propertySet("Changes_When_Casemapped")!
  expect(size(changing)).toBeGreaterThan(2_800)
  const wrong: string[] = []
  for (let i = 0; i < changing.length; i += 2) {
    for (let at = changing[i]!; at < changing[i + 1]!; at++) {
      const text = textOf(at)
      const host = new RegExp(`^\\u{${at.toString(16)}}$`, "iu")
      const folded = closeOverCase([at, at + 1], "folding")
      const unit = closeOverCase([at, at + 1], "unit")
      for (const partner of new Set([...text.toLowerCase(), ...text.toUpperCase(), ..."iIıİksKS"])) {
        const other = partner.codePointAt(0)!
        if (host.test(partner) !== contains(folded, other)) wrong.push(`folding ${text} ${partner}`)
        const isUnit = at <= 0xffff && other <= 0xffff
        if (isUnit && (canonical(text) === canonical(partner)) !== contains(unit, other))
          wrong.push(`unit ${text} ${partner}`)
      }
    }
  }
  expect(wrong).toEqual([])
})
