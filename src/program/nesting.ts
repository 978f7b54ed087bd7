// Owns the fixed limit on how deep a source may be nested: one pass over its tokens with a stack of its own, before any
// parser recurses. It weighs what parsers and walkers of the tree would have on their stacks at once. It never says
// whether the text is a program.

import {
  isDigit,
  isWordPart,
  lineEnd,
  numberEnd,
  regularExpressionEnd,
  skipTrivia,
  stringEnd,
  templateCharactersEnd,
  wordEnd,
} from "./tokens.ts"
import type { Content, Ends, Frame, Pending } from "./nestingLevel.ts"
import { bracketWeight, Level, linkWeight } from "./nestingLevel.ts"
import type { Keyword } from "./nestingWords.ts"
import { declarators, infixNames, keywords, modifiers, prefixNames, restricted } from "./nestingWords.ts"
import { SyntaxProblem } from "./syntaxError.ts"

/** The greatest nesting weight of a source at any point. */
export const maxNestingWeight = 2000

/**
 * TypeScript's parser tries what follows `async`, and what follows `<` in an expression, and reads it again where the
 * try fails: its time is exponential in those that stand inside one another.
 */
export const maxNestedTries = 8

export interface NestingOptions {
  /** read `<` as TypeScript can, as an opening bracket, and count what its parser tries */
  readonly types?: boolean
}

/** Finds the first point at which a text is nested too deeply to be parsed. */
export function checkNesting(text: string, options: NestingOptions = {}): SyntaxProblem | undefined {
  return new NestingScan(text, options.types === true, maxNestingWeight).run()
}

/** The greatest nesting weight of a text at any point. */
export function nestingWeight(text: string, options: NestingOptions = {}): number {
  const scan = new NestingScan(text, options.types === true, Infinity)
  scan.run()
  return scan.heaviest
}

const operators = /=>|[=!]==?|\*\*=?|\+\+|--|&&=?|\|\|=?|\?\?=?|<<=?|>>>?=?|[-+*/%&|^<>]=|[-+*/%&|^<>=!~@]/y

class NestingScan {
  readonly #text: string
  readonly #types: boolean
  readonly #limit: number
  readonly #levels: Array<Level> = []
  readonly #trivia = { end: 0, newline: false }
  heaviest = 0
  #level = new Level("", "statements", "statement", 0, 0, 0)
  #at = 0
  #problem: SyntaxProblem | undefined
  /** the next token starts an operand */
  #operandNext = true
  /** the last word or punctuator; "" for other tokens */
  #last = ""
  /** the last token ended an arrow function's body, after which no operator goes on */
  #arrowEnded = false
  /** whose parenthesis comes next */
  #header: "if" | "loop" | "clause" | "do" | undefined
  /** the end of a name that began a statement, which a colon makes a label */
  #labelEnd = -1
  #tokenEnd = -1

  constructor(text: string, types: boolean, limit: number) {
    this.#text = text
    this.#types = types
    this.#limit = limit
  }

  run(): SyntaxProblem | undefined {
    if (this.#text.startsWith("#!")) this.#at = lineEnd(this.#text, 0)
    while (this.#problem === undefined && this.#at < this.#text.length) {
      if (this.#level.content === "template") this.#templateCharacters()
      else this.#next()
    }
    return this.#problem
  }

  #next(): void {
    this.#tokenEnd = this.#at
    skipTrivia(this.#text, this.#at, this.#trivia)
    this.#at = this.#trivia.end
    if (this.#at >= this.#text.length) return
    const code = this.#text.charCodeAt(this.#at)
    if (this.#arrowEnded) this.#afterArrow()
    if (isDigit(code) || (code === 46 && isDigit(this.#text.charCodeAt(this.#at + 1))))
      this.#literal(numberEnd)
    else if (isWordPart(code) || code === 92 || code === 35) this.#word()
    else if (code === 34 || code === 39) this.#literal(stringEnd)
    else if (code === 47 && this.#operandNext) this.#literal(regularExpressionEnd)
    else this.#punctuator(this.#text[this.#at]!)
  }

  // ---- weights

  #check(weight: number): void {
    if (weight <= this.heaviest) return
    this.heaviest = weight
    if (weight > this.#limit) this.#problem ??= tooDeep(this.#at)
  }

  #checkTries(tries: number): void {
    if (this.#types && tries > maxNestedTries) this.#problem ??= tooManyTries(this.#at)
  }

  /** Every operand before a left-associative operator is one deeper for it, and parsers recurse for each. */
  #chainOperator(): void {
    const level = this.#level
    level.left = Math.max(level.left, level.prefix + level.operand) + 1
    level.chain++
    level.prefix = level.operand = 0
    this.#check(level.total)
    this.#operandNext = true
  }

  /** A link around what came before it in its expression and around what comes after. */
  #encloseRest(): void {
    const level = this.#level
    level.highest = Math.max(level.highest, level.frameWeight + level.enclosing + linkWeight + level.height)
    level.enclosing += linkWeight
    level.chain = level.prefix = level.operand = level.left = 0
    this.#check(Math.max(level.total, level.base + level.highest))
    this.#operandNext = true
  }

  #prefixOperator(): void {
    this.#level.prefix += linkWeight
    this.#check(this.#level.total)
    this.#operandNext = true
  }

  /** `**` joins more tightly than the chain, to the right. */
  #power(): void {
    const level = this.#level
    level.left = Math.max(level.left, level.prefix + level.operand + linkWeight)
    level.prefix += linkWeight
    level.operand = 0
    this.#check(level.total)
    this.#operandNext = true
  }

  /** A member, a call, a tag. */
  #link(): void {
    this.#level.operand += linkWeight
    this.#check(this.#level.total)
  }

  /** New operands begin, inside whatever encloses the rest. */
  #restart(): void {
    const level = this.#level
    level.highest = Math.max(level.highest, level.total - level.base)
    level.chain = level.prefix = level.operand = level.left = 0
    this.#operandNext = true
  }

  #endExpression(): void {
    this.#restart()
    this.#level.enclosing = this.#level.sequence = this.#level.asyncs = 0
  }

  // ---- statements

  #endStatement(): void {
    const level = this.#level
    this.#endExpression()
    level.starting = level.ended = true
    level.declaring = level.inCase = level.endedDo = false
    level.conditionals = level.pending.length = 0
    this.#last = ""
  }

  /** Ends the statements whose bodies ended, now that the next token is known. */
  #settle(next: string): void {
    const level = this.#level
    level.ended = level.endedDo = false
    if (next === "catch" || next === "finally") return
    for (let frame = level.frames.pop(); frame !== undefined; frame = level.frames.pop()) {
      level.frameWeight -= linkWeight
      if (frame === "if" && next === "else") return this.#pushFrame("else")
      if (frame === "do") return this.#pushFrame("while")
    }
  }

  #pushFrame(frame: Frame): void {
    this.#level.frames.push(frame)
    this.#level.frameWeight += linkWeight
    this.#check(this.#level.total)
  }

  /** Begins an operand or a statement's keyword, and says whether it is the first token of something. */
  #begin(word: string): boolean {
    if (!this.#operandNext) this.#adjacent(word)
    const level = this.#level
    if (level.ended) this.#settle(word)
    const { starting } = level
    level.starting = false
    this.#operandNext = false
    this.#last = word
    return starting
  }

  /** Two operands side by side: between statements and members, the first has ended. */
  #adjacent(word: string): void {
    if (this.#last === "async" || declarators.has(this.#last)) return
    if (prefixNames.has(this.#last)) return this.#prefixOperator()
    if (word !== "") this.#dissolveTypes()
    if (this.#level.hasStatements) this.#endStatement()
  }

  /** After `=> { }`, what cannot follow an expression begins a statement. */
  #afterArrow(): void {
    this.#arrowEnded = false
    if (this.#level.hasStatements && !",;)]}:".includes(this.#text[this.#at]!)) this.#endStatement()
  }

  // ---- literals and words

  #literal(end: (text: string, at: number) => number): void {
    this.#begin("")
    this.#at = end(this.#text, this.#at)
  }

  #word(): void {
    const start = this.#at
    this.#at = wordEnd(this.#text, start + 1)
    const word = this.#text.slice(start, this.#at)
    if (this.#last === "." || this.#last === "?.") {
      this.#last = ""
      return
    }
    if (this.#trivia.newline && restricted.has(this.#last)) this.#endStatement()
    const keyword = this.#beginsMember() ? undefined : keywords.get(word)
    if (keyword === undefined) this.#name(word)
    else this.#keyword(word, keyword)
  }

  /** Any word is a name where a member or a property begins. */
  #beginsMember(): boolean {
    const { content, starting } = this.#level
    return starting && (content === "members" || content === "properties")
  }

  #name(word: string): void {
    if (!this.#operandNext && !this.#trivia.newline && infixNames.has(word)) {
      if (word !== "of") this.#chainOperator()
      this.#operandNext = true
      this.#last = word
      return
    }
    const starting = this.#begin(word)
    const level = this.#level
    if (word === "async") this.#checkTries(level.tries + ++level.asyncs)
    if (!starting) return
    if (level.content === "statements") this.#beginStatement(word)
    else if (level.hasStatements && modifiers.has(word)) level.starting = true
  }

  #beginStatement(word: string): void {
    const level = this.#level
    this.#labelEnd = this.#at
    if (word === "async") level.starting = true
    if (word === "let") level.declaring = this.#operandNext = true
  }

  #keyword(word: string, keyword: Keyword): void {
    if (keyword === "infix" || keyword === "extends") {
      if (keyword === "infix") this.#chainOperator()
      this.#operandNext = true
      this.#last = word
      return
    }
    const before = this.#last
    const starting = this.#begin(word)
    const level = this.#level
    switch (keyword) {
      case "operand":
        return
      case "prefix":
        return this.#prefixOperator()
      case "yield":
        return this.#encloseRest()
      case "if":
      case "loop":
      case "clause":
        this.#header = word === "while" && level.frames.at(-1) === "while" ? "do" : keyword
        level.starting = true
        break
      case "function":
      case "class":
        if (before === "async" && starting && level.content === "statements") level.asyncs--
        return this.#pend(keyword, starting)
      case "body":
        if (word === "do") this.#pushFrame("do")
        level.starting = true
        break
      case "export":
        level.starting = true
        break
      case "declare":
        level.declaring = true
        break
      case "case":
        level.inCase = true
        level.starting = before === "export"
        break
      case "begin":
        break
    }
    this.#operandNext = true
  }

  #pend(kind: Pending["kind"], starting: boolean): void {
    const level = this.#level
    level.pending.push({ kind, isDeclaration: starting && level.content === "statements" })
    level.enclosing += bracketWeight
    this.#check(level.total)
    this.#operandNext = true
  }

  // ---- brackets

  #push(closer: string, content: Content, ends: Ends, weight: number): void {
    const outer = this.#level
    const isTried = content === "types" && (outer.content !== "types" || outer.pending.length > 0)
    const tries = outer.tries + outer.asyncs + (isTried ? 1 : 0)
    this.#checkTries(tries)
    this.#levels.push(outer)
    this.#level = new Level(closer, content, ends, weight, outer.above + weight, tries)
    this.#check(this.#level.base)
    this.#operandNext = true
  }

  /** A bracket, with the height of what it held, becomes part of the operand around it. */
  #pop(): Level | undefined {
    const outer = this.#levels.pop()
    if (outer === undefined) return undefined
    const closed = this.#level
    const height = closed.weight + Math.max(closed.highest, closed.total - closed.base)
    const link = closed.ends === "link" ? linkWeight : 0
    outer.operand = Math.max(outer.operand + link, height)
    this.#level = outer
    this.#check(outer.total)
    return closed
  }

  #openParenthesis(): void {
    const header = this.#header
    this.#header = undefined
    const pending = this.#level.pending.at(-1)
    if (header !== undefined) this.#push(")", "expression", header, bracketWeight)
    else if (pending?.kind === "function") this.#push(")", "list", "operand", bracketWeight)
    else if (this.#operandNext) {
      this.#begin("(")
      this.#push(")", "expression", "operand", bracketWeight)
    } else this.#push(")", "list", "link", bracketWeight)
    this.#advance("(")
  }

  #openBracket(): void {
    const isOperand = this.#operandNext
    if (isOperand) this.#begin("[")
    this.#push("]", isOperand ? "list" : "expression", isOperand ? "operand" : "link", bracketWeight)
    this.#advance("[")
  }

  #openTemplate(): void {
    const isOperand = this.#operandNext
    if (isOperand) this.#begin("`")
    this.#push("`", "template", isOperand ? "operand" : "link", bracketWeight)
    this.#advance("`")
  }

  #templateCharacters(): void {
    this.#at = templateCharactersEnd(this.#text, this.#at)
    if (this.#at >= this.#text.length) return
    if (this.#text[this.#at] === "`") {
      this.#pop()
      this.#operandNext = false
      this.#advance("`")
      this.#last = ""
    } else {
      this.#push("}", "expression", "substitution", 0)
      this.#advance("${")
    }
  }

  #openBrace(): void {
    const level = this.#level
    this.#header = undefined
    const pending = level.pending.at(-1)
    if (this.#last === "=>") this.#push("}", "statements", "arrow", bracketWeight)
    else if (pending !== undefined && (!this.#operandNext || this.#last === "class")) {
      this.#push("}", pending.kind === "function" ? "statements" : "members", "body", bracketWeight)
    } else if (level.content === "statements" && level.starting) this.#openBlock()
    else if (this.#operandNext) {
      this.#begin("{")
      this.#push("}", "properties", "operand", bracketWeight)
    } else if (level.content === "members" || level.content === "properties") {
      this.#push("}", "statements", "method", this.#last === "static" ? bracketWeight : 2 * bracketWeight)
    } else if (level.content === "statements") this.#push("}", "statements", "statement", 2 * bracketWeight)
    else this.#push("}", "properties", "operand", bracketWeight)
    this.#advance("{")
  }

  /** A block that is the body of a statement weighs no more than the block alone. */
  #openBlock(): void {
    const level = this.#level
    if (level.ended) this.#settle("{")
    const frame = level.frames.at(-1)
    const absorbed = frame === undefined || frame === "label" ? 0 : linkWeight
    level.starting = false
    this.#push("}", "statements", "statement", bracketWeight - absorbed)
  }

  /** JavaScript's parser stops at a bracket that closes nothing; TypeScript's goes on inside what is open. */
  #close(bracket: string): void {
    this.#dissolveTypes()
    const isClosing = bracket === this.#level.closer
    if (!isClosing && !this.#types) {
      this.#at = this.#text.length
      return
    }
    this.#at++
    this.#last = ""
    this.#operandNext = false
    if (isClosing) this.#afterClose(this.#pop()!)
  }

  #afterClose({ ends }: Level): void {
    const level = this.#level
    switch (ends) {
      case "if":
      case "loop":
      case "clause":
        this.#endExpression()
        if (ends !== "clause") this.#pushFrame(ends)
        level.starting = true
        return
      case "do":
        this.#endStatement()
        level.endedDo = true
        return
      case "statement":
        return this.#endStatement()
      case "method":
        if (level.content === "members") this.#endStatement()
        return
      case "arrow":
        this.#arrowEnded = true
        return
      case "body":
        return this.#afterBody()
    }
  }

  #afterBody(): void {
    const level = this.#level
    const { isDeclaration } = level.pending.pop()!
    level.enclosing -= bracketWeight
    level.operand += bracketWeight
    if (isDeclaration) this.#endStatement()
  }

  // ---- types

  #openTypes(): void {
    const isOperand = this.#operandNext
    if (isOperand) this.#begin("<")
    this.#push(">", "types", isOperand ? "assertion" : "operand", bracketWeight)
    this.#advance("<")
  }

  #closeTypes(): void {
    const { ends } = this.#pop()!
    this.#operandNext = false
    if (ends === "assertion") this.#prefixOperator()
    this.#advance(">")
  }

  /** What looked like type arguments is none: its brackets were comparisons. */
  #dissolveTypes(): void {
    while (this.#level.content === "types") {
      const { operandNext, last } = { operandNext: this.#operandNext, last: this.#last }
      const types = this.#level
      this.#pop()
      const level = this.#level
      level.enclosing += types.enclosing
      level.conditionals += types.conditionals
      this.#chainOperator()
      this.#operandNext = operandNext
      this.#last = last
    }
  }

  // ---- other punctuators

  #advance(punctuator: string): void {
    this.#at += punctuator.length
    this.#last = punctuator
  }

  #punctuator(character: string): void {
    switch (character) {
      case "(":
        return this.#openParenthesis()
      case "[":
        return this.#openBracket()
      case "{":
        return this.#openBrace()
      case "`":
        return this.#openTemplate()
      case ")":
      case "]":
      case "}":
        return this.#close(character)
      case ";":
        return this.#semicolon()
      case ",":
        return this.#comma()
      case ":":
        return this.#colon()
      case ".":
        return this.#dot()
      case "?":
        return this.#question()
      default:
        return this.#operator()
    }
  }

  #semicolon(): void {
    this.#dissolveTypes()
    const level = this.#level
    const endsDo = level.endedDo
    if (level.ended && !endsDo) this.#settle(";")
    if (endsDo) level.endedDo = false
    else if (level.hasStatements) this.#endStatement()
    else this.#endExpression()
    this.#advance(";")
  }

  #comma(): void {
    const level = this.#level
    const isSequence = level.content === "expression" || (level.content === "statements" && !level.declaring)
    const sequence = Math.max(level.sequence, level.enclosing + level.height) + 1
    this.#endExpression()
    if (isSequence) level.sequence = sequence
    this.#check(level.total)
    if (level.content === "properties") level.starting = true
    this.#advance(",")
  }

  #colon(): void {
    if (this.#level.conditionals === 0) this.#dissolveTypes()
    const level = this.#level
    const isLabel =
      this.#labelEnd === this.#tokenEnd && level.content === "statements" && level.conditionals === 0
    this.#restart()
    if (level.conditionals > 0) level.conditionals--
    else if (level.inCase) {
      this.#endStatement()
      level.ended = false
    } else if (isLabel) {
      this.#pushFrame("label")
      level.starting = true
    }
    this.#advance(":")
  }

  #dot(): void {
    if (this.#text.startsWith("...", this.#at)) {
      this.#operandNext = true
      return this.#advance("...")
    }
    this.#link()
    this.#operandNext = false
    this.#advance(".")
  }

  #question(): void {
    const next = this.#text[this.#at + 1]
    if (next === "." && !isDigit(this.#text.charCodeAt(this.#at + 2))) {
      this.#operandNext = false
      this.#link()
      return this.#advance("?.")
    }
    if (next === "?") return this.#operator()
    this.#at++
    skipTrivia(this.#text, this.#at, this.#trivia)
    this.#last = "?"
    // an optional parameter or member of TypeScript
    if (":,)=;]}".includes(this.#text[this.#trivia.end] ?? ")")) return
    this.#encloseRest()
    this.#level.conditionals++
  }

  #operator(): void {
    operators.lastIndex = this.#at
    const operator = operators.exec(this.#text)?.[0] ?? this.#text[this.#at]!
    if (operator[0] === ">" && this.#level.content === "types") return this.#closeTypes()
    if (operator === "<" && this.#types) return this.#openTypes()
    this.#apply(operator)
    if (operator !== "*" && operator !== "@") this.#level.starting = false
    this.#advance(operator)
  }

  #apply(operator: string): void {
    switch (operator) {
      case "=>":
        if (this.#level.asyncs > 0) this.#level.asyncs--
        return this.#encloseRest()
      case "=":
        return this.#encloseRest()
      case "!":
      case "~":
      case "++":
      case "--":
        return this.#unary(operator)
      case "**":
        this.#dissolveTypes()
        return this.#power()
      case "|":
      case "&":
        return this.#operandNext ? undefined : this.#chainOperator()
      case "@":
        return
      case "+":
      case "-":
        if (this.#operandNext) return this.#startPrefix()
    }
    if (operator === "*" && this.#operandNext) return
    this.#dissolveTypes()
    if (/^(?:[=!]==?|[<>]=)$/.test(operator) || !operator.endsWith("=")) this.#chainOperator()
    else this.#encloseRest()
  }

  #startPrefix(): void {
    this.#begin("")
    this.#prefixOperator()
  }

  /** Prefix before an operand, postfix after one; on a new line, the first token of a statement. */
  #unary(operator: string): void {
    if (!this.#operandNext && this.#trivia.newline && this.#level.hasStatements) this.#endStatement()
    if (this.#operandNext) this.#startPrefix()
    else if (operator === "!") this.#link()
  }
}

function tooDeep(offset: number): SyntaxProblem {
  return new SyntaxProblem(
    "ParseError",
    `The program is nested too deeply here (nesting weight over ${maxNestingWeight}). Give inner parts names: move them into functions and variables of their own`,
    offset,
  )
}

function tooManyTries(offset: number): SyntaxProblem {
  return new SyntaxProblem(
    "ParseError",
    `More than ${maxNestedTries} async functions or type arguments stand inside one another here. Move inner functions out`,
    offset,
  )
}
