// Programs that do several things at once, with promises only.

const later = async (turns, value) => { for (let i = 0; i < turns; i++) await null; return value }
const failing = async (turns, message) => { await later(turns); throw new Error(message) }
await Promise.all([later(3, "a"), later(1, "b"), later(2, "c")]) //=> ["a", "b", "c"]
await Promise.race([later(3, "slow"), later(1, "fast")]) //=> "fast"
await Promise.any([failing(1, "x"), later(2, "ok")]) //=> "ok"
await Promise.all([later(5, "never seen"), failing(1, "first failure"), failing(2, "second")]) //! Error: first failure
(await Promise.allSettled([later(1, "v"), failing(1, "e")])).map((r) => r.status === "fulfilled" ? r.value : r.reason.message) //=> ["v", "e"]

const later = async (turns, value) => { for (let i = 0; i < turns; i++) await null; return value }
const log = []
const worker = async (name, queue) => { for (let job; (job = queue.shift()) !== undefined;) { await later(job); log.push(name + job) } }
const queue = [3, 1, 2, 1]
await Promise.all([worker("w", queue), worker("x", queue)])
log //=> ["x1", "w3", "x2", "w1"]

const log = []
const mutex = () => { let last = Promise.resolve(); return (f) => (last = last.then(f, f)) }
const lock = mutex()
await Promise.all(["a", "b"].map((name) => lock(async () => { log.push(name + " in"); await null; await null; log.push(name + " out") })))
log //=> ["a in", "a out", "b in", "b out"]

const events = []
const emitter = { handlers: new Map(), on(e, f) { this.handlers.set(e, [...(this.handlers.get(e) ?? []), f]) }, emit(e, ...args) { return (this.handlers.get(e) ?? []).map((f) => f(...args)) } }
emitter.on("x", (v) => events.push("first " + v))
emitter.on("x", (v) => { events.push("second " + v); return v * 2 })
emitter.emit("x", 5) //=> [1, 10]
events //=> ["first 5", "second 5"]

const retry = async (f, times) => { const errors = []; for (let i = 1; i <= times; i++) try { return { value: await f(i), errors } } catch (e) { errors.push(e.message) } throw new AggregateError(errors, "all " + times + " failed") }
await retry(async (i) => { if (i < 3) throw new Error("no " + i); return i }, 5) //=> { value: 3, errors: ["no 1", "no 2"] }
await retry(async (i) => { throw new Error("no " + i) }, 2) //! AggregateError: all 2 failed

const cancelled = { aborted: false, listeners: [] }
const task = async (signal) => { for (let i = 0; ; i++) { if (signal.aborted) return "stopped at " + (i > 0); await null } }
const running = task(cancelled)
await null
cancelled.aborted = true
await running //=> "stopped at true"

const batches = async (items, n, f) => { const out = []; for (let i = 0; i < items.length; i += n) out.push(...(await Promise.all(items.slice(i, i + n).map(f)))); return out }
let active = 0, most = 0
await batches([1, 2, 3, 4, 5], 2, async (x) => { most = Math.max(most, ++active); await null; active--; return x * x }) //=> [1, 4, 9, 16, 25]
most //=> 2

const pages = { 1: { items: ["a", "b"], next: 2 }, 2: { items: ["c"], next: 3 }, 3: { items: [], next: null } }
const fetchPage = async (n) => pages[n]
const all = []
for (let page = 1; page !== null;) { const { items, next } = await fetchPage(page); all.push(...items); page = next }
all //=> ["a", "b", "c"]

const deferred = () => { let resolve, reject; const promise = new Promise((a, b) => { resolve = a; reject = b }); return { promise, resolve, reject } }
const gate = deferred()
const order = []
const waiters = [1, 2].map(async (n) => { await gate.promise; order.push(n) })
order.push("before")
gate.resolve()
await Promise.all(waiters)
order //=> ["before", 1, 2]

const stream = async function* () { for (const x of [1, 2, 3]) { await null; yield x } }
const collect = async (source) => { const out = []; for await (const x of source) out.push(x); return out }
await collect(stream()) //=> [1, 2, 3]
const mapped = async function* (source, f) { for await (const x of source) yield f(x) }
await collect(mapped(stream(), (x) => x * 10)) //=> [10, 20, 30]
const taken = async function* (source, n) { if (n === 0) return; for await (const x of source) { yield x; if (--n === 0) return } }
await collect(taken(stream(), 2)) //=> [1, 2]
const [first, second] = [stream(), stream()];
[(await first.next()).value, (await second.next()).value, (await first.next()).value] //=> [1, 1, 2]

// One promise, several readers; errors reach each of them.
const shared = (async () => { await null; throw new Error("shared") })()
const seen = await Promise.all([1, 2].map((n) => shared.catch((e) => n + e.message)))
seen //=> ["1shared", "2shared"]

const steps = []
const transaction = async (f) => { steps.push("begin"); try { const value = await f(); steps.push("commit"); return value } catch (e) { steps.push("rollback"); throw e } finally { steps.push("close") } }
await transaction(async () => 5) //=> 5
await transaction(async () => { await null; throw new Error("in transaction") }).catch((e) => e.message) //=> "in transaction"
steps //=> ["begin", "commit", "close", "begin", "rollback", "close"]
