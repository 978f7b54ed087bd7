/**
 * A type as text, within a room of characters. Never decides which view of a type is the right one.
 */
import { docComment, docLines, inlineComment, memberLines, type Detail } from "./docs.ts"
import { commentLine, propertyKey } from "./text.ts"
import { anyKey } from "./type.ts"
import type { Field, Index, KeyPattern, Literal, Member, ObjectType, Position, Type } from "./type.ts"

/** How much of a type is shown. What is left out is counted in a comment. */
export interface View {
  /** How many objects inside one another are shown with their fields. */
  readonly depth: number
  /** Objects below that depth that are shown with their fields all the same. */
  readonly opened: ReadonlySet<ObjectType>
  readonly detail: Detail
  /** How many alternatives of a union are shown. */
  readonly maxAlternatives: number
  /** Show as many fields as there is room for, required ones first, instead of failing. */
  readonly partial: boolean
}

export interface Printed {
  readonly text: string
  /** Objects shown without their fields, in the order of the text. */
  readonly folded: ReadonlyArray<Folded>
}

export interface Folded {
  readonly object: ObjectType
  readonly indent: string
  /** The characters that it takes as it is. */
  readonly length: number
}

/** An object is written in one line if that is no longer than this. */
const maxLine = 72

/** An object of no more characters than this is shown even where objects are folded. */
const maxTiny = 28

/** A field in a line takes as much as `a: 1; ` does. */
const leastField = 6

/** What a comment about left out fields and the closing of an object may take. */
const reserve = 40

/** The text of a position's type, or `undefined` if it takes more than `room` characters. */
export function print(position: Position, view: View, room: number): Printed | undefined {
  const printer = new Printer(view, room)
  const text = printer.position(position, view.depth, "")
  return printer.isOver ? undefined : { text, folded: printer.folded }
}

/** The text of an object with its fields, those of objects in it left out. */
export function printOpened(folded: Folded, view: View, room: number): Printed | undefined {
  const printer = new Printer(view, room)
  const text = printer.object(folded.object, 1, folded.indent)
  return printer.isOver ? undefined : { text, folded: printer.folded }
}

class Printer {
  readonly folded: Array<Folded> = []
  readonly #view: View
  readonly #isLine: boolean
  #room: number

  constructor(view: View, room: number, isLine = false) {
    this.#view = view
    this.#room = room
    this.#isLine = isLine
  }

  get isOver(): boolean {
    return this.#room < 0
  }

  position(position: Position, depth: number, indent: string): string {
    return this.type(position.type, depth, indent)
  }

  type(type: Type, depth: number, indent: string): string {
    if (this.isOver) return ""
    switch (type.kind) {
      case "name":
        return this.#spend(type.name)
      case "literals":
        return this.#literals(type.values)
      case "union":
        return this.#union(type.members, depth, indent)
      case "intersection":
        return type.parts.map((part) => this.#grouped(part, depth, indent)).join(this.#spend(" & "))
      case "array":
        return this.#grouped(type.element.type, depth, indent) + this.#spend("[]")
      case "tuple":
        return this.#tuple(type, depth, indent)
      case "object":
        return this.object(type, depth, indent)
    }
  }

  object(type: ObjectType, depth: number, indent: string): string {
    if (type.fields.length > 0 && depth <= 0 && !this.#view.opened.has(type)) return this.#fold(type, indent)
    const line = this.#isLine ? undefined : this.#inLine(type, depth, maxLine - indent.length)
    return line ?? (this.#isLine ? this.#line(type, depth) : this.#block(type, Math.max(depth, 1), indent))
  }

  #spend(text: string): string {
    this.#room -= text.length
    return text
  }

  #fold(type: ObjectType, indent: string): string {
    const tiny = this.#inLine(type, 1, maxTiny)
    if (tiny !== undefined) return tiny
    const text = this.#spend(`{ /* ${count(type.fields.length + type.hidden, "field")} */ }`)
    this.folded.push({ object: type, indent, length: text.length })
    return text
  }

  /** The object in one line of at most `room` characters, if nothing in it needs a comment or is folded. */
  #inLine(type: ObjectType, depth: number, room: number): string | undefined {
    if (type.fields.length * leastField > room) return undefined
    const line = new Printer(this.#view, Math.min(room, this.#room), true)
    const text = line.object(type, depth, "")
    return line.isOver || line.folded.length > 0 ? undefined : this.#spend(text)
  }

  #line(type: ObjectType, depth: number): string {
    const members: Array<string> = []
    const add = (text: string): void => {
      members.push(text)
      this.#room -= 2
    }
    this.#spend("{  }")
    for (const field of type.fields) {
      if (this.isOver) return ""
      add(this.#field(field, Math.max(depth, 1) - 1, ""))
    }
    for (const index of type.indexes) add(this.#index(index, type.fields, depth, ""))
    return `{ ${members.join("; ")} }`
  }

  #block(type: ObjectType, depth: number, indent: string): string {
    const inner = `${indent}  `
    let text = this.#spend("{\n")
    const fields = this.#view.partial ? requiredFirst(type.fields) : type.fields
    if (this.#view.partial || type.hidden > 0) this.#room -= reserve
    let shown = 0
    for (const field of fields) {
      const before = this.#room
      const line = `${this.#spend(inner)}${this.#field(field, depth - 1, inner)}${this.#spend(";\n")}`
      if (this.isOver && this.#view.partial) {
        this.#room = before
        break
      }
      if (this.isOver) return ""
      text += line
      shown++
    }
    const left = fields.length - shown + type.hidden
    if (left > 0) text += `${inner}/* ${count(left, "more field")} */\n`
    for (const index of type.indexes) text += `${inner}${this.#index(index, type.fields, depth, inner)};\n`
    return text + this.#spend(`${indent}}`)
  }

  #field(field: Field, depth: number, indent: string): string {
    if (this.isOver) return ""
    const { name, optional, position } = field
    const comment = this.#comment(this.#linesOf(field), indent)
    const head = comment + this.#spend(`${propertyKey(name)}${optional ? "?" : ""}: `)
    return head + this.type(position.type, depth, indent)
  }

  #linesOf(field: Field): ReadonlyArray<string> {
    const { detail } = this.#view
    if (detail === "full" && field.lines !== undefined) return field.lines
    const { name, position, requires } = field
    const { type } = position
    const elements = type.kind === "array" ? type.element.annotations : undefined
    const lines = docLines(position.annotations, detail, { name, elements, requires })
    if (detail === "full") field.lines = lines
    return lines
  }

  /** A comment of its own lines; there is none in a line. */
  #comment(lines: ReadonlyArray<string>, indent: string): string {
    if (lines.length > 0 && this.#isLine) this.#room = -1
    return this.#spend(docComment(lines, indent))
  }

  #index(
    { key, values, patterns }: Index,
    fields: ReadonlyArray<Field>,
    depth: number,
    indent: string,
  ): string {
    if (this.isOver) return ""
    const doc = values.length === 1 ? docLines(values[0]!.annotations, this.#view.detail) : []
    const keys = this.#view.detail === "full" ? patterns.map((pattern) => this.#keyLine(pattern)) : []
    const head = this.#comment([...doc, ...keys], indent) + this.#spend(`[${key}]: `)
    if (fields.length > 0 && key === anyKey) return head + this.#spend(this.#covering(values, fields))
    return (
      head +
      (values.length === 1 ? this.position(values[0]!, depth, indent) : this.#any(values, depth, indent))
    )
  }

  /** What a pattern says of the keys that it matches, which TypeScript cannot. */
  #keyLine({ pattern, value }: KeyPattern): string {
    const line = new Printer({ ...this.#view, detail: "none" }, maxLine, true)
    const type = value === undefined ? "" : line.position(value, 1, "")
    const about = type === "" || line.isOver || line.folded.length > 0 ? "" : `: ${type}`
    return commentLine(`Keys matching ${shortPattern(pattern)}${about}`)
  }

  #any(values: ReadonlyArray<Position>, depth: number, indent: string): string {
    const members = values.flatMap(({ type, annotations }) =>
      type.kind === "union" ? type.members : [{ type, annotations }],
    )
    const unknown = members.find(({ type }) => type.kind === "name" && type.name === "unknown")
    return unknown === undefined
      ? this.#union(members, depth, indent)
      : this.type(unknown.type, depth, indent)
  }

  /** A type that holds the index's values and every field, as TypeScript demands; `unknown` if it gets long. */
  #covering(values: ReadonlyArray<Position>, fields: ReadonlyArray<Field>): string {
    const line = new Printer({ ...this.#view, detail: "none" }, maxLine, true)
    const texts = new Set<string>()
    for (const { type } of [...values, ...fields.map((field) => field.position)]) {
      for (const member of type.kind === "union" ? type.members : [{ type }]) {
        texts.add(line.type(member.type, 1, ""))
        if (line.isOver || line.folded.length > 0 || texts.has("unknown")) return "unknown"
      }
    }
    if (fields.some((field) => field.optional)) texts.add("undefined")
    return [...texts].join(" | ")
  }

  #literals(values: ReadonlyArray<Literal>): string {
    const shown = values.slice(0, this.#limit(values.length))
    const texts: Array<string> = []
    for (const { text } of shown) {
      if (this.isOver) return ""
      texts.push(this.#spend(text))
      this.#room -= 3
    }
    if (shown.length === values.length) return texts.join(" | ")
    const rest = values.slice(shown.length)
    for (const wide of new Set(rest.map((value) => value.wide))) texts.push(this.#spend(wide))
    return `${texts.join(" | ")}${this.#spend(` /* ${count(rest.length, "more value")} */`)}`
  }

  /** How many of `length` alternatives are shown. One alone is not worth a comment. */
  #limit(length: number): number {
    const { maxAlternatives } = this.#view
    return length <= maxAlternatives + 1 ? length : maxAlternatives
  }

  #union(members: ReadonlyArray<Member>, depth: number, indent: string): string {
    const shown = members.slice(0, this.#limit(members.length))
    const before = this.#room
    const texts = new Set<string>()
    let isDescribed = false
    for (const member of shown) {
      if (this.isOver) return ""
      const lines = memberLines(member.annotations, this.#view.detail)
      isDescribed ||= lines.length > 0
      if (isDescribed && this.#isLine) this.#room = -1
      texts.add(this.#spend(inlineComment(lines)) + this.type(member.type, depth, indent))
      this.#room -= 3
    }
    const left = members.length - shown.length
    if (left > 0) texts.add(this.#spend(`unknown /* ${count(left, "more alternative")} */`))
    if (!isDescribed || before - this.#room <= maxLine) return [...texts].join(" | ")
    this.#room -= texts.size * (indent.length + 2)
    return [...texts].join(`\n${indent}  | `)
  }

  #tuple(type: Type & { kind: "tuple" }, depth: number, indent: string): string {
    const texts: Array<string> = []
    const shown = type.elements.slice(0, this.#limit(type.elements.length))
    for (const { position, optional } of shown) {
      if (this.isOver) return ""
      const doc = this.#spend(inlineComment(docLines(position.annotations, this.#view.detail)))
      texts.push(
        doc +
          (optional
            ? `${this.#grouped(position.type, depth, indent)}?`
            : this.position(position, depth, indent)),
      )
      this.#room -= 2
    }
    const left = type.elements.length - shown.length
    if (left > 0) texts.push(this.#spend(`...unknown[] /* ${count(left, "more element")} */`))
    else if (type.rest !== undefined)
      texts.push(this.#spend("...") + this.#grouped(type.rest.type, depth, indent) + this.#spend("[]"))
    return `[${texts.join(this.#spend(", "))}]`
  }

  /** A type where an operator follows: in parentheses if it has operators of its own. */
  #grouped(type: Type, depth: number, indent: string): string {
    const text = this.type(type, depth, indent)
    const isGroup =
      type.kind === "union" ||
      type.kind === "intersection" ||
      (type.kind === "literals" && type.values.length > 1)
    return isGroup ? `${this.#spend("(")}${text}${this.#spend(")")}` : text
  }
}

const shortPattern = (pattern: string): string =>
  commentLine(
    (pattern.length <= maxLine ? pattern : `${pattern.slice(0, maxLine)}...`).replaceAll(/[\r\n]+/g, " "),
  )

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`

const requiredFirst = (fields: ReadonlyArray<Field>): ReadonlyArray<Field> =>
  fields.toSorted((a, b) => Number(a.optional) - Number(b.optional))
