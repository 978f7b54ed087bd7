/** A match that has begun, as plain data, and the account it gives of its work. Never matches. */
import type { Program } from "./program.ts"

/** The match has stopped: call again with the same state to go on. */
export const SUSPENDED = Symbol("suspended")

export interface Meter {
  /** Accounts for `units` of work; false stops the match, which goes on at the next call. */
  readonly charge: (units: number) => boolean
  /** Accounts for memory that the match holds from now on; false stops it likewise. */
  readonly chargeBytes: (bytes: number) => boolean
  /** Steps between two charges, `DEFAULT_STEPS_PER_CHARGE` when unset; 1 in tests of stopping. */
  readonly stepsPerCharge?: number
}

/** The debug record of a run: how often the host's engine was asked, for one match or for all of a text, and matches by ours. */
export interface Engines {
  readonly hostAllowed: boolean
  host: number
  own: number
}

export const STEPS_PER_UNIT = 4
export const DEFAULT_STEPS_PER_CHARGE = 2048

/** A match that has begun. Plain JSON data. */
export interface MatchState {
  /** The place to begin that is being tried. */
  start: number
  sticky: boolean
  position: number
  /** Place in the program. */
  at: number
  /** Start and end of each capture, -1 before, then registers of loops and lookarounds. */
  readonly registers: number[]
  /**
   * What to go back to. From the top: a place and its position, or the complement of a register and its old
   * value; the places of loops keep one number more below.
   */
  stack: number[]
  /** How many numbers of `stack` count. */
  stackSize: number
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
  /** Whether there is a match, once known: it may still wait for its charge. */
  result: boolean | undefined
}

const newState = (): MatchState => ({
  start: 0,
  sticky: false,
  position: 0,
  at: 0,
  registers: [],
  stack: [],
  stackSize: 0,
  chargedBytes: 0,
  budget: -1,
  charges: 0,
  ruledOut: 0,
  memo: undefined,
  memoPages: 0,
  result: undefined,
})

/** A state for a match from `start` on; `old` is one that has ended, which costs less than a new one. */
export const startState = (
  program: Program,
  start: number,
  sticky: boolean,
  old: MatchState | null,
): MatchState => {
  const state = old ?? newState()
  state.start = start
  state.sticky = sticky
  state.position = start
  state.at = 0
  state.chargedBytes = 0
  state.budget = -1
  state.charges = 0
  state.ruledOut = 0
  state.memoPages = 0
  state.result = undefined
  const { registers } = state
  registers.length = 0
  for (let i = 0; i < program.registerCount; i++) registers.push(-1)
  return state
}

const BYTES_PER_NUMBER = 8
const STACK_BLOCK_BYTES = 1 << 15
/** A match of so many charges keeps a memo. */
const CHARGES_BEFORE_MEMO = 3
/** Numbers on the backtrack stack: about where hosts give up too. */
const MAX_STACK_SIZE = 1 << 24

/** A longer stack is not kept for the next match. */
const MAX_KEPT_STACK = 1 << 10

/** The backtrack stack has outgrown its bound. */
export class BacktrackLimitError extends Error {
  override readonly name = "BacktrackLimitError"
}

/**
 * Accounts for the steps since the last charge and for what is held; false when the match must stop here.
 *
 * @throws BacktrackLimitError
 */
export const settle = (program: Program, state: MatchState, interval: number, meter: Meter): boolean => {
  if (state.stackSize > MAX_STACK_SIZE)
    throw new BacktrackLimitError("the pattern's backtrack stack is too large")
  const steps = interval - state.budget
  state.budget = interval
  state.charges++
  if (state.memo === undefined && state.charges > CHARGES_BEFORE_MEMO && program.memoPoints.length > 0)
    state.memo = {}
  const goesOn = meter.charge(Math.ceil(steps / STEPS_PER_UNIT))
  const held = state.stackSize * BYTES_PER_NUMBER + state.memoPages * MEMO_PAGE_BYTES
  if (held <= state.chargedBytes) return goesOn
  const bytes = Math.ceil((held - state.chargedBytes) / STACK_BLOCK_BYTES) * STACK_BLOCK_BYTES
  state.chargedBytes += bytes
  return meter.chargeBytes(bytes) && goesOn
}

export const suspend = (state: MatchState): typeof SUSPENDED => {
  state.stack.length = state.stackSize
  return SUSPENDED
}

/** Gives the result, once the last `steps` are charged. */
export const finish = (state: MatchState, steps: number, meter: Meter): boolean | typeof SUSPENDED => {
  if (state.stack.length > MAX_KEPT_STACK) state.stack = []
  state.stackSize = 0
  state.memo = undefined
  return meter.charge(Math.ceil(steps / STEPS_PER_UNIT)) ? state.result! : suspend(state)
}

const MEMO_PAGE_STATES = 1 << 14
const MEMO_PAGE_BYTES = (MEMO_PAGE_STATES / 32) * BYTES_PER_NUMBER
const MAX_MEMO_PAGES = 1 << 13

/** Whether the match has been at this memo point in this state before; from now on it has. */
export const triedBefore = (
  program: Program,
  pointNumber: number,
  state: MatchState,
  position: number,
): boolean => {
  const { memo, registers } = state
  if (memo === undefined) return false
  const point = program.memoPoints[pointNumber]!
  let local = 0
  for (const { register, values } of point.counters) local = local * values + registers[register]!
  for (const mark of point.marks) local = 2 * local + (registers[mark] === position ? 0 : 1)
  const index = position * program.memoStates + point.offset + local
  const page = Math.floor(index / MEMO_PAGE_STATES)
  let words = memo[page]
  if (words === undefined) {
    if (state.memoPages >= MAX_MEMO_PAGES) return false
    state.memoPages++
    words = memo[page] = new Array<number>(MEMO_PAGE_STATES / 32).fill(0)
  }
  const offset = index - page * MEMO_PAGE_STATES
  const bit = 1 << (offset & 31)
  if ((words[offset >> 5]! & bit) !== 0) return true
  words[offset >> 5]! |= bit
  return false
}
