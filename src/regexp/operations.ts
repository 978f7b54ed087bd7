/**
 * What each instruction does to a match, other than those that stand in the matcher's own loop. A function here
 * reads and changes the state, and gives the next place in the program. Never loops over more than a bounded stretch.
 */
import { operation, type Program } from "./program.ts"
import {
  codePointAt,
  codePointBefore,
  isIn,
  isInsidePair,
  isLineTerminator,
  scanBack,
  scanReference,
  scanUntil,
  scanWhile,
} from "./scans.ts"
import type { MatchState } from "./state.ts"

/** The next place in the program, or FAILS, or ENDS. */
type Operation = (program: Program, text: string, state: MatchState, pc: number) => number

/** This way fails: the match goes back. */
export const FAILS = -1
/** The match has its result. */
const ENDS = -2

/** Code units that one operation may pass. */
const SCAN_CHUNK = 1 << 13
/** Code units that count as one step where many are passed at once. */
const UNITS_PER_STEP = 8
const CODE_POINTS_PER_STEP = 4

const pushWay = (state: MatchState, position: number, place: number): void => {
  state.stack[state.stackSize++] = position
  state.stack[state.stackSize++] = place
}

/** A way back of a loop, which ends at `bound`. */
const pushLoop = (state: MatchState, bound: number, position: number, place: number): void => {
  state.stack[state.stackSize++] = bound
  pushWay(state, position, place)
}

/** Writes a register so that going back restores it. */
const write = (state: MatchState, register: number, value: number): void => {
  if (state.stackSize > 0) {
    state.stack[state.stackSize++] = state.registers[register]!
    state.stack[state.stackSize++] = ~register
  }
  state.registers[register] = value
}

const seek: Operation = (program, text, state) => {
  const { length } = text
  const { start } = state
  const isFixed = state.sticky || program.anchored
  if (start > length || (program.anchored && start > 0)) {
    state.result = false
    return ENDS
  }
  if (!isFixed && program.firstUnit !== "") {
    const found = text.indexOf(program.firstUnit, start)
    state.start = found < 0 ? length : found
    state.budget -= (state.start - start) >> 7
  } else if (!isFixed && program.firstClass >= 0) {
    const stop = Math.min(length, start + SCAN_CHUNK)
    state.start = scanUntil(program, program.firstClass, text, start, stop)
    state.budget -= ((state.start - start) / UNITS_PER_STEP) | 0
    if (state.start === stop && stop < length) return 0
  }
  if (program.unicode && isInsidePair(text, state.start)) {
    state.start++
    return 0
  }
  state.position = state.start
  state.registers[0] = state.start
  return 1
}

const setRegister: Operation = ({ code }, _text, state, pc) => {
  write(state, code[pc + 1]!, code[pc + 2]!)
  return pc + 3
}

const repeat: Operation = ({ code }, _text, state, pc) => {
  const count = state.registers[code[pc + 1]!]!
  const max = code[pc + 3]!
  const exit = code[pc + 5]!
  const iterate = pc + 6
  if (count < code[pc + 2]!) return iterate
  if (max >= 0 && count >= max) return exit
  const isGreedy = code[pc + 4] === 1
  pushWay(state, state.position, isGreedy ? exit : iterate)
  return isGreedy ? iterate : exit
}

const count: Operation = ({ code }, _text, state, pc) => {
  const counter = code[pc + 1]!
  const mark = code[pc + 4]!
  const done = state.registers[counter]!
  write(state, counter, Math.min(done + 1, code[pc + 2]!))
  if (mark >= 0) write(state, mark, done < code[pc + 3]! ? -1 : state.position)
  return pc + 5
}

const progress: Operation = ({ code }, _text, state, pc) =>
  state.registers[code[pc + 1]!] === state.position ? FAILS : pc + 2

const start: Operation = (_program, _text, state, pc) => (state.position === 0 ? pc + 1 : FAILS)

const end: Operation = (_program, text, state, pc) => (state.position === text.length ? pc + 1 : FAILS)

const lineStart: Operation = (_program, text, { position }, pc) =>
  position === 0 || isLineTerminator(text.charCodeAt(position - 1)) ? pc + 1 : FAILS

const lineEnd: Operation = (_program, text, { position }, pc) =>
  position === text.length || isLineTerminator(text.charCodeAt(position)) ? pc + 1 : FAILS

/** `boundary` and `notBoundary`. */
const boundary: Operation = (program, text, { position }, pc) => {
  const word = program.code[pc + 1]!
  const before = position > 0 && isIn(program, word, text.charCodeAt(position - 1))
  const after = position < text.length && isIn(program, word, text.charCodeAt(position))
  return (before !== after) === (program.code[pc] === operation.boundary) ? pc + 2 : FAILS
}

const chars: Operation = ({ code }, text, state, pc) => {
  const size = code[pc + 1]!
  if (state.position + size > text.length) return FAILS
  for (let i = 0; i < size; i++) {
    if (text.charCodeAt(state.position + i) !== code[pc + 2 + i]) {
      state.budget -= i >> 3
      return FAILS
    }
  }
  state.budget -= size >> 3
  state.position += size
  return pc + 2 + size
}

/** A scan that is stopped midway keeps where it began in its register, which else is -1. */
const greedyScan: Operation = (program, text, state, pc) => {
  const { code } = program
  const max = code[pc + 3]!
  const register = code[pc + 4]!
  const stopped = state.registers[register]!
  const from = state.position
  const begin = stopped < 0 ? from : stopped
  const limit = max < 0 ? text.length : Math.min(text.length, begin + max)
  const stop = Math.min(limit, from + SCAN_CHUNK)
  const position = scanWhile(program, code[pc + 1]!, text, from, stop)
  state.position = position
  state.budget -= ((position - from) / UNITS_PER_STEP) | 0
  if (position === stop && stop < limit) {
    state.registers[register] = begin
    return pc
  }
  state.registers[register] = -1
  if (code[pc + 6] === 1) state.ruledOut = position + 1
  const least = begin + code[pc + 2]!
  if (position < least) return FAILS
  if (code[pc + 5] === 0 && position > least) pushLoop(state, least, position, pc + 7)
  return pc + 9
}

const greedyBack: Operation = (program, text, state, pc) => {
  const least = state.stack[--state.stackSize]!
  const from = state.position
  const stop = Math.max(least, from - SCAN_CHUNK)
  const follow = program.code[pc + 1]!
  const position = follow < 0 ? from - 1 : scanBack(program, follow, text, from - 1, stop)
  state.budget -= ((from - position) / UNITS_PER_STEP) | 0
  if (position < stop) {
    if (stop === least) return FAILS
    state.position = stop
    state.stack[state.stackSize++] = least
    return pc
  }
  state.position = position
  if (position > least) pushLoop(state, least, position, pc)
  return pc + 2
}

/** `lazy` and `lazyCodePoints`: first without, later with one more. */
const lazy: Operation = ({ code }, text, state, pc) => {
  const max = code[pc + 1]!
  const limit = max < 0 ? text.length : Math.min(text.length, state.position + max)
  pushLoop(state, limit, state.position, pc + 2)
  return pc + 6
}

const lazyBack: Operation = (program, text, state, pc) => {
  const { code } = program
  const limit = state.stack[--state.stackSize]!
  const follow = code[pc + 2]!
  const from = state.position
  const stop = Math.min(limit, follow < 0 ? from + 1 : from + SCAN_CHUNK)
  const reached = scanWhile(program, code[pc + 1]!, text, from, stop)
  if (reached === from) return FAILS
  const position = follow < 0 ? reached : scanUntil(program, follow, text, from + 1, reached)
  state.position = position
  state.budget -= ((reached - from) / UNITS_PER_STEP) | 0
  if (follow >= 0 && position === reached && !canFollow(program, text, position, pc)) {
    if (reached < stop || stop === limit) return FAILS
    state.stack[state.stackSize++] = limit
    return pc
  }
  pushLoop(state, limit, position, pc)
  return pc + 4
}

/** Whether the rest of the pattern may begin here: with a unit of the class, or where the text ends. */
const canFollow = (program: Program, text: string, position: number, pc: number): boolean =>
  position < text.length
    ? isIn(program, program.code[pc + 2]!, text.charCodeAt(position))
    : program.code[pc + 3] === 1

const matched: Operation = (_program, _text, state) => {
  state.registers[1] = state.position
  state.result = true
  return ENDS
}

const setCodePoint: Operation = (program, text, state, pc) => {
  if (state.position >= text.length) return FAILS
  const character = codePointAt(text, state.position)
  if (!isIn(program, program.code[pc + 1]!, character)) return FAILS
  state.position += character > 0xffff ? 2 : 1
  return pc + 2
}

const unitBack: Operation = ({ code, latin, classes }, text, state, pc) => {
  if (state.position === 0) return FAILS
  const unit = text.charCodeAt(state.position - 1)
  const operand = code[pc + 1]!
  const matches = code[pc] === operation.charBack ? unit === operand : isIn({ latin, classes }, operand, unit)
  if (!matches) return FAILS
  state.position--
  return pc + 2
}

const setCodePointBack: Operation = (program, text, state, pc) => {
  if (state.position === 0) return FAILS
  const character = codePointBefore(text, state.position)
  if (!isIn(program, program.code[pc + 1]!, character)) return FAILS
  state.position -= character > 0xffff ? 2 : 1
  return pc + 2
}

/** A scan that is stopped midway keeps its count in one register and where it may end in the next. */
const greedyScanCodePoints: Operation = (program, text, state, pc) => {
  const { code } = program
  const { registers } = state
  const [classNumber, min, max, register] = [code[pc + 1]!, code[pc + 2]!, code[pc + 3]!, code[pc + 4]!]
  const stopped = registers[register]!
  const begin = state.position
  const stop = Math.min(text.length, begin + SCAN_CHUNK)
  let count = Math.max(stopped, 0)
  let least = stopped < 0 ? begin : registers[register + 1]!
  let position = begin
  let ended = false
  while (position < stop) {
    const character = count === max ? -1 : codePointAt(text, position)
    ended = character < 0 || !isIn(program, classNumber, character)
    if (ended) break
    position += character > 0xffff ? 2 : 1
    if (++count === min) least = position
  }
  state.position = position
  state.budget -= Math.floor((position - begin) / CODE_POINTS_PER_STEP)
  if (!ended && position < text.length) {
    registers[register] = count
    registers[register + 1] = least
    return pc
  }
  registers[register] = -1
  if (code[pc + 6] === 1) state.ruledOut = position
  if (count < min) return FAILS
  if (code[pc + 5] === 0 && position > least) {
    pushLoop(state, least, position, pc + 7)
  }
  return pc + 9
}

const greedyBackCodePoints: Operation = (program, text, state, pc) => {
  const least = state.stack[--state.stackSize]!
  const follow = program.code[pc + 1]!
  const from = state.position
  let position = from
  let found = false
  while (!found && position > least && from - position < SCAN_CHUNK) {
    position -= position - 2 >= least && codePointBefore(text, position) > 0xffff ? 2 : 1
    found = follow < 0 || isIn(program, follow, text.charCodeAt(position))
  }
  state.position = position
  state.budget -= Math.floor((from - position) / CODE_POINTS_PER_STEP)
  if (!found && position <= least) return FAILS
  if (!found) {
    state.stack[state.stackSize++] = least
    return pc
  }
  if (position > least) pushLoop(state, least, position, pc)
  return pc + 2
}

const lazyBackCodePoints: Operation = (program, text, state, pc) => {
  const limit = state.stack[--state.stackSize]!
  if (state.position >= limit) return FAILS
  const character = codePointAt(text, state.position)
  if (!isIn(program, program.code[pc + 1]!, character)) return FAILS
  state.position += character > 0xffff ? 2 : 1
  pushLoop(state, limit, state.position, pc)
  return pc + 4
}

const backreference: Operation = ({ code, references }, text, state, pc) => {
  const reference = references[code[pc + 1]!]!
  const next = scanReference(reference, state.registers, text, state.position, code[pc + 2] === 1)
  if (next < 0) {
    state.budget -= Math.floor(referenceLength(reference.groups, state.registers) / CODE_POINTS_PER_STEP)
    return FAILS
  }
  state.budget -= Math.floor(Math.abs(next - state.position) / CODE_POINTS_PER_STEP)
  state.position = next
  return pc + 3
}

/** At the most, what a comparison has read before it failed. */
const referenceLength = (groups: readonly number[], registers: readonly number[]): number =>
  Math.max(0, ...groups.map((group) => registers[2 * group + 1]! - registers[2 * group]!))

/** Captures inside are kept for the way back: what the body leaves on the stack is dropped at its end. */
const look: Operation = ({ code }, _text, state, pc) => {
  const register = code[pc + 1]!
  const end = code[pc + 3]!
  for (let capture = code[pc + 2]!; capture < end; capture++) {
    pushWay(state, state.registers[capture]!, ~capture)
  }
  state.budget -= end - code[pc + 2]!
  state.registers[register] = state.stackSize
  state.registers[register + 1] = state.position
  if (code[pc] === operation.look) return pc + 4
  pushWay(state, state.position, code[pc + 4]!)
  return pc + 5
}

const lookEnd: Operation = ({ code }, _text, state, pc) => {
  const register = code[pc + 1]!
  state.stackSize = state.registers[register]!
  state.position = state.registers[register + 1]!
  return pc + 2
}

const lookNotEnd: Operation = ({ code }, _text, state, pc) => {
  state.stackSize = state.registers[code[pc + 1]!]!
  return FAILS
}

const reset: Operation = ({ code }, _text, state, pc) => {
  const end = code[pc + 2]!
  for (let register = code[pc + 1]!; register < end; register++) {
    const old = state.registers[register]!
    if (old === -1) continue
    pushWay(state, old, ~register)
    state.registers[register] = -1
  }
  state.budget -= (end - code[pc + 1]!) >> 3
  return pc + 3
}

const byCode: { readonly [code: number]: Operation } = {
  [operation.seek]: seek,
  [operation.setCodePoint]: setCodePoint,
  [operation.charBack]: unitBack,
  [operation.setBack]: unitBack,
  [operation.setCodePointBack]: setCodePointBack,
  [operation.reset]: reset,
  [operation.setRegister]: setRegister,
  [operation.repeat]: repeat,
  [operation.count]: count,
  [operation.progress]: progress,
  [operation.start]: start,
  [operation.end]: end,
  [operation.lineStart]: lineStart,
  [operation.lineEnd]: lineEnd,
  [operation.boundary]: boundary,
  [operation.notBoundary]: boundary,
  [operation.backreference]: backreference,
  [operation.look]: look,
  [operation.lookEnd]: lookEnd,
  [operation.lookNot]: look,
  [operation.lookNotEnd]: lookNotEnd,
  [operation.greedyScan]: greedyScan,
  [operation.greedyBack]: greedyBack,
  [operation.greedyScanCodePoints]: greedyScanCodePoints,
  [operation.greedyBackCodePoints]: greedyBackCodePoints,
  [operation.lazy]: lazy,
  [operation.lazyBack]: lazyBack,
  [operation.lazyCodePoints]: lazy,
  [operation.lazyBackCodePoints]: lazyBackCodePoints,
  [operation.match]: matched,
  [operation.chars]: chars,
}

/** By operation code; those that stand in the matcher's own loop are not reached. */
export const operations: readonly Operation[] = Array.from(
  { length: 42 },
  (_, code) => byCode[code] ?? (() => FAILS),
)
