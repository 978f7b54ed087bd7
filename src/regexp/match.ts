/**
 * Runs a program over a text by backtracking. The whole state of a match is plain data: a match stops where its
 * fuel ends and goes on later, in another process if need be. Never calls anything but its meter.
 */
import { contains } from "./charSet.ts"
import { FAILS, operations } from "./operations.ts"
import type { Program } from "./program.ts"
import {
  DEFAULT_STEPS_PER_CHARGE,
  finish,
  type MatchState,
  type Meter,
  settle,
  type SUSPENDED,
  suspend,
  triedBefore,
} from "./state.ts"

/**
 * Goes on with a match until it ends or the meter stops it. The smallest operations stand in the loop itself,
 * all others are functions of their own: an engine soon optimises a small loop.
 *
 * @returns whether there is a match, whose captures are in the registers, or SUSPENDED
 * @throws BacktrackLimitError
 */
export const runProgram = (
  program: Program,
  text: string,
  state: MatchState,
  meter: Meter,
): boolean | typeof SUSPENDED => {
  if (state.result !== undefined) return state.result
  const interval = meter.stepsPerCharge ?? DEFAULT_STEPS_PER_CHARGE
  if (state.budget < 0) state.budget = interval - (program.registerCount >> 3)
  const { code, latin, classes } = program
  const { registers, stack } = state
  const length = text.length
  let sp = state.stackSize
  let pc = state.at
  let position = state.position

  for (;;) {
    if (--state.budget < 0) {
      state.at = pc
      state.position = position
      state.stackSize = sp
      if (!settle(program, state, interval, meter)) return suspend(state)
    }
    // Cases that match go on; cases that fail leave the switch.
    switch (code[pc]!) {
      case 1: // char
        if (position >= length || text.charCodeAt(position) !== code[pc + 1]) break
        position++
        pc += 2
        continue
      case 2: {
        // set
        if (position >= length) break
        const unit = text.charCodeAt(position)
        const classNumber = code[pc + 1]!
        if (unit < 256 ? latin[(classNumber << 8) | unit] === 0 : !contains(classes[classNumber]!, unit))
          break
        position++
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
      case 10: // peekFork
        if (position >= length) {
          if (code[pc + 2] === 0) {
            pc = code[pc + 3]!
            continue
          }
        } else {
          const unit = text.charCodeAt(position)
          const classNumber = code[pc + 1]!
          if (unit < 256 ? latin[(classNumber << 8) | unit] === 0 : !contains(classes[classNumber]!, unit)) {
            pc = code[pc + 3]!
            continue
          }
        }
        if (code[pc] === 10) {
          stack[sp++] = position
          stack[sp++] = code[pc + 3]!
        }
        pc += 4
        continue
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
      case 28: {
        // setElse
        if (position >= length) {
          pc = code[pc + 2]!
          continue
        }
        const unit = text.charCodeAt(position)
        const classNumber = code[pc + 1]!
        if (unit < 256 ? latin[(classNumber << 8) | unit] === 0 : !contains(classes[classNumber]!, unit)) {
          pc = code[pc + 2]!
          continue
        }
        position++
        pc += 3
        continue
      }
      case 38: // memo
        if (state.memo !== undefined && triedBefore(program, code[pc + 1]!, state, position)) break
        pc += 2
        continue
      default: {
        state.position = position
        state.stackSize = sp
        const next = operations[code[pc]!]!(program, text, state, pc)
        position = state.position
        sp = state.stackSize
        if (next >= 0) {
          pc = next
          continue
        }
        if (next !== FAILS) return finish(state, interval - state.budget, meter)
      }
    }

    // Goes back to the last place that had another way.
    for (;;) {
      if (sp === 0) {
        if (!beginsLater(program, text, state)) return finish(state, interval - state.budget, meter)
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

/** Moves to the next place to begin; false where there is none. */
const beginsLater = (program: Program, text: string, state: MatchState): boolean => {
  if (state.sticky || program.anchored) {
    state.result = false
    return false
  }
  const { start } = state
  const isPair = program.unicode && start < text.length && text.codePointAt(start)! > 0xffff
  state.start = Math.max(start + (isPair ? 2 : 1), state.ruledOut)
  const captureRegisters = 2 * program.captureCount
  state.budget -= captureRegisters >> 3
  for (let register = 1; register < captureRegisters; register++) state.registers[register] = -1
  return true
}
