/**
 * Fair turns: which of a thread's runs computes next, and when the thread goes back to its event loop.
 * Knows nothing of what a run is; a turn is one call of a function that computes for at most a slice.
 */

/** How long one turn may compute, in milliseconds. */
export const sliceMs = 1
/** How long turns may follow one another before timers and input get the thread, in milliseconds. */
const burstMs = 5
/** Every so many turns the longest waiting run goes first, whatever it has computed. */
const oldestEvery = 8

/** A run as turns know it. */
export interface Runner {
  /** Milliseconds computed so far. */
  computedMs: number
}

interface Waiting {
  readonly runner: Runner
  readonly go: () => void
}

/** The host's monotonic clock, in milliseconds. */
export type MonotonicClock = () => number

const macrotask: (task: () => void) => void =
  typeof setImmediate === "function"
    ? (task) => void setImmediate(task)
    : (() => {
        const { port1, port2 } = new MessageChannel()
        const tasks: Array<() => void> = []
        port1.onmessage = () => tasks.shift()!()
        return (task: () => void) => {
          tasks.push(task)
          port2.postMessage(null)
        }
      })()

/** The turns of one thread. */
export class Turns {
  readonly now: MonotonicClock
  /** In the order in which they came. */
  readonly #waiting: Array<Waiting> = []
  #turns = 0
  /** Milliseconds computed since the event loop last had the thread, as far as is known. */
  #burst = 0
  #isScheduled = false
  /** Some run is computing right now. */
  #isActive = false
  #idle: Array<() => void> = []

  constructor(now: MonotonicClock) {
    this.now = now
  }

  /** Whether a run may go on at once, without waiting for a turn. */
  get hasRoom(): boolean {
    return this.mayBegin && !this.#isActive && this.#waiting.length === 0
  }

  /** Whether a new run may compute at once: turns have not held the thread for long. */
  get mayBegin(): boolean {
    return this.#burst < burstMs
  }

  /** Does one turn's computing and measures it. */
  measure<A>(compute: () => A): A {
    const outer = this.#isActive
    const start = this.now()
    this.#isActive = true
    try {
      return compute()
    } finally {
      this.#isActive = outer
      if (!outer) this.#burst += this.now() - start
      if (this.#burst >= sliceMs) this.#schedule()
    }
  }

  /** `go` is called when the run's turn comes. The function given takes the run out of the line. */
  enqueue(runner: Runner, go: () => void): () => void {
    const waiting = { runner, go }
    this.#waiting.push(waiting)
    this.#schedule()
    return () => {
      const index = this.#waiting.indexOf(waiting)
      if (index >= 0) this.#waiting.splice(index, 1)
      this.#settleIdle()
    }
  }

  /** Ends when no run is ready to compute. */
  whenIdle(): Promise<void> {
    if (this.#isIdle) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  get #isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#isActive
  }

  #settleIdle(): void {
    if (!this.#isIdle) return
    const idle = this.#idle
    this.#idle = []
    for (const resolve of idle) resolve()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    macrotask(() => this.#takeTurns())
  }

  #takeTurns(): void {
    this.#isScheduled = false
    this.#burst = 0
    while (this.#waiting.length > 0 && this.#burst < burstMs) {
      const { go } = this.#waiting.splice(this.#next(), 1)[0]!
      go()
    }
    if (this.#waiting.length > 0) this.#schedule()
    else this.#settleIdle()
  }

  /** The index of the run that goes next: the one that has computed least, every eighth time the one that came first. */
  #next(): number {
    if (++this.#turns % oldestEvery === 0) return 0
    let least = 0
    for (let index = 1; index < this.#waiting.length; index++) {
      if (this.#waiting[index]!.runner.computedMs < this.#waiting[least]!.runner.computedMs) least = index
    }
    return least
  }
}

/** The turns that every runtime of this thread shares. */
export const turns = new Turns(() => performance.now())
