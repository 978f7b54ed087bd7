/** The tables behind search: they must find what maps of strings would. */
import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { Postings } from "../../src/catalog/postings.ts"
import { Vocabulary } from "../../src/catalog/vocabulary.ts"
import { root, wordsOf } from "../../src/catalog/words.ts"
import { WordTable } from "../../src/catalog/wordTable.ts"

const piece = fc.constantFrom(
  "a", "s", "es", "ies", "ie", "A", "B", "S", "URL", "URLs", "Id", "1", " ", ".", "_", "-", "\n", "é", "天气", "ss", "xes", "ches", "the",
) // prettier-ignore
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""))

const read = (table: WordTable, text: string): ReadonlyArray<number> =>
  Array.from({ length: table.read(text) }, (_, at) => table.wordAt(at))

test("words and roots are those of the text, in any script", () => {
  const table = new WordTable(0)
  fc.assert(
    fc.property(text, (text) => {
      const words = read(table, text)
      expect(words.map((word) => table.textOf(word))).toEqual([...wordsOf(text)])
      expect(words.map((word) => table.textOf(table.rootOf(word)))).toEqual(wordsOf(text).map(root))
    }),
    { numRuns: 2_000 },
  )
})

test("a word that is longer than any query is known by its beginning", () => {
  const table = new WordTable(0)
  const [word] = read(table, "x".repeat(100_000))
  expect(table.textOf(word!)).toBe("x".repeat(1_024))
  expect(table.find("x".repeat(2_000))).toBe(word)
})

test("roots that begin with a text come in order, as many as asked for, and not those that no tool has", () => {
  const table = new WordTable(0)
  const postings = new Postings(600)
  for (let tool = 0; tool < 600; tool++) {
    postings.addAll(read(table, `tool${tool}`), tool % 4)
    postings.endTool()
  }
  read(table, "tool1000")
  const vocabulary = new Vocabulary(table, postings)
  const toolsOf = (keys: ReadonlyArray<number>) =>
    [...postings.of(new Set(keys)).values()].flatMap((list) => [...list])
  const beginning = (text: string, count: number) => toolsOf(vocabulary.beginning(text, count))
  const postingOf = (tool: number) => tool * 4 + (tool % 4)
  expect(beginning("tool10", 3)).toEqual([100, 101, 102].map(postingOf))
  expect(beginning("tool59", 64)).toEqual([590, 591, 592, 593, 594, 595, 596, 597, 598, 599].map(postingOf))
  expect(beginning("tool1000", 64)).toEqual([])
  expect(toolsOf([vocabulary.find("tool7")!])).toEqual([postingOf(7)])
  expect(vocabulary.find("tool1000")).toBeUndefined()
  expect(vocabulary.find("other")).toBeUndefined()
})
