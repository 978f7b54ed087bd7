/** Timers of one run as data: what becomes due, and when, in order. Knows no clock. */
import type { JSObject } from "./object.ts"
import type { Value } from "./value.ts"

/** What a host allows. */
export interface TimerBounds {
  /** Timers that may wait at once. */
  readonly maxTimers: number
  readonly maxDelayMs: number
}

export class Timer {
  readonly id: number
  /** Milliseconds since the epoch. */
  due: number
  /** Milliseconds until it is due again, or null for once. */
  readonly interval: number | null
  /** Called with `args`; or a promise that is fulfilled. */
  readonly target: JSObject
  readonly args: Value[]

  constructor(id: number, due: number, interval: number | null, target: JSObject, args: Value[]) {
    this.id = id
    this.due = due
    this.interval = interval
    this.target = target
    this.args = args
  }
}

export class Timers {
  lastId = 0
  /** The next one first; of those due together the one that was set first. */
  waiting: Timer[] = []

  add(timer: Timer): void {
    let index = this.waiting.length
    while (index > 0 && this.waiting[index - 1]!.due > timer.due) index--
    this.waiting.splice(index, 0, timer)
  }

  remove(id: number): void {
    const index = this.waiting.findIndex((timer) => timer.id === id)
    if (index >= 0) this.waiting.splice(index, 1)
  }
}
