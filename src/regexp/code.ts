/** Writes a program: instructions, jumps to places not yet known, numbered classes, registers. Decides nothing. */
import { type CharSet, contains } from "./charSet.ts"
import { type MemoPoint, operation, type Program, type Reference } from "./program.ts"

/** Integers in one program. */
export const MAX_PROGRAM_SIZE = 1 << 18
/** States that the memo tells apart at one position. */
const MAX_MEMO_STATES = 1 << 12

export interface Code {
  readonly emit: (operation: number, ...operands: number[]) => void
  /** Emits an instruction whose last operand is a place not yet known, and gives what to patch. */
  readonly emitTarget: (operation: number, ...operands: number[]) => number
  readonly emitJump: () => number
  /** Makes the jump go here. */
  readonly patch: (jump: number) => void
  readonly here: () => number
  readonly emitJumpTo: (place: number) => void
  readonly register: () => number
  readonly classNumber: (set: CharSet) => number
  readonly referenceNumber: (reference: Reference) => number
  /** The number of a new memo point, or -1 when its states would be too many. */
  readonly memoPoint: (counters: MemoPoint["counters"], marks: readonly number[]) => number
  readonly finish: (start: Pick<Program, "unicode" | "anchored" | "firstClass" | "firstUnit">) => Program
}

export const makeCode = (captureCount: number): Code => {
  const code: number[] = []
  const classes: CharSet[] = []
  const classNumbers = new Map<string, number>()
  const numbersOfSets = new Map<CharSet, number>()
  const references: Reference[] = []
  const memoPoints: MemoPoint[] = []
  /** Places of operands that are targets. */
  const jumps: number[] = []
  let registerCount = 2 * captureCount
  let memoStates = 0

  const emit = (operation: number, ...operands: number[]): void => {
    if (code.length + operands.length >= MAX_PROGRAM_SIZE) throw new RangeError("program too large")
    code.push(operation, ...operands)
  }
  const emitTarget = (operation: number, ...operands: number[]): number => {
    emit(operation, ...operands, -1)
    jumps.push(code.length - 1)
    return code.length - 1
  }

  return {
    emit,
    emitTarget,
    emitJump: () => emitTarget(operation.jump),
    patch: (jump) => {
      code[jump] = code.length
    },
    here: () => code.length,
    emitJumpTo: (place) => {
      jumps.push(code.length + 1)
      emit(operation.jump, place)
    },
    register: () => registerCount++,
    classNumber: (set) => {
      const same = numbersOfSets.get(set)
      if (same !== undefined) return same
      const key = set.join()
      const number = classNumbers.get(key) ?? classes.push(set) - 1
      classNumbers.set(key, number)
      numbersOfSets.set(set, number)
      return number
    },
    referenceNumber: (reference) => references.push(reference) - 1,
    memoPoint: (counters, marks) => {
      const states = counters.reduce((product, counter) => product * counter.values, 2 ** marks.length)
      if (memoStates + states > MAX_MEMO_STATES) return -1
      const offset = memoStates
      memoStates += states
      return memoPoints.push({ offset, counters, marks }) - 1
    },
    finish: (start) => ({
      code: Int32Array.from(threaded(code, jumps)),
      latin: latinTable(classes),
      classes,
      references,
      memoPoints,
      memoStates,
      registerCount,
      captureCount,
      ...start,
    }),
  }
}

/** Jumps that lead to jumps go at once to where those lead. */
const threaded = (code: number[], jumps: readonly number[]): number[] => {
  for (const jump of jumps) {
    let target = code[jump]!
    for (let i = 0; i < 8 && code[target] === operation.jump; i++) target = code[target + 1]!
    code[jump] = target
  }
  return code
}

const latinTable = (classes: readonly CharSet[]): Uint8Array => {
  const table = new Uint8Array(256 * classes.length)
  classes.forEach((set, i) => {
    for (let unit = 0; unit < 256; unit++) if (contains(set, unit)) table[256 * i + unit] = 1
  })
  return table
}
