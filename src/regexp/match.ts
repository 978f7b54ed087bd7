/**
 * Runs a program over a text by backtracking. The whole state of a match is plain data: a match stops where its
 * fuel ends and goes on later, in another process if need be. Never calls anything but its meter.
 */
import { contains } from "./charSet.ts"
import { equalIgnoringCase } from "./caseFolding.ts"
import type { MemoPoint, Program, Reference } from "./program.ts"

/** The match has stopped: call again with the same state to go on. */
export const SUSPENDED = Symbol("suspended")

/** Start and end of each capture in code units, the whole match first; -1 where a group took no part. */
export type MatchIndices = readonly number[]

export interface Meter {
  /** Accounts for `units` of work; false stops the match, which goes on at the next call. */
  readonly charge: (units: number) => boolean
  /** Accounts for memory that the match holds from now on; false stops it likewise. */
  readonly chargeBytes: (bytes: number) => boolean
  /** Which engines may match, and how often each has. */
  readonly engines?: Engines
  /** Steps between two charges, `DEFAULT_STEPS_PER_CHARGE` when unset; 1 in tests of stopping. */
  readonly stepsPerCharge?: number
}

/** The debug record of a run: matches begun by the host's engine and by ours. */
export interface Engines {
  readonly hostAllowed: boolean
  host: number
  own: number
}

export const STEPS_PER_UNIT = 16
export const DEFAULT_STEPS_PER_CHARGE = 2048

/** A match that has begun. Plain JSON data. */
export interface MatchState {
  /** Where this match may begin, at the earliest. */
  start: number
  readonly sticky: boolean
  /** Which engine has begun the match. */
  engine: "own" | "host" | undefined
  position: number
  /** Place in the program. */
  at: number
  /** Captures, then loop registers. */
  registers: number[]
  /**
   * What to go back to. From the top: a place and its position, or the complement of a register and its old
   * value; the places of loops keep one number more below.
   */
  stack: number[]
  /** Bytes of `stack` and `memo` already charged. */
  chargedBytes: number
  /** Steps left until the next charge; negative before the first. */
  budget: number
  /** Charges so far. */
  charges: number
  /** Places to begin before this one are ruled out. */
  ruledOut: number
  /** Bits of states tried without success, by page; undefined until a match has taken long. */
  memo: { [page: number]: number[] } | undefined
  memoPages: number
  /** The result, once known: it may still wait for its charge. */
  result: number[] | null | undefined
}

export const startProgram = (program: Program, lastIndex: number, sticky: boolean): MatchState => ({
  start: lastIndex,
  sticky,
  engine: undefined,
  position: lastIndex,
  at: 0,
  registers: new Array<number>(program.registerCount).fill(-1),
  stack: [],
  chargedBytes: 0,
  budget: -1,
  charges: 0,
  ruledOut: 0,
  memo: undefined,
  memoPages: 0,
  result: undefined,
})

const SCAN_CHUNK = 1 << 14
const SCAN_UNITS_PER_STEP = 8
const BYTES_PER_ENTRY = 8
const STACK_BLOCK_BYTES = 1 << 15
const MEMO_PAGE_STATES = 1 << 14
const MEMO_PAGE_BYTES = (MEMO_PAGE_STATES / 32) * BYTES_PER_ENTRY
const MAX_MEMO_PAGES = 1 << 13
/** A match of so many charges keeps a memo. */
const CHARGES_BEFORE_MEMO = 3

/** Numbers on the backtrack stack; beyond, engines give up too. */
const MAX_STACK_ENTRIES = 1 << 24

/** The backtrack stack has outgrown its bound. */
export class BacktrackLimitError extends Error {
  override readonly name = "BacktrackLimitError"
}

const isIn = (program: Program, classNumber: number, character: number): boolean =>
  character < 256
    ? program.latin[(classNumber << 8) | character] === 1
    : contains(program.classes[classNumber]!, character)

const codePointAt = (text: string, position: number): number => {
  const unit = text.charCodeAt(position)
  if (unit < 0xd800 || unit > 0xdbff || position + 1 >= text.length) return unit
  const trail = text.charCodeAt(position + 1)
  return trail < 0xdc00 || trail > 0xdfff ? unit : (unit - 0xd800) * 0x400 + (trail - 0xdc00) + 0x10000
}

const codePointBefore = (text: string, position: number): number => {
  const unit = text.charCodeAt(position - 1)
  if (unit < 0xdc00 || unit > 0xdfff || position < 2) return unit
  const lead = text.charCodeAt(position - 2)
  return lead < 0xd800 || lead > 0xdbff ? unit : (lead - 0xd800) * 0x400 + (unit - 0xdc00) + 0x10000
}

const isPairAt = (text: string, position: number): boolean => codePointAt(text, position) > 0xffff

const isLineTerminator = (unit: number): boolean =>
  unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029

/** The position after the referenced text, or before it going backward; -1 when the text differs. */
const matchReference = (
  reference: Reference,
  registers: readonly number[],
  text: string,
  position: number,
  backward: boolean,
): number => {
  const group = reference.groups.find((index) => registers[2 * index]! >= 0 && registers[2 * index + 1]! >= 0)
  if (group === undefined) return position
  const from = registers[2 * group]!
  const length = registers[2 * group + 1]! - from
  const begin = backward ? position - length : position
  if (begin < 0 || begin + length > text.length) return -1
  if (reference.caseMode === "folding") {
    if (!sameFolded(text, from, begin, length)) return -1
  } else {
    for (let i = 0; i < length; i++) {
      const a = text.charCodeAt(from + i)
      const b = text.charCodeAt(begin + i)
      if (a !== b && (reference.caseMode === undefined || !equalIgnoringCase(a, b, "unit"))) return -1
    }
  }
  return backward ? begin : begin + length
}

/** Characters that fold together have the same number of units. */
const sameFolded = (text: string, a: number, b: number, length: number): boolean => {
  for (let i = 0; i < length; i++) {
    const left = codePointAt(text, a + i)
    const right = codePointAt(text, b + i)
    if (left !== right && !equalIgnoringCase(left, right, "folding")) return false
    if (left > 0xffff) i++
  }
  return true
}

/** Whether this state has been tried before; from now on it has. */
const triedBefore = (program: Program, point: MemoPoint, state: MatchState, position: number): boolean => {
  const { registers } = state
  let local = 0
  for (const { register, values } of point.counters) local = local * values + registers[register]!
  for (const mark of point.marks) local = 2 * local + (registers[mark] === position ? 0 : 1)
  const index = position * program.memoStates + point.offset + local
  const page = Math.floor(index / MEMO_PAGE_STATES)
  let words = state.memo![page]
  if (words === undefined) {
    if (state.memoPages >= MAX_MEMO_PAGES) return false
    state.memoPages++
    words = state.memo![page] = new Array<number>(MEMO_PAGE_STATES / 32).fill(0)
  }
  const offset = index - page * MEMO_PAGE_STATES
  const bit = 1 << (offset & 31)
  if ((words[offset >> 5]! & bit) !== 0) return true
  words[offset >> 5]! |= bit
  return false
}

/** Accounts for what has been done and is held; false when the match must stop here. */
const settle = (
  program: Program,
  state: MatchState,
  interval: number,
  stackSize: number,
  meter: Meter,
): boolean => {
  state.budget = interval
  if (stackSize > MAX_STACK_ENTRIES)
    throw new BacktrackLimitError("the pattern's backtrack stack is too large")
  state.charges++
  if (state.memo === undefined && state.charges > CHARGES_BEFORE_MEMO && program.memoPoints.length > 0)
    state.memo = {}
  const goesOn = meter.charge(Math.ceil(interval / STEPS_PER_UNIT))
  const held = stackSize * BYTES_PER_ENTRY + state.memoPages * MEMO_PAGE_BYTES
  if (held <= state.chargedBytes) return goesOn
  const bytes = Math.ceil((held - state.chargedBytes) / STACK_BLOCK_BYTES) * STACK_BLOCK_BYTES
  state.chargedBytes += bytes
  return meter.chargeBytes(bytes) && goesOn
}

/** Keeps the result until its last steps are charged. */
const finish = (
  state: MatchState,
  result: number[] | null,
  interval: number,
  budget: number,
  meter: Meter,
) => {
  state.result = result
  state.stack = []
  state.memo = undefined
  return meter.charge(Math.ceil((interval - budget) / STEPS_PER_UNIT)) ? result : SUSPENDED
}

/**
 * Goes on with a match until it ends or the meter stops it.
 *
 * @returns the indices, null where nothing matches, or SUSPENDED
 * @throws BacktrackLimitError
 */
export const runProgram = (
  program: Program,
  text: string,
  state: MatchState,
  meter: Meter,
): MatchIndices | null | typeof SUSPENDED => {
  if (state.result !== undefined) return state.result
  const interval = meter.stepsPerCharge ?? DEFAULT_STEPS_PER_CHARGE
  const { code, latin, classes, unicode, firstClass, firstUnit } = program
  const { registers, stack } = state
  const length = text.length
  let sp = stack.length
  let pc = state.at
  let position = state.position
  let start = state.start
  let ruledOut = state.ruledOut
  let budget = state.budget < 0 ? interval : state.budget

  for (;;) {
    if (--budget < 0) {
      const goesOn = settle(program, state, interval, sp, meter)
      budget = interval
      if (!goesOn) {
        stack.length = sp
        state.at = pc
        state.position = position
        state.start = start
        state.ruledOut = ruledOut
        return SUSPENDED
      }
    }
    // Cases that match go on; cases that fail leave the switch.
    switch (code[pc]!) {
      case 0: {
        // seek
        if (start > length) return finish(state, null, interval, budget, meter)
        if (!state.sticky && !program.anchored) {
          let stop = Math.min(length, start + SCAN_CHUNK)
          const from = start
          if (firstUnit !== "") {
            const found = text.indexOf(firstUnit, start)
            start = stop = found < 0 ? length : found
          } else if (firstClass >= 0) {
            const base = firstClass << 8
            for (; start < stop; start++) {
              const unit = text.charCodeAt(start)
              if (unit < 256 ? latin[base | unit] === 1 : contains(classes[firstClass]!, unit)) break
            }
          }
          budget -= ((start - from) / SCAN_UNITS_PER_STEP) | 0
          if (start === stop && firstUnit === "" && stop < length) continue
        } else if (program.anchored && start > 0) return finish(state, null, interval, budget, meter)
        position = start
        registers[0] = start
        pc = 1
        continue
      }
      case 1: // char
        if (text.charCodeAt(position) !== code[pc + 1]!) break
        position++
        pc += 2
        continue
      case 2: {
        // set
        const unit = text.charCodeAt(position)
        if (
          unit < 256
            ? latin[(code[pc + 1]! << 8) | unit] !== 1
            : !(unit >= 256) || !contains(classes[code[pc + 1]!]!, unit)
        )
          break
        position++
        pc += 2
        continue
      }
      case 3: {
        // setCodePoint
        if (position >= length) break
        const character = codePointAt(text, position)
        if (!isIn(program, code[pc + 1]!, character)) break
        position += character > 0xffff ? 2 : 1
        pc += 2
        continue
      }
      case 4: // charBack
        if (position === 0 || text.charCodeAt(position - 1) !== code[pc + 1]!) break
        position--
        pc += 2
        continue
      case 5: // setBack
        if (position === 0 || !isIn(program, code[pc + 1]!, text.charCodeAt(position - 1))) break
        position--
        pc += 2
        continue
      case 6: {
        // setCodePointBack
        if (position === 0) break
        const character = codePointBefore(text, position)
        if (!isIn(program, code[pc + 1]!, character)) break
        position -= character > 0xffff ? 2 : 1
        pc += 2
        continue
      }
      case 7: // jump
        pc = code[pc + 1]!
        continue
      case 8: // fork
        stack[sp++] = position
        stack[sp++] = code[pc + 1]!
        pc += 2
        continue
      case 9: // peek
      case 10: {
        // peekFork
        const unit = text.charCodeAt(position)
        const possible =
          unit < 256
            ? latin[(code[pc + 1]! << 8) | unit] === 1
            : unit >= 256
              ? contains(classes[code[pc + 1]!]!, unit)
              : code[pc + 2] === 1
        if (!possible) {
          pc = code[pc + 3]!
          continue
        }
        if (code[pc] === 10) {
          stack[sp++] = position
          stack[sp++] = code[pc + 3]!
        }
        pc += 4
        continue
      }
      case 11: {
        // save
        const register = code[pc + 1]!
        if (sp > 0) {
          stack[sp++] = registers[register]!
          stack[sp++] = ~register
        }
        registers[register] = position
        pc += 2
        continue
      }
      case 12: {
        // reset
        const end = code[pc + 2]!
        for (let register = code[pc + 1]!; register < end; register++) {
          const old = registers[register]!
          if (old === -1) continue
          budget--
          stack[sp++] = old
          stack[sp++] = ~register
          registers[register] = -1
        }
        pc += 3
        continue
      }
      case 13: {
        // setRegister
        const register = code[pc + 1]!
        if (sp > 0) {
          stack[sp++] = registers[register]!
          stack[sp++] = ~register
        }
        registers[register] = code[pc + 2]!
        pc += 3
        continue
      }
      case 14: {
        // repeat
        const count = registers[code[pc + 1]!]!
        const max = code[pc + 3]!
        if (count < code[pc + 2]!) {
          pc += 6
        } else if (max >= 0 && count >= max) {
          pc = code[pc + 5]!
        } else if (code[pc + 4] === 1) {
          stack[sp++] = position
          stack[sp++] = code[pc + 5]!
          pc += 6
        } else {
          stack[sp++] = position
          stack[sp++] = pc + 6
          pc = code[pc + 5]!
        }
        continue
      }
      case 15: {
        // count
        const counter = code[pc + 1]!
        const mark = code[pc + 4]!
        const count = registers[counter]!
        if (sp > 0) {
          stack[sp++] = count
          stack[sp++] = ~counter
        }
        registers[counter] = Math.min(count + 1, code[pc + 2]!)
        if (mark >= 0) {
          if (sp > 0) {
            stack[sp++] = registers[mark]!
            stack[sp++] = ~mark
          }
          registers[mark] = count < code[pc + 3]! ? -1 : position
        }
        pc += 5
        continue
      }
      case 16: // progress
        if (registers[code[pc + 1]!] === position) break
        pc += 2
        continue
      case 17: // start
        if (position !== 0) break
        pc++
        continue
      case 18: // end
        if (position !== length) break
        pc++
        continue
      case 19: // lineStart
        if (position !== 0 && !isLineTerminator(text.charCodeAt(position - 1))) break
        pc++
        continue
      case 20: // lineEnd
        if (position !== length && !isLineTerminator(text.charCodeAt(position))) break
        pc++
        continue
      case 21: // boundary
      case 22: {
        // notBoundary
        const word = code[pc + 1]!
        const before = position > 0 && isIn(program, word, text.charCodeAt(position - 1))
        const after = position < length && isIn(program, word, text.charCodeAt(position))
        if ((before !== after) !== (code[pc] === 21)) break
        pc += 2
        continue
      }
      case 23: {
        // backreference
        const reference = program.references[code[pc + 1]!]!
        const next = matchReference(reference, registers, text, position, code[pc + 2] === 1)
        if (next < 0) break
        budget -= (Math.abs(next - position) / SCAN_UNITS_PER_STEP) | 0
        position = next
        pc += 3
        continue
      }
      case 24: // look
      case 26: {
        // lookNot
        const register = code[pc + 1]!
        const end = code[pc + 3]!
        for (let capture = code[pc + 2]!; capture < end; capture++) {
          budget--
          stack[sp++] = registers[capture]!
          stack[sp++] = ~capture
        }
        registers[register] = sp
        registers[register + 1] = position
        if (code[pc] === 26) {
          stack[sp++] = position
          stack[sp++] = code[pc + 4]!
          pc += 5
        } else {
          pc += 4
        }
        continue
      }
      case 25: // lookEnd
        sp = registers[code[pc + 1]!]!
        position = registers[code[pc + 1]! + 1]!
        pc += 2
        continue
      case 27: // lookNotEnd
        sp = registers[code[pc + 1]!]!
        break
      case 29: {
        // greedyScan
        const base = code[pc + 1]! << 8
        const max = code[pc + 3]!
        const register = code[pc + 4]!
        const suspended = registers[register]!
        const begin = suspended < 0 ? position : suspended
        const limit = max < 0 ? length : Math.min(length, begin + max)
        const stop = Math.min(limit, position + SCAN_CHUNK)
        const from = position
        for (; position < stop; position++) {
          const unit = text.charCodeAt(position)
          if (unit < 256 ? latin[base | unit] !== 1 : !contains(classes[base >> 8]!, unit)) break
        }
        budget -= ((position - from) / SCAN_UNITS_PER_STEP) | 0
        if (position === stop && stop < limit) {
          registers[register] = begin
          continue
        }
        if (suspended >= 0) registers[register] = -1
        if (code[pc + 6] === 1) ruledOut = position + 1
        const least = begin + code[pc + 2]!
        if (position < least) break
        if (code[pc + 5] === 0 && position > least) {
          stack[sp++] = least
          stack[sp++] = position
          stack[sp++] = pc + 7
        }
        pc += 9
        continue
      }
      case 30: {
        // greedyBack
        const least = stack[--sp]!
        const stop = Math.max(least, position - SCAN_CHUNK)
        const follow = code[pc + 1]!
        const from = position--
        if (follow >= 0) {
          const base = follow << 8
          for (; position >= stop; position--) {
            const unit = text.charCodeAt(position)
            if (unit < 256 ? latin[base | unit] === 1 : contains(classes[follow]!, unit)) break
          }
        }
        budget -= ((from - position) / SCAN_UNITS_PER_STEP) | 0
        if (position < stop) {
          if (stop === least) break
          position = stop
          stack[sp++] = least
          continue
        }
        if (position > least) {
          stack[sp++] = least
          stack[sp++] = position
          stack[sp++] = pc
        }
        pc += 2
        continue
      }
      case 32: {
        // greedyScanCodePoints
        const classNumber = code[pc + 1]!
        const min = code[pc + 2]!
        const max = code[pc + 3]!
        const register = code[pc + 4]!
        const stop = Math.min(length, position + SCAN_CHUNK)
        const from = position
        const suspended = registers[register]!
        let count = suspended < 0 ? 0 : suspended
        let least = suspended < 0 ? position : registers[register + 1]!
        let ended = false
        while (position < stop) {
          const character = count === max ? -1 : codePointAt(text, position)
          if (character < 0 || !isIn(program, classNumber, character)) {
            ended = true
            break
          }
          position += character > 0xffff ? 2 : 1
          if (++count === min) least = position
        }
        budget -= ((position - from) / (SCAN_UNITS_PER_STEP / 2)) | 0
        if (!ended && position < length) {
          registers[register] = count
          registers[register + 1] = least
          continue
        }
        if (suspended >= 0) registers[register] = -1
        if (code[pc + 6] === 1) ruledOut = position
        if (count < min) break
        if (code[pc + 5] === 0 && position > least) {
          stack[sp++] = least
          stack[sp++] = position
          stack[sp++] = pc + 7
        }
        pc += 9
        continue
      }
      case 33: {
        // greedyBackCodePoints
        const least = stack[--sp]!
        const follow = code[pc + 1]!
        const from = position
        let found = false
        while (position > least && from - position < SCAN_CHUNK) {
          position -= position - 2 >= least && codePointBefore(text, position) > 0xffff ? 2 : 1
          if (follow < 0 || isIn(program, follow, text.charCodeAt(position))) {
            found = true
            break
          }
        }
        budget -= ((from - position) / (SCAN_UNITS_PER_STEP / 2)) | 0
        if (!found) {
          if (position <= least) break
          stack[sp++] = least
          continue
        }
        if (position > least) {
          stack[sp++] = least
          stack[sp++] = position
          stack[sp++] = pc
        }
        pc += 2
        continue
      }
      case 34: // lazy
      case 36: {
        // lazyCodePoints
        const max = code[pc + 1]!
        stack[sp++] = max < 0 ? length : Math.min(length, position + max)
        stack[sp++] = position
        stack[sp++] = pc + 2
        pc += 6
        continue
      }
      case 35: {
        // lazyBack
        const limit = stack[--sp]!
        const base = code[pc + 1]! << 8
        const follow = code[pc + 2]!
        const stop = Math.min(limit, position + SCAN_CHUNK)
        const from = position
        let found = false
        while (position < stop) {
          const unit = text.charCodeAt(position)
          if (unit < 256 ? latin[base | unit] !== 1 : !contains(classes[base >> 8]!, unit)) break
          position++
          if (follow >= 0) {
            const next = text.charCodeAt(position)
            const possible =
              next < 256
                ? latin[(follow << 8) | next] === 1
                : next >= 256
                  ? contains(classes[follow]!, next)
                  : code[pc + 3] === 1
            if (!possible) continue
          }
          found = true
          break
        }
        budget -= ((position - from) / SCAN_UNITS_PER_STEP) | 0
        if (!found) {
          if (position < stop || stop === limit) break
          stack[sp++] = limit
          continue
        }
        stack[sp++] = limit
        stack[sp++] = position
        stack[sp++] = pc
        pc += 4
        continue
      }
      case 37: {
        // lazyBackCodePoints
        const limit = stack[--sp]!
        if (position >= limit) break
        const character = codePointAt(text, position)
        if (!isIn(program, code[pc + 1]!, character)) break
        position += character > 0xffff ? 2 : 1
        stack[sp++] = limit
        stack[sp++] = position
        stack[sp++] = pc
        pc += 4
        continue
      }
      case 38: // memo
        if (
          state.memo !== undefined &&
          triedBefore(program, program.memoPoints[code[pc + 1]!]!, state, position)
        )
          break
        pc += 2
        continue
      case 39: {
        // match
        registers[1] = position
        const result = registers.slice(0, 2 * program.captureCount)
        for (let i = 0; i < result.length; i += 2) {
          if (result[i]! < 0 || result[i + 1]! < 0) result[i] = result[i + 1] = -1
        }
        return finish(state, result, interval, budget, meter)
      }
      case 28: {
        // setElse
        const unit = text.charCodeAt(position)
        if (
          unit < 256
            ? latin[(code[pc + 1]! << 8) | unit] === 1
            : unit >= 256 && contains(classes[code[pc + 1]!]!, unit)
        ) {
          position++
          pc += 3
        } else {
          pc = code[pc + 2]!
        }
        continue
      }
      case 41: {
        // chars
        const count = code[pc + 1]!
        let i = 0
        while (i < count && text.charCodeAt(position + i) === code[pc + 2 + i]!) i++
        budget -= i >> 3
        if (i < count) break
        position += count
        pc += 2 + count
        continue
      }
      default:
        break
    }

    // Goes back to the last place that had another way.
    for (;;) {
      if (sp === 0) {
        if (state.sticky || program.anchored) return finish(state, null, interval, budget, meter)
        const next = unicode && isPairAt(text, start) ? start + 2 : start + 1
        start = next < ruledOut ? ruledOut : next
        for (let register = 2 * program.captureCount - 1; register > 0; register--) registers[register] = -1
        pc = 0
        break
      }
      const place = stack[--sp]!
      const value = stack[--sp]!
      if (place >= 0) {
        pc = place
        position = value
        break
      }
      registers[~place] = value
    }
  }
}
