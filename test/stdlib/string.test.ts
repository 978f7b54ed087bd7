import { expect, test } from "bun:test"
import { evaluate } from "./evaluate.ts"
import { table } from "./table.ts"

const json = (expression: string) => `JSON.stringify(${expression})`

table("text", [
  ["'abc'.at(-1) + 'abc'.charAt(1) + 'abc'.charCodeAt(0) + '😀'.codePointAt(0)", "cb97128512"],
  ["'abc'.padStart(5) + '|' + 'abc'.padEnd(7, '12')", "  abc|abc1212"],
  ["'ab'.repeat(3)", "ababab"],
  ["'a'.repeat(-1)", "!RangeError: Invalid count value: -1"],
  ["'a'.repeat(2 ** 30)", "!RangeError: Invalid string length"],
  ["'a'.padStart(2 ** 30)", "!RangeError: Invalid string length"],
  ["'abcd'.slice(-3, -1) + 'abcd'.substring(3, 1) + 'abcd'.substr(-2, 1)", "bcbcc"],
  ["'  x '.trim() + '|' + '  x'.trimStart() + '|' + 'x  '.trimEnd()", "x|x|x"],
  ["'abcabc'.indexOf('c', 3) + ' ' + 'abcabc'.lastIndexOf('c', 4) + ' ' + 'abc'.includes('bc')", "5 2 true"],
  ["'abc'.startsWith('b', 1) && 'abc'.endsWith('b', 2)", "true"],
  ["'ΑΣ'.toLowerCase() + 'ß'.toUpperCase()", "αςSS"],
  ["'\\u0041\\u030a'.normalize() === '\\u00c5'", "true"],
  ["'a'.normalize('x')", "!RangeError: The normalization form should be one of NFC, NFD, NFKC, NFKD."],
  ["'a\\ud800'.isWellFormed() + 'a\\ud800'.toWellFormed()", "falsea\ufffd"],
  ["String.raw`a\\n${1}b`", "a\\n1b"],
  ["String.fromCodePoint(0x1f600) + String.fromCharCode(0x10041)", "😀A"],
  ["String.fromCodePoint(-1)", "!RangeError: Invalid code point -1"],
  ["String(Symbol('x')) + new String('a').length", "Symbol(x)1"],
  ["String.prototype.trim.call(null)", "!TypeError: String.prototype.trim called on null or undefined"],
  [
    "String.prototype.toString.call(1)",
    "!TypeError: String.prototype.toString requires that 'this' be a String",
  ],
  ["'a'.anchor('\"')", '<a name="&quot;">a</a>'],
  ["['résumé', 'resume', 'Resume'].sort((a, b) => a.localeCompare(b)).join()", "resume,Resume,résumé"],
  ["'a10'.localeCompare('a9', undefined, { numeric: true })", "1"],
])

table("patterns that are texts", [
  [json("'a-b-c'.split('-')"), '["a","b","c"]'],
  [json("'abc'.split('')"), '["a","b","c"]'],
  [json("'a-b-c'.split('-', 2)"), '["a","b"]'],
  ["'aXbX'.replace('X', '[$&$`$\\'$$]')", "a[XabX$]bX"],
  ["'aXbX'.replaceAll('X', (m, i) => m + i)", "aX1bX3"],
  ["'ab'.replaceAll('', '-')", "-a-b-"],
  ["'abc'.replace({ [Symbol.replace]: (text, to) => text + to }, 'z')", "abcz"],
  [json("'abc'.split({ [Symbol.split]: (text, limit) => [text, limit] }, 3)"), '["abc",3]'],
])

test("a long needle is found in time linear in both texts", () => {
  const program = (call: string) =>
    `const n = 40000, text = 'a'.repeat(2 * n), needle = 'a'.repeat(n) + 'b'; return ${call}`
  expect(evaluate(program("text.indexOf(needle)"), 1_000_000)).toBe("-1")
  expect(evaluate(program("(text + 'b').indexOf(needle)"), 1_000_000)).toBe("40000")
  expect(evaluate(program("(text + needle).lastIndexOf(needle)"), 1_000_000)).toBe("80000")
  expect(evaluate(program("(text + needle + text).includes(needle)"), 1_000_000)).toBe("true")
  expect(evaluate(program("(needle + needle).split(needle).length"), 1_000_000)).toBe("3")
  expect(evaluate(program("(needle + text).replaceAll(needle, 'x').length"), 1_000_000)).toBe("80001")
})

test("long runs of space and of combining marks", () => {
  const spaces =
    "const s = ' '.repeat(300000); return (s + 'x' + s).trim() + (s + 'x').trimStart() + ('x' + s).trimEnd() + s.trim().length"
  expect(evaluate(spaces, 1)).toBe("xxx0")
  const marks = "return ('a' + '\\u0301\\u0327'.repeat(20000)).normalize('NFD').length"
  expect(evaluate(marks, 1_000_000)).toBe("40001")
})

test("long texts change form in pieces", () => {
  const program =
    "const t = 'Straße ΑΣ '.repeat(20000); return t.toUpperCase().length + ' ' + (t.toLowerCase() === 'straße ας '.repeat(20000)) + ' ' + t.normalize('NFD').length"
  expect(evaluate(program, 1_000_000)).toBe("220000 true 200000")
})
