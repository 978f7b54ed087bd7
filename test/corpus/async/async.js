// async functions, await, promises' order and combinators.

await 5 //=> 5
await Promise.resolve("p") //=> "p"
await { then(resolve) { resolve("thenable") } } //=> "thenable"
await { then: 5 } //=> { then: 5 }
await Promise.reject(new Error("rejected")) //! Error: rejected
await (async () => { throw new TypeError("async throw") })() //! TypeError: async throw
await (async () => 1)() + await 2 //=> 3
(await 1, await 2) //=> 2
[await 1, await 2] //=> [1, 2]
({ a: await 1, [await "k"]: await 2 }) //=> { a: 1, k: 2 }
`${await "a"}${await "b"}` //=> "ab"
(await [1, 2])[await 1] //=> 2
await (await (async () => async () => "inner")())() //=> "inner"
!(await false) //=> true
typeof await 1 //=> "number"
await null ?? await "right" //=> "right"

(-(await 5)) ** 2 //=> 25
const o = { f: async function () { return this.v }, v: 3, async m() { return await this.f() }, arrow: async () => typeof this }
await o.m() //=> 3
await o.arrow() //=> "undefined"
await (async function* () {})().next() //=> { value: undefined, done: true }
await new Promise((resolve) => resolve(Promise.resolve("flattened"))) //=> "flattened"
await new Promise((resolve, reject) => reject("no")) //! "no"
await new Promise(() => { throw new Error("in executor") }) //! Error: in executor
new Promise() //! TypeError: Promise resolver undefined is not a function
new Promise(5) //! TypeError: Promise resolver 5 is not a function
Promise(() => {}) //! TypeError: Promise constructor cannot be invoked without 'new'
Promise.resolve.call(5) //! TypeError: PromiseResolve called on non-object
Promise.prototype.then.call({}) //! TypeError: Method Promise.prototype.then called on incompatible receiver #<Object>
new Promise((r) => r(1)) //=> 1

const log = []
const f = async () => { log.push(1); await null; log.push(3) }
const p = f()
log.push(2)
await p
log //=> [1, 2, 3]

const log = []
Promise.resolve().then(() => log.push("a1")).then(() => log.push("a2")).then(() => log.push("a3"))
Promise.resolve().then(() => log.push("b1")).then(() => log.push("b2"))
;(async () => { log.push("c0"); await 0; log.push("c1"); await 0; log.push("c2") })()
log.push("sync")
for (let i = 0; i < 6; i++) await 0
log //=> ["c0", "sync", "a1", "b1", "c1", "a2", "b2", "c2", "a3"]

// A promise returned from an async function takes three turns, an awaited one takes one.
const log = []
const direct = async () => Promise.resolve()
const awaited = async () => await Promise.resolve()
direct().then(() => log.push("returned"))
awaited().then(() => log.push("awaited"))
let p = Promise.resolve()
for (let i = 1; i <= 5; i++) p = p.then(() => log.push(i))
for (let i = 0; i < 8; i++) await 0
log //=> [1, "awaited", 2, "returned", 3, 4, 5]

const log = []
const thenable = { then(resolve) { log.push("then called"); resolve("t") } }
Promise.resolve(thenable).then((v) => log.push(v))
log.push("sync")
for (let i = 0; i < 6; i++) await 0
log //=> ["sync", "then called", "t"]

const log = []
new Promise((resolve) => { log.push("executor"); resolve(); log.push("after resolve") }).then(() => log.push("then"))
log.push("sync")
await 0
log //=> ["executor", "after resolve", "sync", "then"]

const log = []
const p = Promise.reject(new Error("e"))
p.catch(() => log.push("caught")).finally(() => log.push("finally")).then((v) => log.push("then", v))
for (let i = 0; i < 8; i++) await 0
log //=> ["caught", "finally", "then", 1]

await Promise.resolve(1).finally(() => 2) //=> 1
await Promise.resolve(1).finally(() => { throw new Error("from finally") }) //! Error: from finally
await Promise.reject(1).finally(() => 2) //! 1
await Promise.reject(1).catch((e) => e + 1) //=> 2
await Promise.resolve(1).then(5) //=> 1
await Promise.resolve(1).then(undefined, () => 0) //=> 1
await Promise.reject(1).then(() => 0).catch((e) => "passed " + e) //=> "passed 1"
await Promise.resolve(1).then((x) => { throw x }).then(() => 0, (e) => ["second", e]) //=> ["second", 1]
const p = Promise.resolve(5)
Promise.resolve(p) === p //=> true
await p.then(() => p) //=> 5
let self = new Promise((r) => queue(() => r(self)))
function queue(f) { Promise.resolve().then(f) }
await self //! TypeError: Chaining cycle detected for promise #<Promise>

let resolveLater
const once = new Promise((resolve, reject) => { resolve(1); resolve(2); reject(3); throw new Error("ignored") })
await once //=> 1

await Promise.all([1, Promise.resolve(2), { then: (r) => r(3) }]) //=> [1, 2, 3]
await Promise.all([]) //=> []
await Promise.all([Promise.reject("first"), Promise.reject("second")]) //! "first"
await Promise.all(5) //! TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))
await Promise.all() //! TypeError: undefined is not iterable (cannot read property Symbol(Symbol.iterator))
await Promise.all("ab") //=> ["a", "b"]
await Promise.allSettled([1, Promise.reject(new Error("no"))]) //=> [{ status: "fulfilled", value: 1 }, { status: "rejected", reason: [Error: no] }]
await Promise.race([new Promise(() => {}), Promise.resolve("winner")]) //=> "winner"
await Promise.race([Promise.reject("loser"), 1]) //! "loser"
await Promise.any([Promise.reject(1), Promise.resolve(2)]) //=> 2
await Promise.any([Promise.reject(1), Promise.reject(2)]) //! AggregateError: All promises were rejected
await Promise.any([]) //! AggregateError: All promises were rejected
(await Promise.any([Promise.reject(1)]).catch((e) => e)).errors //=> [1]
Promise.all.call(undefined, []) //! TypeError: Promise.all called on non-object
Object.keys(Promise) //=> []
Promise.length //=> 1

const log = []
const slow = (n, v) => (async () => { for (let i = 0; i < n; i++) await 0; log.push(v); return v })()
await Promise.all([slow(3, "a"), slow(1, "b"), slow(2, "c")]) //=> ["a", "b", "c"]
log //=> ["b", "c", "a"]

const f = async () => { try { await Promise.reject(new Error("inner")) } catch (e) { return "caught " + e.message } finally { await 0 } }
await f() //=> "caught inner"
const g = async () => { try { return await Promise.reject(1) } catch { return "awaited in try" } }
await g() //=> "awaited in try"
const h = async () => { try { return Promise.reject("not caught here") } catch { return "no" } }
await h() //! "not caught here"
const i = async () => { try { await 1; return "value" } finally { await 2; throw new Error("finally wins") } }
await i() //! Error: finally wins
const j = async () => { for (let i = 0; ; i++) { try { if (i === 3) return i; await Promise.reject(i) } catch { continue } finally { await 0 } } }
await j() //=> 3

const results = []
for (const x of [1, 2, 3]) results.push(await (async () => x * 2)())
results //=> [2, 4, 6]
let sum = 0
for (let i = 0; i < await 3; i++) sum += await i
sum //=> 3
while (await (sum-- > 0)) await 0
sum //=> -1
const { a = await 5 } = await {}
a //=> 5
switch (await 2) { case await 1: return "one"; case await 2: return "two" } //=> "two"

const f = async (a = await_()) => a
function await_() { throw new Error("rejects, does not throw") }
const p = f()
await p.catch((e) => e.message) //=> "rejects, does not throw"

const f = async function named({ x }) { return typeof named + x }
await f({ x: 1 }) //=> "function1"
await f().catch((e) => e.name) //=> "TypeError"
f({ x: 1 }) instanceof Promise //=> true
f.constructor.name //=> "AsyncFunction"
Object.prototype.toString.call(f) //=> "[object AsyncFunction]"
f.length //=> 1
new f() //! TypeError: f is not a constructor

class A { async m() { return this.v } static async s() { return "s" } v = 1; #p = async () => "private"; async callP() { return this.#p() } async *gen() { yield await this.m() } }
await new A().m() //=> 1
await A.s() //=> "s"
await new A().callP() //=> "private"
(await new A().gen().next()) //=> { value: 1, done: false }
class B extends A { async m() { return "B" + await super.m() } }
await new B().m() //=> "B1"

async () => { await: 1 }
//! SyntaxError

async (a = await 1) => a
//! SyntaxError

function f() { await 1 }
//! SyntaxError

const await = 1
//! SyntaxError

async function f(await) {}
//! SyntaxError

// Ten thousand steps of a chain need no deep stack.
let p = Promise.resolve(0)
for (let i = 0; i < 1000; i++) p = p.then((n) => n + 1)
await p //=> 1000
const deep = async (n) => n === 0 ? 0 : 1 + await deep(n - 1)
await deep(200) //=> 200

const limit = async (tasks, n) => { const out = []; let i = 0; await Promise.all(Array.from({ length: n }, async () => { while (i < tasks.length) { const at = i++; out[at] = await tasks[at]() } })); return out }
await limit([1, 2, 3, 4].map((x) => async () => { await 0; return x * 10 }), 2) //=> [10, 20, 30, 40]
const retry = async (f, n) => { for (let i = 1; ; i++) try { return await f(i) } catch (e) { if (i === n) throw e } }
await retry(async (i) => { if (i < 3) throw new Error("try " + i); return "ok at " + i }, 5) //=> "ok at 3"
await retry(async (i) => { throw new Error("try " + i) }, 2) //! Error: try 2
await [1, 2, 3].reduce(async (acc, x) => (await acc) + x, 0) //=> 6
(await Promise.all([1, 2, 3].map(async (x) => x % 2))).filter(Boolean) //=> [1, 1]

-(await 5) ** 2
//! SyntaxError
