/** Decides which job runs next: first in, first out. Never evaluates. */
import type { Job } from "../objects/promise.ts"

export class JobQueue {
  private jobs: Job[] = []
  private head = 0

  get size(): number {
    return this.jobs.length - this.head
  }
  add(job: Job): void {
    this.jobs.push(job)
  }
  take(): Job | undefined {
    if (this.head >= this.jobs.length - 1) return this.takeLast()
    const job = this.jobs[this.head]!
    this.head++
    if (this.head > 1_024 && this.head * 2 > this.jobs.length) {
      this.jobs = this.jobs.slice(this.head)
      this.head = 0
    }
    return job
  }

  /** Nothing of what was taken stays here: a job holds what it was settled with. */
  private takeLast(): Job | undefined {
    const job = this.size === 0 ? undefined : this.jobs.pop()
    if (this.head > 0) this.jobs.length = this.head = 0
    return job
  }

  /** The jobs that wait, next first. */
  pending(): Job[] {
    return this.jobs.slice(this.head)
  }
}
