/**
 * Text as the words that search compares: split at case and separators in any script, with case and accents folded.
 * Never ranks.
 */

/** Accents and points that writers leave out: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels. */
const omittedMarks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/gu

const ascii = /^[\x20-\x7e]*$/

/** Where a word of mixed case ends: before a capital after a small letter, and before the last of many capitals; `URLs` is one. */
const caseBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu
const asciiCaseBoundary = /([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z](?!s(?![a-z]))[a-z])/g

const separators = /[^\p{L}\p{M}\p{N}]+/u
const hasAsciiCaseBoundary = /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/
const asciiWord = /[a-z0-9]+/g

const unspacedScripts =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}"

/** Runs of scripts that are written without spaces, and of all others. */
const runs = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, "gu")
const unspaced = new RegExp(`^[${unspacedScripts}]`, "u")

/** Text without differences of case, width, accent and composition. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  const lower = text.normalize("NFKD").toUpperCase().toLowerCase()
  return lower.normalize("NFKD").replace(omittedMarks, "").normalize("NFC")
}

/** The words of a text, folded, in order, with repetitions. */
export function wordsOf(text: string): ReadonlyArray<string> {
  if (ascii.test(text)) return asciiWords(text)
  const words = fold(text.normalize("NFC").replace(caseBoundary, " ")).split(separators)
  return words
    .flatMap((word) => word.match(runs) ?? [])
    .flatMap((run) => (unspaced.test(run) ? pairs(run) : [run]))
}

function asciiWords(text: string): ReadonlyArray<string> {
  const apart = hasAsciiCaseBoundary.test(text) ? text.replace(asciiCaseBoundary, "$1$2 ") : text
  return apart.toLowerCase().match(asciiWord) ?? []
}

/** A run without spaces as its pairs of neighbours: any two may be a word. */
function pairs(run: string): ReadonlyArray<string> {
  const characters = [...run]
  if (characters.length < 3) return [run]
  return characters.slice(1).map((character, at) => characters[at]! + character)
}

/** What a word and its plural share, by English rules. The root of a word that is no plural may be cut, but always alike. */
export function root(word: string): string {
  if (word.length < 4) return word
  const bare = word.replace(/((?:[sxz]|[cs]h))es?$/, "$1")
  const one = bare.length > 3 && bare.endsWith("s") && !bare.endsWith("ss") ? bare.slice(0, -1) : bare
  return one.endsWith("ie") ? `${one.slice(0, -2)}y` : one
}

/** Words as one name, without case, separators and plurals. */
export const keyOf = (words: ReadonlyArray<string>): string => words.map(root).join("")
export const nameKey = (name: string): string => keyOf(wordsOf(name))

const englishStopWords =
  "a about all also an and any are as at be been by can could do does for from give has have how i if in into is it its just let like may me my need no not of on or our out over please should so some than that the their them then there these they this those to too up us use using want was we were what when where which who why will with would you your"

/** Words that carry no meaning in a question. */
export const stopWords: ReadonlySet<string> = new Set(englishStopWords.split(" "))
