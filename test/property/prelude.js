/* oxlint-disable -- guest code, which another program uses and whose oddness is its point */
// Guest code before every random program: a trace of what happens, and objects that tell what is done to them.
const sym = Symbol("sym")
const makeTrace = () => {
  const lines = []
  let isShowing = false
  let ticks = 0
  const log = (...values) => {
    for (const value of values) if (value instanceof Promise) handled(value)
    if (isShowing || lines.length > 150) return values[0]
    isShowing = true
    try {
      lines.push(
        values
          .map((value) => (typeof value === "string" ? value : __inspect.value(value).slice(3)))
          .join(" ")
          .slice(0, 300),
      )
    } finally {
      isShowing = false
    }
    return values[0]
  }
  /** ends whatever would not end */
  const tick = () => {
    if (++ticks > 120) throw new RangeError("enough")
    return true
  }
  return { lines, log, tick, end: () => void (ticks = 1000) }
}
const clamp = (value) => (value > 9 ? 9 : value < -9 ? -9 : value)
const cut = (text) => (typeof text === "string" ? text.slice(0, 40) : text)
const few = (list) => list.slice(0, 12)
const handled = (promise) => {
  if (Object(promise) === promise && Object.hasOwn(promise, "then")) return promise
  Promise.prototype.then.call(promise, undefined, () => {})
  return promise
}
const quiet = (value) => (value instanceof Promise ? handled(value) : value)
const calm = (f) =>
  function () {
    return handled(Reflect.apply(f, this, arguments))
  }
/** without the fields that engines add */
const oops = () => {
  const error = new Error("e")
  for (const key of Reflect.ownKeys(error)) if (key !== "message") delete error[key]
  return error
}
const tag = (texts, ...values) => texts.raw.join("|") + values.length + Object.isFrozen(texts)
const rest = (first, ...others) => others
const weigh = (value, state) => {
  if (++state.count > 60) return
  if (typeof value === "string" || typeof value === "bigint") state.count += String(value).length / 8
  if (typeof value !== "object" || value === null || state.proxies.has(value)) return
  for (const key of Reflect.ownKeys(value)) {
    const property = Reflect.getOwnPropertyDescriptor(value, key)
    if ("value" in property) weigh(property.value, state)
  }
  if (value instanceof Map || value instanceof Set) for (const item of [...value]) weigh(item, state)
}
class Point {
  #x
  constructor(x, y) {
    this.#x = x
    this.y = y
  }
  get x() {
    return this.#x
  }
  static has(value) {
    return #x in value
  }
}
class List extends Array {
  static get [Symbol.species]() {
    return List
  }
}
/** what engines add to errors as own properties: whoever copies a proxy of an error asks for these too */
const added = new Set(["stack", "line", "column", "sourceURL"])
const makeTools = ({ log, tick }) => {
  const proxies = new WeakSet()
  const keep = (value) => {
    const state = { count: 0, proxies }
    weigh(value, state)
    return state.count > 60 ? null : value
  }
  const proxied = (target) => {
    const handler = new Proxy(
      {},
      {
        get:
          (_, trap) =>
          (...values) => {
            tick()
            if (trap === "getOwnPropertyDescriptor" && added.has(values[1])) return Reflect[trap](...values)
            if (typeof values[1] === "string" || typeof values[1] === "symbol") log(trap, values[1])
            else log(trap)
            return Reflect[trap](...values)
          },
      },
    )
    const made = new Proxy(target, handler)
    proxies.add(made)
    return made
  }
  function* counter(end) {
    for (let i = 0; i < end && i < 9; i++) {
      log("count", i)
      yield i
    }
    return "end"
  }
  const manual = (end) => {
    let at = 0
    return {
      next: (value) => {
        tick()
        log("next", value)
        return { value: at, done: !(at++ < end) }
      },
      return: (value) => {
        log("return", value)
        return {}
      },
      [Symbol.iterator]() {
        return this
      },
    }
  }
  const keyed = (key) => ({
    [Symbol.toPrimitive]: (hint) => {
      log("key", hint)
      return key
    },
  })
  const nameOf = (error) => (error instanceof Error ? error.constructor.name : error)
  const named = (f) => (error) => f(nameOf(error))
  const statuses = (outcomes) => outcomes.map(({ status }) => status)
  /** how often for...in asks a proxy, or one among the prototypes, is left open by the standard */
  const bare = (value) => {
    for (let it = value; Object(it) === it; it = Object.getPrototypeOf(it)) if (proxies.has(it)) return {}
    return value
  }
  return { named, statuses, bare, keep, proxied, counter, manual, keyed, nameOf, t: (value) => log(value) }
}
