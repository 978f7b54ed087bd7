/** atob and btoa, of the HTML standard 8.3, in pieces. */
import { fromBase64, toBase64 } from "../objects/host.ts"
import { CHARACTER_BYTES } from "../objects/meter.ts"
import { ABRUPT, type Completion, type PropertyKey } from "../objects/value.ts"
import { pause } from "../interpreter/call.ts"
import type { Machine } from "../interpreter/machine.ts"
import { converted, type Member, steps } from "../interpreter/native.ts"
import { MAX_STRING_LENGTH } from "../interpreter/operations.ts"
import { messages, throwRangeError } from "../interpreter/throws.ts"
import { throwNamed } from "./platform.ts"

/** UTF-16 units taken at once: whole groups of both, four characters of base64 or three bytes. */
const PIECE = 49_152

const sentences = {
  notBytes: "Invalid character",
  notBase64: "The string to be decoded is not correctly encoded.",
}

function throwInvalidCharacter(machine: Machine, message: string): typeof ABRUPT {
  return throwNamed(machine, "InvalidCharacterError", 5, message)
}

interface Locals {
  readonly text: string
  position: number
  /** Of decoding: characters read that do not fill a piece yet, without whitespace. */
  rest: string
  result: string
}

function add(machine: Machine, locals: Locals, text: string): boolean {
  if (locals.result.length + text.length > MAX_STRING_LENGTH) {
    throwRangeError(machine, messages.invalidStringLength)
    return false
  }
  locals.result += text
  return machine.allocate(text.length * CHARACTER_BYTES)
}

const encodeSteps = steps<Locals>({
  name: "btoa",
  run(machine, frame) {
    const { locals } = frame
    const { text } = locals
    while (locals.position < text.length) {
      const piece = text.slice(locals.position, locals.position + PIECE)
      machine.charge(1 + (piece.length >> 6))
      if (/[^\0-\xff]/.test(piece)) return throwInvalidCharacter(machine, sentences.notBytes)
      if (!add(machine, locals, toBase64(piece))) return ABRUPT
      locals.position += PIECE
      if (locals.position < text.length && machine.fuel < 0) return pause(machine, frame)
    }
    return locals.result
  },
})

const decodeSteps = steps<Locals>({
  name: "atob",
  run(machine, frame) {
    const { locals } = frame
    const { text } = locals
    while (locals.position < text.length) {
      const piece = text.slice(locals.position, locals.position + PIECE)
      machine.charge(1 + (piece.length >> 6))
      locals.position += PIECE
      const isLast = locals.position >= text.length
      const all = locals.rest + piece.replace(/[\t\n\f\r ]+/g, "")
      // Four characters stay behind: only the last group of all may have padding.
      const ready = isLast ? all.length : Math.max(0, Math.floor((all.length - 4) / 4) * 4)
      locals.rest = all.slice(ready)
      const bytes = decodePiece(all.slice(0, ready), isLast)
      if (bytes === null) return throwInvalidCharacter(machine, sentences.notBase64)
      if (!add(machine, locals, bytes)) return ABRUPT
      if (!isLast && machine.fuel < 0) return pause(machine, frame)
    }
    return locals.result
  },
})

function decodePiece(text: string, isLast: boolean): string | null {
  const valid = isLast ? /^[A-Za-z0-9+/]*(?:={0,2})$/ : /^[A-Za-z0-9+/]*$/
  if (!valid.test(text) || text.length % 4 === 1) return null
  if (text.endsWith("=") && text.length % 4 !== 0) return null
  return fromBase64(text)
}

function textFunction(code: { start(machine: Machine, locals: Locals): Completion }): Member {
  return converted(1, "any", ["string"], (machine, _this, text: string) =>
    code.start(machine, { text, position: 0, rest: "", result: "" }),
  )
}

export const base64Members: ReadonlyArray<readonly [PropertyKey, Member]> = [
  ["atob", textFunction(decodeSteps)],
  ["btoa", textFunction(encodeSteps)],
]
