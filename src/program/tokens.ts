// Owns the lexical grammar of ECMA-262 clause 12 as far as brackets and operators need it: where trivia, strings,
// regular expressions, numbers and words end. Never decides what a token means, and never fails: text that no parser
// would take has tokens too.

const Code = {
  tab: 9,
  lineFeed: 10,
  verticalTab: 11,
  formFeed: 12,
  carriageReturn: 13,
  space: 32,
  dollar: 36,
  asterisk: 42,
  slash: 47,
  leftBracket: 91,
  backslash: 92,
  rightBracket: 93,
  underscore: 95,
  backtick: 96,
  leftBrace: 123,
} as const

export function isLineTerminator(code: number): boolean {
  return code === Code.lineFeed || code === Code.carriageReturn || code === 0x2028 || code === 0x2029
}

/** WhiteSpace of ECMA-262 12.2. */
function isWhiteSpace(code: number): boolean {
  if (code === Code.space || code === Code.tab || code === Code.verticalTab || code === Code.formFeed)
    return true
  if (code < 0xa0) return false
  if (code === 0xa0 || code === 0xfeff || code === 0x1680) return true
  return (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x205f || code === 0x3000
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Whether a word can start or go on with this code unit; everything beyond ASCII that is no space counts. */
export function isWordPart(code: number): boolean {
  if (code >= 128) return !isWhiteSpace(code) && !isLineTerminator(code)
  if (code >= 97 && code <= 122) return true
  return (code >= 65 && code <= 90) || isDigit(code) || code === Code.underscore || code === Code.dollar
}

/** Where trivia ends, and whether a line ended in it. */
export interface Trivia {
  end: number
  newline: boolean
}

/** Skips white space, line ends and comments from `at`, and writes what it saw to `trivia`. */
export function skipTrivia(text: string, at: number, trivia: Trivia): void {
  trivia.newline = false
  for (;;) {
    const code = text.charCodeAt(at)
    if (isLineTerminator(code)) {
      trivia.newline = true
      at++
    } else if (isWhiteSpace(code)) at++
    else if (code === Code.slash && text.charCodeAt(at + 1) === Code.slash) at = lineEnd(text, at)
    else if (code === Code.slash && text.charCodeAt(at + 1) === Code.asterisk) {
      const end = commentEnd(text, at)
      if (!trivia.newline) trivia.newline = hasLineEnd(text, at, end)
      at = end
    } else break
  }
  trivia.end = at
}

export function lineEnd(text: string, at: number): number {
  while (at < text.length && !isLineTerminator(text.charCodeAt(at))) at++
  return at
}

function hasLineEnd(text: string, at: number, end: number): boolean {
  while (at < end && !isLineTerminator(text.charCodeAt(at))) at++
  return at < end
}

export function commentEnd(text: string, at: number): number {
  const end = text.indexOf("*/", at + 2)
  return end < 0 ? text.length : end + 2
}

/** The end of a string literal, or of the line that it does not end on. */
export function stringEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at)
  for (at++; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === Code.backslash) at += text.startsWith("\r\n", at + 1) ? 2 : 1
    else if (code === Code.lineFeed || code === Code.carriageReturn) return at
  }
  return text.length
}

/** The end of a regular expression literal with its flags, or of the line that it does not end on. */
export function regularExpressionEnd(text: string, at: number): number {
  let inClass = false
  for (at++; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isLineTerminator(code)) return at
    if (code === Code.backslash) at++
    else if (code === Code.leftBracket) inClass = true
    else if (code === Code.rightBracket) inClass = false
    else if (code === Code.slash && !inClass) return wordEnd(text, at + 1)
  }
  return text.length
}

/** The end of a stretch of a template's characters: its backtick or its `${`. */
export function templateCharactersEnd(text: string, at: number): number {
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === Code.backtick) return at
    if (code === Code.dollar && text.charCodeAt(at + 1) === Code.leftBrace) return at
    if (code === Code.backslash) at++
  }
  return text.length
}

const number = /0[xXbBoO][\da-fA-F_]+n?|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?n?/y

export function numberEnd(text: string, at: number): number {
  number.lastIndex = at
  return number.test(text) ? number.lastIndex : at + 1
}

export function wordEnd(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at)
    if (isWordPart(code)) at++
    else if (code === Code.backslash) at = escapeEnd(text, at)
    else return at
  }
}

/** The end of a Unicode escape in a word. */
function escapeEnd(text: string, at: number): number {
  if (!text.startsWith("u{", at + 1)) return at + 2
  const end = text.indexOf("}", at)
  return end < 0 || end - at > 12 ? at + 2 : end + 1
}

/**
 * Calls `visit` for each comment and each stretch of a template's text, in which what looks like code is none. Whether a
 * slash divides is told from the character before it, which is enough for text that need not be a program.
 */
export function visitLiterals(text: string, visit: (start: number, end: number) => void): void {
  /** for each open `${`, the braces open inside it */
  const substitutions: Array<number> = []
  let before = 0
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    const next = text.charCodeAt(at + 1)
    let end = at + 1
    if (code === Code.slash && (next === Code.slash || next === Code.asterisk)) {
      end = next === Code.slash ? lineEnd(text, at) : commentEnd(text, at)
      visit(at, end)
    } else {
      const closes = code === rightBrace && substitutions.at(-1) === 0
      if (closes) substitutions.pop()
      if (closes || code === Code.backtick) {
        end = templateCharactersEnd(text, at + 1)
        visit(at + 1, end)
        if (text.charCodeAt(end) === Code.dollar) {
          substitutions.push(0)
          end += 2
        } else end++
      } else if (code === 34 || code === 39) end = stringEnd(text, at)
      else if (code === Code.slash && !endsOperand(before)) end = regularExpressionEnd(text, at)
      else if (code === Code.leftBrace && substitutions.length > 0) substitutions[substitutions.length - 1]!++
      else if (code === rightBrace && substitutions.length > 0) substitutions[substitutions.length - 1]!--
      if (!isWhiteSpace(code) && !isLineTerminator(code)) before = text.charCodeAt(end - 1)
    }
    at = end
  }
}

const rightBrace = 125

function endsOperand(code: number): boolean {
  return (
    isWordPart(code) ||
    code === 41 ||
    code === Code.rightBracket ||
    code === 34 ||
    code === 39 ||
    code === Code.backtick
  )
}
