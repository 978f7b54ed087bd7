/**
 * What the compiler gives and the matcher runs: flat instructions over integers, with the sets and texts that
 * they name by number. A program never changes, and holds nothing of a match.
 */
import type { CharSet } from "./charSet.ts"
import type { CaseMode } from "./caseFolding.ts"

/** Operation codes. The matcher's `switch` repeats the numbers: engines jump by table only over literals. */
export const operation = {
  /** Finds the next place to begin. */
  seek: 0,
  /** unit */
  char: 1,
  /** class: one code unit */
  set: 2,
  /** class: one code point */
  setCodePoint: 3,
  charBack: 4,
  setBack: 5,
  setCodePointBack: 6,
  /** target */
  jump: 7,
  /** target: go on, and later from the target */
  fork: 8,
  /** class, end, target: to the target when the next unit is not in the class */
  peek: 9,
  /** class, end, target: as `peek`, else as `fork` */
  peekFork: 10,
  /** register: the position */
  save: 11,
  /** register, register after the last: -1 */
  reset: 12,
  /** register, value */
  setRegister: 13,
  /** counter, min, max, greedy, exit; the iteration follows, beginning with `count` */
  repeat: 14,
  /** counter, cap, min, mark or -1 */
  count: 15,
  /** mark: fails when the iteration consumed nothing */
  progress: 16,
  start: 17,
  end: 18,
  lineStart: 19,
  lineEnd: 20,
  /** class of word characters */
  boundary: 21,
  notBoundary: 22,
  /** index of the reference, backward */
  backreference: 23,
  /** register of two, capture registers from, to */
  look: 24,
  /** register of two */
  lookEnd: 25,
  /** register of two, capture registers from, to, target when the body fails */
  lookNot: 26,
  lookNotEnd: 27,
  /** class, target when the next unit is not in it */
  setElse: 28,
  /** class, min, max or -1, register of a scan that has stopped midway, possessive, leads; `greedyBack` follows */
  greedyScan: 29,
  /** class that can follow or -1 */
  greedyBack: 30,
  /** the same by code points; the register is one of two */
  greedyScanCodePoints: 32,
  greedyBackCodePoints: 33,
  /** max or -1; `lazyBack` follows */
  lazy: 34,
  /** class, class that can follow or -1, end can follow */
  lazyBack: 35,
  lazyCodePoints: 36,
  lazyBackCodePoints: 37,
  /** point: fails when this state has been tried before */
  memo: 38,
  match: 39,
  fail: 40,
  /** length, units */
  chars: 41,
} as const

export interface Reference {
  readonly groups: readonly number[]
  readonly caseMode: CaseMode | undefined
}

/** A place where a match that has failed once need not be tried again from the same position and loop state. */
export interface MemoPoint {
  /** First number of this place among all states of one position. */
  readonly offset: number
  /** Counters of the loops around, each with its number of values. */
  readonly counters: ReadonlyArray<{ readonly register: number; readonly values: number }>
  /** Where iterations began that may not be empty. */
  readonly marks: readonly number[]
}

export interface Program {
  readonly code: Int32Array
  /** Membership of units below 256, 256 entries for each class. */
  readonly latin: Uint8Array
  readonly classes: readonly CharSet[]
  readonly references: readonly Reference[]
  readonly memoPoints: readonly MemoPoint[]
  /** States of one position over all memo points. */
  readonly memoStates: number
  /** Registers: two for each capture, the whole match first, then those of loops and lookarounds. */
  readonly registerCount: number
  readonly captureCount: number
  readonly unicode: boolean
  /** A match can only begin where the text does. */
  readonly anchored: boolean
  /** Class of the units that a match begins with, or -1 when a match may be empty. */
  readonly firstClass: number
  /** The unit that every match begins with, or empty when there are several. */
  readonly firstUnit: string
}
