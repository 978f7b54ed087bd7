/* oxlint-disable -- guest code, which another program uses and whose oddness is its point */
// Guest code: calls `f` in every way that might reach program code, which then never ends. `state` is shared with the
// host: [0] counts entries into such code, [1] is set by the host to let it throw, [2] is the way, [3] its text.
const endless = () => {
  for (;;) {
    state[0]++
    if (state[1]) throw "let go"
  }
}
const loop = function () {
  return endless()
}
const every = new Proxy({}, { get: () => loop })
const names = [
  ...[
    "length",
    "0",
    "value",
    "done",
    "next",
    "return",
    "throw",
    "then",
    "get",
    "set",
    "has",
    "keys",
    "size",
    "constructor",
    "toJSON",
    "flags",
    "exec",
  ],
  ...[
    "lastIndex",
    "source",
    "global",
    "name",
    "message",
    "cause",
    "errors",
    "index",
    "groups",
    "raw",
    "writable",
    "enumerable",
    "configurable",
  ],
  ...[
    "maxByteLength",
    "resolve",
    "locale",
    "timeZone",
    "style",
    "a",
    "localeMatcher",
    "type",
    "granularity",
    "numeric",
    "padding",
    "mode",
  ],
  ...[
    "ignoreBOM",
    "fatal",
    "stream",
    "alphabet",
    "omitPadding",
    "lastChunkHandling",
    "toISOString",
    "valueOf",
    "toString",
    "join",
    "proxy",
    "byteLength",
    "buffer",
  ],
  ...[
    Symbol.iterator,
    Symbol.asyncIterator,
    Symbol.toPrimitive,
    Symbol.toStringTag,
    Symbol.species,
    Symbol.isConcatSpreadable,
    Symbol.hasInstance,
  ],
  ...[Symbol.match, Symbol.matchAll, Symbol.replace, Symbol.search, Symbol.split],
]
const withGetters = (object, only) => {
  for (const name of only ?? names)
    Object.defineProperty(object, name, { get: loop, configurable: true, enumerable: true })
  return object
}
const withMethods = (object, only) => {
  for (const name of only ?? names)
    Object.defineProperty(object, name, { value: loop, configurable: true, enumerable: true })
  return object
}
const gettersPrototype = withGetters({})
const methodsPrototype = withMethods({})
const getters = () => ({
  __proto__: gettersPrototype,
  get a() {
    return endless()
  },
})
const species = (object) => Object.assign(object, { constructor: { [Symbol.species]: loop } })
const keyLoop = { [Symbol.toPrimitive]: loop }

/** each made anew for each call */
const shapes = {
  callback: () => loop,
  proxy: () => new Proxy({}, every),
  "proxy of a function": () => new Proxy(function () {}, every),
  "proxy of an array": () => new Proxy([1], every),
  conversion: () => keyLoop,
  valueOf: () => ({ __proto__: null, valueOf: loop, toString: loop }),
  getters,
  "getter of a": () => withGetters({ length: 1 }, ["0", "a"]),
  methods: () => ({ __proto__: methodsPrototype }),
  iterable: () => ({
    [Symbol.iterator]: () => ({ next: loop, return: loop }),
    [Symbol.asyncIterator]: () => ({ next: loop }),
  }),
  iterator: () => ({
    next: loop,
    return: loop,
    throw: loop,
    [Symbol.iterator]() {
      return this
    },
  }),
  results: () => ({
    [Symbol.iterator]: () => ({ next: () => getters() }),
    next: () => getters(),
  }),
  items: () => [getters(), getters(), keyLoop],
  pairs: () => [[keyLoop, keyLoop]],
  thenables: () => [{ then: loop }],
  element: () => withGetters([1, 2], ["0"]),
  setlike: () => ({ size: 3, has: loop, keys: loop }),
  descriptors: () => ({ a: getters(), b: { get: loop } }),
  species: () => species([1, 2]),
}

const fillers = [
  [undefined, undefined],
  [() => 1, { a: 1 }],
  [[1, 2]],
  ["number", 1],
  [{ a: 1 }, "a"],
  [/a/g, 1],
  [0, 1],
  [new ArrayBuffer(8), 0],
  [new Uint8Array(8), []],
]

/** Receivers of the methods of each built-in object, besides the shapes; some run program code by themselves. */
const receivers = {
  "Array.prototype": [
    () => [1, 2, 3],
    () => species([1, 2, 3]),
    () => withGetters([1, 2, 3], ["1"]),
    () => [[withGetters([1], ["0"])], keyLoop],
  ],
  "Object.prototype": [() => ({ a: 1 })],
  "Function.prototype": [() => loop, () => class {}, () => new Proxy(loop, every)],
  "String.prototype": [() => "abcabc"],
  "Number.prototype": [() => 255],
  "BigInt.prototype": [() => 255n],
  "RegExp.prototype": [
    () => /a/g,
    () => withMethods(/a/g, ["exec"]),
    () => withGetters(/a/, ["flags", "lastIndex"]),
    () => Object.assign(/a/g, { lastIndex: keyLoop }),
    () => species(/a/),
  ],
  RegExpStringIteratorPrototype: [
    () =>
      RegExp.prototype[Symbol.matchAll].call(
        Object.assign(/a/g, {
          constructor: {
            [Symbol.species]: function () {
              return withMethods({ flags: "g" }, ["exec"])
            },
          },
        }),
        "a",
      ),
  ],
  "Date.prototype": [() => new Date(0)],
  "Map.prototype": [() => new Map([["a", 1]])],
  "Set.prototype": [() => new Set(["a", 1])],
  "WeakMap.prototype": [() => new WeakMap()],
  "Promise.prototype": [() => Promise.resolve(1), () => Promise.reject(1), () => species(Promise.resolve(1))],
  Promise: [
    () => Promise,
    () => class extends Promise {},
    () => withMethods(class extends Promise {}, ["resolve"]),
    () => loop,
  ],
  Array: [() => Array, () => loop],
  Iterator: [() => Iterator],
  TypedArray: [() => Uint8Array, () => loop],
  Uint8Array: [() => Uint8Array],
  Map: [() => Map],
  "Iterator.prototype": [
    () => ({ __proto__: Iterator.prototype, next: loop, return: loop }),
    () => [1, 2].values(),
  ],
  IteratorHelperPrototype: [
    () => [1].values().map(loop),
    () => Iterator.prototype.map.call({ next: loop, return: loop }, (x) => x),
  ],
  WrapForValidIteratorPrototype: [() => Iterator.from({ next: loop, return: loop })],
  AsyncFromSyncIteratorPrototype: [],
  ArrayIteratorPrototype: [() => withGetters([1], ["0"]).values()],
  "Generator.prototype": [
    () =>
      (function* () {
        endless()
      })(),
    () => {
      const g = (function* () {
        try {
          yield 1
        } finally {
          endless()
        }
      })()
      g.next()
      return g
    },
  ],
  "AsyncGenerator.prototype": [
    () =>
      (async function* () {
        endless()
      })(),
    () => {
      const g = (async function* () {
        try {
          yield 1
        } finally {
          endless()
        }
      })()
      g.next()
      return g
    },
  ],
  "TypedArray.prototype": [() => new Uint8Array([3, 1, 2]), () => species(new Uint8Array([3, 1, 2]))],
  "ArrayBuffer.prototype": [
    () => new ArrayBuffer(8, { maxByteLength: 16 }),
    () => species(new ArrayBuffer(8)),
  ],
  "Uint8Array.prototype": [() => new Uint8Array(8)],
  "DataView.prototype": [() => new DataView(new ArrayBuffer(16))],
  Error: [() => Error],
  "Error.prototype": [() => new Error("e"), () => withGetters(new Error("e"))],
  "URL.prototype": [() => new URL("https://a.example/b?c=d")],
  "URLSearchParams.prototype": [() => new URLSearchParams("a=1&b=2")],
  "Headers.prototype": [() => new Headers({ a: "1" })],
  "TextEncoder.prototype": [() => new TextEncoder()],
  "TextDecoder.prototype": [() => new TextDecoder()],
  "Crypto.prototype": [() => crypto],
  "Symbol.prototype": [() => Symbol("a")],
  "Intl.Collator.prototype": [() => new Intl.Collator()],
  "Intl.DateTimeFormat.prototype": [() => new Intl.DateTimeFormat()],
  "Intl.DisplayNames.prototype": [() => new Intl.DisplayNames("en", { type: "region" })],
  "Intl.ListFormat.prototype": [() => new Intl.ListFormat()],
  "Intl.NumberFormat.prototype": [() => new Intl.NumberFormat()],
  "Intl.PluralRules.prototype": [() => new Intl.PluralRules()],
  "Intl.RelativeTimeFormat.prototype": [() => new Intl.RelativeTimeFormat()],
  "Intl.Segmenter.prototype": [() => new Intl.Segmenter()],
  IntlSegmentsPrototype: [() => new Intl.Segmenter().segment("a b")],
}
const owned = (receivers[owner] ?? []).concat(() => undefined)

/** what a lazy result does only when it is asked */
const use = (result) => {
  if (typeof result === "function") result(1)
  if (Object(result) !== result) return
  result.next?.()
  if (result.proxy) void result.proxy.a
  if (result.promise) result.resolve(keyLoop)
  void result.a
}

const seen = new Set()
/** `position` and `shape` say what is new in a way; once it has reached program code, the like is left out of short runs. */
const one = async (call, position, shape) => {
  const what = `${position}: ${shape}`
  if (!isLong && seen.has(what)) return
  state[0] = 0
  state[1] = false
  state[2]++
  state[3] = what
  try {
    const result = call()
    use(result)
    if (result instanceof Promise) for (let turns = 0; turns < 4; turns++) await undefined
  } catch {}
  if (state[0] > 0) seen.add(what)
}

for (const shape of Object.keys(shapes)) {
  const made = shapes[shape]
  for (const filler of fillers.slice(0, isLong ? undefined : 4))
    await one(() => Reflect.apply(f, made(), filler), "this", shape)
  for (const [index, receiver] of owned.entries()) {
    const call = (position, list) =>
      one(() => Reflect.apply(f, receiver(), list()), `receiver ${index}, ${position}`, shape)
    await call("argument 0", () => [made()])
    for (const filler of fillers.slice(1, isLong ? undefined : 3))
      await call("argument 0", () => [made(), ...filler])
    for (const filler of fillers) {
      await call("argument 1", () => [filler[0], made()])
      if (isLong || shape === "conversion") await call("argument 2", () => [...filler, made()])
    }
  }
  if (constructs) {
    await one(() => Reflect.construct(f, [made()]), "new, argument 0", shape)
    for (const filler of fillers)
      await one(() => Reflect.construct(f, [filler[0], made()]), "new, argument 1", shape)
  }
}
for (const [index, receiver] of owned.entries()) {
  for (const filler of fillers)
    await one(() => Reflect.apply(f, receiver(), filler), `receiver ${index}`, "itself")
}
if (constructs)
  await one(
    () => Reflect.construct(f, fillers[1], withGetters(function () {}.bind(), ["prototype"])),
    "new",
    "target",
  )
return "done"
