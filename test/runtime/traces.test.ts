/** A node says whose frame it is before it may throw: the call before it has ended, and is in no trace. */
import { expect, test } from "bun:test"
import { runProgram } from "../harness.ts"

const throwing = [
  "null.x",
  "null[0]",
  "null.x = 1",
  "missing",
  "missing = 1",
  "undefined()",
  "new 5",
  "[...5]",
  "const { a } = null",
  "const [a] = 5",
  "1 in 5",
  "5 instanceof 5",
  "1n + 1",
  "let n = {}; n[{ toString: 1, valueOf: 1 }]++",
  "for (const x of 5) ;",
  "for (const k in new Proxy({}, { ownKeys: () => 1 })) ;",
  "({ ...new Proxy({}, { ownKeys: () => 1 }) })",
  "class A extends 5 {}",
  "const c = 1; c = 2",
  "Object.freeze([1]).push(2)",
]

test.each(throwing)("the trace of %s begins with the function that threw", (operation) => {
  const source = `function called() { return [1].map((n) => n) }
function thrower() { called(); ${operation} }
try { thrower() } catch (error) { return error.stack.split("\\n")[1] }`
  for (const quantum of [1_000_000, 1]) {
    expect(runProgram(source, { quantum, maxSlices: 100_000 }).value).toMatch(/^ {4}at thrower \(program:2:/)
  }
})
