/** Descriptions as a model needs them: plain, short, cut at a sentence. Never invents text. */

/** Longest prefix that is looked at; what follows could not be shown. */
const maxRead = 4_000

/** One line of plain text of at most `maxLength` characters, cut after a sentence if one ends in its second half. */
export function excerpt(text: string, maxLength: number): string {
  const plain = plainText(text.slice(0, maxRead))
  if (plain.length <= maxLength) return plain
  const cut = plain.slice(0, maxLength).toWellFormed()
  const sentence = Math.max(
    cut.lastIndexOf(". "),
    cut.lastIndexOf("! "),
    cut.lastIndexOf("? "),
    cut.lastIndexOf("。"),
  )
  if (sentence >= maxLength / 2) return cut.slice(0, sentence + 1)
  const word = cut.lastIndexOf(" ")
  return `${cut.slice(0, word >= maxLength / 2 ? word : maxLength - 1).trimEnd()}…`
}

const htmlTag =
  /<\/?(?:a|b|blockquote|br|code|dd|div|dl|dt|em|h[1-6]|hr|i|img|important|li|note|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>\n]{0,300})?\/?>/gi

/** Anything but words with single spaces between them. */
const marked = /[[<]|\*\*|__|[^\S ]|  |^ | $/

/** Markdown links and images reduced to their text, HTML tags and emphasis dropped, white space collapsed. */
function plainText(text: string): string {
  if (!marked.test(text)) return text
  return text
    .replace(/!\[([^\]\n]{0,200})\]\([^)\n]{0,500}\)/g, "$1")
    .replace(/\[([^\]\n]{1,300})\]\([^)\n]{0,500}\)/g, "$1")
    .replace(htmlTag, " ")
    .replace(/\*\*|__/g, "")
    .replace(/\s+/g, " ")
    .trim()
}

const maxSummary = 200
const maxDescription = 400

/** An operation's line for the catalog: its summary, and its description if that says more. */
export function describeOperation(summary: unknown, description: unknown, fallback: string): string {
  const short = typeof summary === "string" ? excerpt(summary, maxSummary) : ""
  const long = typeof description === "string" ? excerpt(firstParagraphs(description), maxDescription) : ""
  if (short === "") return long === "" ? fallback : long
  const saysNothingNew =
    long === "" || long.toLowerCase().startsWith(short.toLowerCase().replace(/[.!]$/, ""))
  if (saysNothingNew) return long === "" ? short : long
  return `${short.replace(/[.!]?$/, ".")} ${long}`
}

/** Up to the second heading, list or table: what comes after is a manual. */
function firstParagraphs(text: string): string {
  const head = text.slice(0, maxRead).trimStart()
  const end = head.slice(1).search(/\n\s*(?:#|\||---|```)/)
  return end < 0 ? head : head.slice(0, end + 1)
}
