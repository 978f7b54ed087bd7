// for await, async generators, and Promise subclasses.

const seen = []
for await (const x of [1, Promise.resolve(2), 3]) seen.push(x)
seen //=> [1, 2, 3]

const seen = []
for await (const x of (async function* () { yield 1; yield Promise.resolve(2); return 3 })()) seen.push(x)
seen //=> [1, 2]

for await (const x of [Promise.reject(new Error("element"))]);
//! Error: element

for await (const x of 5);
//! TypeError: 5 is not async iterable

for await (const x of {});
//! TypeError: {} is not async iterable

for await (const x of { [Symbol.asyncIterator]: 5 });
//! TypeError: number 5 is not a function

for await (const x of { [Symbol.asyncIterator]: () => 5 });
//! TypeError: Result of the Symbol.asyncIterator method is not an object

for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => 5 }) });
//! TypeError: Iterator result 5 is not an object

const log = []
const source = { [Symbol.asyncIterator]() { let n = 0; return { async next() { log.push("next"); return { value: n, done: n++ > 2 } }, async return() { log.push("return"); return {} } } } }
for await (const x of source) { log.push(x); if (x === 1) break }
log //=> ["next", 0, "next", 1, "return"]

const log = []
const source = { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: 1, done: false }), async return() { log.push("closed"); return {} } }) }
try { for await (const x of source) throw new Error("body") } catch (e) { log.push(e.message) }
await (async () => { for await (const x of source) return })()
out: for (;;) for await (const x of source) break out
log //=> ["closed", "body", "closed", "closed"]

const gen = (async function* () { try { const x = yield 1; yield "got " + x } finally { yield "cleanup" } })()
await gen.next() //=> { value: 1, done: false }

const make = async function* () { try { const x = yield 1; yield "got " + x } catch (e) { yield "caught " + e } finally { yield "cleanup" } }
const a = make()
;[await a.next(), await a.next("v"), await a.next(), await a.next(), await a.next()] //=> [{ value: 1, done: false }, { value: "got v", done: false }, { value: "cleanup", done: false }, { value: undefined, done: true }, { value: undefined, done: true }]
const b = make()
;[await b.next(), await b.throw("e"), await b.next(), await b.next()] //=> [{ value: 1, done: false }, { value: "caught e", done: false }, { value: "cleanup", done: false }, { value: undefined, done: true }]
const c = make()
;[await c.next(), await c.return("r"), await c.next(), await c.next()] //=> [{ value: 1, done: false }, { value: "cleanup", done: false }, { value: "r", done: true }, { value: undefined, done: true }]
const d = make()
await d.throw(new Error("not started")) //! Error: not started
await make().return(Promise.resolve(5)) //=> { value: 5, done: true }
String(make()) //=> "[object AsyncGenerator]"
make()[Symbol.asyncIterator]() instanceof Object //=> true
make.constructor.name //=> "AsyncGeneratorFunction"
make.prototype.next.call({}).catch((e) => e.name) //=> "TypeError"
make.prototype.next.call({}) //! TypeError: Method [AsyncGenerator].prototype.next called on incompatible receiver #<Object>

// Requests are queued.
const g = (async function* () { yield 1; yield 2; yield 3 })()
await Promise.all([g.next(), g.next(), g.return("x"), g.next()]) //=> [{ value: 1, done: false }, { value: 2, done: false }, { value: "x", done: true }, { value: undefined, done: true }]

async function* f() { throw new Error("inside") }
await f().next() //! Error: inside

async function* f() { yield Promise.reject(new Error("yielded rejection")) }
await f().next() //! Error: yielded rejection

async function* inner() { yield 1; return "r" }
async function* outer() { const r = yield* inner(); yield r; yield* [Promise.resolve(5), 6] }
const seen = []
for await (const x of outer()) seen.push(x)
seen //=> [1, "r", 5, 6]

async function* f() { return Promise.resolve("awaited") }
await f().next() //=> { value: "awaited", done: true }

const log = []
async function* f() { log.push("start"); yield 1; log.push("resumed"); yield 2 }
const g = f()
log.push("made")
await g.next()
log.push("one")
await g.next()
log //=> ["made", "start", "one", "resumed"]

const log = []
;(async () => { for await (const x of [1, 2]) log.push("sync " + x) })()
;(async () => { for await (const x of (async function* () { yield 1; yield 2 })()) log.push("async " + x) })()
for (let i = 0; i < 10; i++) { log.push(i); await 0 }
log //=> [0, 1, "sync 1", "async 1", 2, 3, "sync 2", "async 2", 4, 5, 6, 7, 8, 9]

const pipeline = async function* (source, f) { for await (const x of source) yield await f(x) }
const out = []
for await (const x of pipeline(pipeline([1, 2, 3], async (x) => x + 1), (x) => x * 10)) out.push(x)
out //=> [20, 30, 40]

async function* pages() { for (let page = 1; page <= 3; page++) { await 0; yield* [page * 10, page * 10 + 1] } }
const all = []
for await (const item of pages()) { if (item === 21) continue; all.push(item) }
all //=> [10, 11, 20, 30, 31]

const o = { async *g() { yield this.v }, v: 5, async *[Symbol.asyncIterator]() { yield "iterated" } };
(await o.g().next()).value //=> 5

const o = { async *g() { yield this.v }, v: 5, async *[Symbol.asyncIterator]() { yield "iterated" } }
for await (const x of o) return x //=> "iterated"

for await (const x in {}) {}
//! SyntaxError

for await (let i = 0; ;) {}
//! SyntaxError

function f() { for await (const x of []) {} }
//! SyntaxError

async function* f() { yield* 5 }
await f().next() //! TypeError

class Tracked extends Promise { static made = 0; constructor(executor) { super(executor); Tracked.made++ } }
const p = Tracked.resolve(1).then((x) => x + 1)
await p //=> 2
p instanceof Tracked //=> true
Tracked.made //=> 3
await Tracked.all([1, 2]) //=> [1, 2]
Tracked.all([]) instanceof Tracked //=> true
class Plain extends Promise { static get [Symbol.species]() { return Promise } }
Plain.resolve(1).then((x) => x) instanceof Plain //=> false

const then = Promise.prototype.then
const log = []
Promise.prototype.then = function (...args) { log.push("then"); return then.apply(this, args) }
await Promise.resolve(1)
Promise.prototype.then = then
log //=> []
