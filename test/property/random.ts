/** Choices from a seed: mulberry32, so that a seed names a program on every host. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** an integer from 0 to `below` - 1 */
  integer(below: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }

  /** true once in `times` */
  once(times: number): boolean {
    return this.integer(times) === 0
  }

  pick<T>(list: ReadonlyArray<T>): T {
    return list[this.integer(list.length)]!
  }
}
