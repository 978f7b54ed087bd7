// for, while, do, for-in, for-of, break, continue and labels.

let n = 0
for (let i = 0; i < 5; i++) n += i
n //=> 10

let n = 0
for (;;) if (++n > 3) break
n //=> 4

let i = 0
while (i < 3) i++
i //=> 3

let i = 5
do i++; while (i < 3)
i //=> 6

const seen = []
for (let i = 0; i < 6; i++) {
  if (i === 1) continue
  if (i === 4) break
  seen.push(i)
}
seen //=> [0, 2, 3]

const seen = []
outer: for (let i = 0; i < 3; i++) {
  for (let j = 0; j < 3; j++) {
    if (j === 1) continue outer
    if (i === 2) break outer
    seen.push([i, j])
  }
}
seen //=> [[0, 0], [1, 0]]

a: b: c: for (;;) { break b }
"out" //=> "out"

block: { if (true) break block; throw new Error("not reached") }
"after" //=> "after"

const seen = []
skip: for (const x of [1, 2, 3]) { switch (x) { case 2: continue skip; default: seen.push(x) } }
seen //=> [1, 3]

const seen = []
let i = 0
loop: do { try { if (i === 1) continue loop; seen.push(i) } finally { seen.push("f" + i) } } while (++i < 3)
seen //=> [0, "f0", "f1", 2, "f2"]

break
//! SyntaxError

continue
//! SyntaxError

x: { continue x }
//! SyntaxError

for (;;) { break nowhere }
//! SyntaxError

for (;;) { (() => { break })() }
//! SyntaxError

a: a: for (;;) {}
//! SyntaxError

const seen = []
for (const k in { b: 1, a: 2, 1: 3, 0: 4, [Symbol()]: 5 }) seen.push(k)
seen //=> ["0", "1", "b", "a"]

const seen = []
for (const k in [10, , 30]) seen.push(k)
seen //=> ["0", "2"]

const seen = []
for (const k in "ab") seen.push(k)
seen //=> ["0", "1"]

const seen = []
for (const k in Object.create({ inherited: 1, own: 2 }, { own: { value: 1, enumerable: true }, hidden: { value: 2 } })) seen.push(k)
seen //=> ["own", "inherited"]

// A property that is not enumerable hides one of the prototype.
const seen = []
for (const k in Object.create({ x: 1, y: 2 }, { x: { value: 1, enumerable: false } })) seen.push(k)
seen //=> ["y"]

const seen = []
for (const k in null) seen.push(k)
for (const k in undefined) seen.push(k)
for (const k in 5) seen.push(k)
seen //=> []

const o = { a: 1, b: 2, c: 3 }
const seen = []
for (const k in o) { seen.push(k); delete o.b; o.z = 1 }
seen //=> ["a", "c"]

const seen = []
var v
for (v in { a: 1 }) seen.push(v)
const target = {}
for (target.key in { b: 1 }) seen.push(target.key)
for (const [first, second] in { xy: 1 }) seen.push(first + second)
for ([v] in { qz: 1 }) seen.push(v)
seen //=> ["a", "b", "xy", "q"]

function f() {}
class A { m() {} static s = 1 }
const seen = []
for (const k in new A()) seen.push(k)
for (const k in A) seen.push(k)
seen //=> ["s"]

const seen = []
for (const x of [1, , 3]) seen.push(x)
for (const x of "a\u{1F600}b") seen.push(x)
for (const [k, v] of new Map([["k", 1]])) seen.push(k, v)
for (const x of new Set([1, 1, 2])) seen.push(x)
for (const { a, ...rest } of [{ a: 1, b: 2 }]) seen.push(a, rest)
seen //=> [1, undefined, 3, "a", "😀", "b", "k", 1, 1, 2, 1, { b: 2 }]

const list = [1, 2, 3]
const seen = []
for (const x of list) { seen.push(x); if (x === 1) list.push(4); if (x === 2) list.length = 3 }
seen //=> [1, 2, 3]

for (const x of 5) {}
//! TypeError: 5 is not iterable

for (const x of {}) {}
//! TypeError: {} is not iterable

for (const x of undefined) {}
//! TypeError: undefined is not iterable

for (const x of null) {}
//! TypeError: null is not iterable

const object = { a: 1 }
for (const x of object) {}
//! TypeError: object is not iterable

const object = { list: null }
for (const x of object.list) {}
//! TypeError: object.list is not iterable

for (const x of { [Symbol.iterator]: () => ({ next: 5 }) }) {}
//! TypeError: number 5 is not a function

for (const x of { [Symbol.iterator]() { return { next: () => undefined } } }) {}
//! TypeError: Iterator result undefined is not an object

const log = []
const iterable = {
  [Symbol.iterator]() {
    let n = 0
    return {
      get next() { log.push("get next"); return () => ({ get done() { log.push("done"); return n > 1 }, get value() { log.push("value"); return n++ } }) },
      return() { log.push("return"); return {} },
    }
  },
}
for (const x of iterable) log.push(x)
log //=> ["get next", "done", "value", 0, "done", "value", 1, "done"]

const log = []
const endless = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return(v) { log.push("return", arguments.length); return {} } }) }
for (const x of endless) break
out: for (;;) for (const x of endless) break out
out: for (const i of [1, 2]) for (const x of endless) continue out
try { for (const x of endless) throw new Error("body") } catch (e) { log.push(e.message) }
;(() => { for (const x of endless) return })()
for (const [a] of [endless]) { }
log //=> ["return", 0, "return", 0, "return", 0, "return", 0, "return", 0, "body", "return", 0, "return", 0]

const bad = (result) => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: result }) })
for (const x of bad(() => 5)) break
//! TypeError: Iterator result 5 is not an object

const bad = (result) => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: result }) })
for (const x of bad(() => { throw new Error("from return") })) break
//! Error: from return

// An error of the body wins over one of return.
const bad = (result) => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: result }) })
for (const x of bad(() => { throw new Error("from return") })) throw new Error("from body")
//! Error: from body

const bad = (result) => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: result }) })
for (const x of bad(7)) break
//! TypeError: number 7 is not a function

const bad = (result) => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false }), return: result }) })
for (const x of bad(null)) break
"null is no return" //=> "null is no return"

// next that throws, or done that throws, does not call return.
const log = []
const failing = { [Symbol.iterator]: () => ({ next() { throw new Error("next") }, return() { log.push("return") } }) }
try { for (const x of failing) ; } catch (e) { log.push(e.message) }
log //=> ["next"]

const log = []
const once = { [Symbol.iterator]: () => ({ next: () => ({ value: null, done: false }), return() { log.push("closed"); return {} } }) }
try { for (const { a } of once) ; } catch (e) { log.push(e.name) }
log //=> ["closed", "TypeError"]

for (let of of [1]) of
for (var of of [2]) of
of //=> 2

for (let x = 1 of []) {}
//! SyntaxError

for (const x, y of []) {}
//! SyntaxError

for (let of []) {}
//! SyntaxError

for (async of []) {}
//! SyntaxError

let total = 0
for (const x of [1, 2, 3]) for (const y of [10, 20]) total += x * y
total //=> 180

let steps = 0
for (let [a, b] = [0, 10]; a < b; a++, b--) steps++
steps //=> 5

const seen = []
for (let i = 0, n = 2; i <= n; i++) { setTimeoutLike(() => seen.push(i)) }
function setTimeoutLike(f) { f() }
seen //=> [0, 1, 2]
