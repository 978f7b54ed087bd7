/**
 * The members of Unicode's properties of strings, all of them about emoji. The host can only say whether a text is
 * a member, so the texts asked about are built here from the forms of Unicode Technical Standard 51.
 */
import { type CharSet } from "./charSet.ts"
import { compileHost } from "./hostEngine.ts"
import { propertySet } from "./unicodeProperties.ts"

const known = new Map<string, readonly string[] | undefined>()

/** The members of a property of strings, in any order; undefined when this host knows no such property. */
export const propertyStrings = (name: string): readonly string[] | undefined => {
  if (!known.has(name)) known.set(name, readMembers(name))
  return known.get(name)
}

const readMembers = (name: string): readonly string[] | undefined => {
  const oracle = compileHost(`^\\p{${name}}$`, "v")
  if (oracle === undefined) return undefined
  const isMember = (text: string) => oracle.test(text)
  const own = formsOf[name]
  const forms = own === undefined ? Object.values(formsOf) : [own]
  return [...new Set(forms.flatMap((form) => form?.(isMember) ?? []))]
}

type IsMember = (text: string) => boolean

const PRESENTATION = "\ufe0f"
const JOINER = "\u200d"
const people = ["\u{1f9d1}", "\u{1f468}", "\u{1f469}"]
const children = ["\u{1f9d2}", "\u{1f466}", "\u{1f467}"]
const tones = ["\u{1f3fb}", "\u{1f3fc}", "\u{1f3fd}", "\u{1f3fe}", "\u{1f3ff}"]

const textsOf = (set: CharSet): string[] => {
  const texts: string[] = []
  for (let i = 0; i < set.length; i += 2) {
    for (let at = set[i]!; at < set[i + 1]!; at++) texts.push(String.fromCodePoint(at))
  }
  return texts
}

const property = (name: string): string[] => textsOf(propertySet(name) ?? [])

const joinedWith = (lefts: readonly string[], separator: string, rights: readonly string[]): string[] =>
  lefts.flatMap((left) => rights.map((right) => left + separator + right))

const withTones = (bases: readonly string[]): string[] => joinedWith(bases, "", tones)

const emoji = (): string[] => property("Emoji").flatMap((text) => [text, text + PRESENTATION])

const basic = (isMember: IsMember): string[] => emoji().filter(isMember)

const keycaps = (isMember: IsMember): string[] =>
  [..."0123456789#*"].map((key) => `${key}${PRESENTATION}\u20e3`).filter(isMember)

const toned = (isMember: IsMember): string[] => withTones(property("Emoji_Modifier_Base")).filter(isMember)

const flags = (isMember: IsMember): string[] => {
  const letters = property("Regional_Indicator")
  return joinedWith(letters, "", letters).filter(isMember)
}

/** The black flag, a region spelled in tag characters, the cancel tag. */
const regions = (isMember: IsMember): string[] =>
  ["gbeng", "gbsct", "gbwls"]
    .map((region) =>
      Array.from(region, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(""),
    )
    .map((tags) => `\u{1f3f4}${tags}\u{e007f}`)
    .filter(isMember)

/** What is joined to emoji of all kinds: signs, colours, weather, directions. */
const qualifiers = [
  ..."\u{1f308}\u{2b1b}\u{1f9ba}\u{1f525}\u{1f4a8}\u{1f4ab}\u{1f7e9}\u{1f7eb}\u{1fa79}\u{1f4a5}",
  ...Array.from(
    "\u2640\u2642\u26a7\u2620\u2744\u{1f5e8}\u{1f32b}\u2194\u2195",
    (sign) => sign + PRESENTATION,
  ),
]

const joinedSequences = (isMember: IsMember): string[] => {
  const bases = property("Emoji_Modifier_Base")
  const adults = [...people, ...withTones(people)]
  const roles = joinedWith(["\u{1f9d1}", "\u{1f469}"], JOINER, emoji()).filter(isMember)
  const roleObjects = [...new Set(roles.map((role) => role.slice(role.indexOf(JOINER) + 1)))]
  const single = [
    ...joinedWith(adults, JOINER, roleObjects),
    ...joinedWith([...emoji(), ...withTones(bases)], JOINER, qualifiers),
  ].filter(isMember)
  const directed = single.map((text) => `${text}${JOINER}\u27a1${PRESENTATION}`)
  const direct = joinedWith([...bases, ...withTones(bases)], JOINER, [`\u27a1${PRESENTATION}`])
  return [
    ...roles,
    ...single,
    ...[...directed, ...direct, ...couples(adults), ...families()].filter(isMember),
  ]
}

const couples = (adults: readonly string[]): string[] => {
  const heart = `\u2764${PRESENTATION}`
  const links = ["\u{1f91d}", heart, `${heart}${JOINER}\u{1f48b}`, "\u{1f430}", "\u{1faef}"]
  const pairs = links.flatMap((link) => joinedWith(adults, JOINER + link + JOINER, adults))
  return [...pairs, ...joinedWith(withTones(["\u{1faf1}"]), JOINER, withTones(["\u{1faf2}"]))]
}

const families = (): string[] => {
  const members = [...people, ...children]
  const two = joinedWith(members, JOINER, members)
  const three = joinedWith(two, JOINER, members)
  return [...two, ...three, ...joinedWith(three, JOINER, members)]
}

const formsOf: { readonly [name: string]: ((isMember: IsMember) => string[]) | undefined } = {
  Basic_Emoji: basic,
  Emoji_Keycap_Sequence: keycaps,
  RGI_Emoji_Modifier_Sequence: toned,
  RGI_Emoji_Flag_Sequence: flags,
  RGI_Emoji_Tag_Sequence: regions,
  RGI_Emoji_ZWJ_Sequence: joinedSequences,
}
