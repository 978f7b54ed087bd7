/* oxlint-disable -- guest code, which another program uses and whose oddness is its point */
// Guest code: calls `f` with odd receivers and arguments. `state`: [0] the number of the call, [1] its text, [2] the call
// to begin with.
const detached = () => {
  const buffer = new ArrayBuffer(8)
  buffer.transfer()
  return buffer
}
const detachedArray = () => {
  const array = new Uint8Array(8)
  array.buffer.transfer()
  return array
}
const outOfBounds = () => {
  const buffer = new ArrayBuffer(8, { maxByteLength: 16 })
  const array = new Int16Array(buffer, 2, 3)
  buffer.resize(4)
  return array
}
const revoked = (target) => {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}
const plain = [
  undefined,
  null,
  true,
  0,
  -0,
  1,
  -1,
  0.5,
  NaN,
  Infinity,
  -Infinity,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  1e300,
  5e-324,
  "",
  "a",
  "0",
  "-1",
  "length",
  "constructor",
  "__proto__",
  "\ud800",
  "é😀",
  "x".repeat(2000),
  "2024-13-99",
  "en-US",
  "%E0%A4",
  "0x",
  "[1,",
  0n,
  -1n,
  2n ** 64n,
  Symbol("a"),
  Symbol.iterator,
  Symbol.for("b"),
]
const made = [
  () => () => 1,
  () =>
    function () {
      return this
    },
  () => class {},
  () => async () => 1,
  () => function* () {},
  () => Math.max,
  () => Array,
  () => ({}),
  () => Object.create(null),
  () => ({ a: 1 }),
  () => Object.freeze({ a: 1 }),
  () => [],
  () => [, 1, ,],
  () => [3, 1, 2],
  () => Object.freeze([1, 2]),
  () => [[1, 2]],
  () => ({ length: 3 }),
  () => ({ length: -1 }),
  () => ({ length: 2 ** 53, 0: 1 }),
  () => ({ length: NaN }),
  () => new Proxy({}, {}),
  () => new Proxy([1], {}),
  () => new Proxy(class {}, {}),
  () => revoked({}),
  () => revoked([]),
  () => revoked(() => 1),
  () => new Proxy({}, { get: () => null, ownKeys: () => ["a", "a"], getPrototypeOf: () => 1 }),
  () => new Date(NaN),
  () => new Date(0),
  () => /a/g,
  () => /(?<a>b)|/uy,
  () => new Map([[1, 2]]),
  () => new Set([1]),
  () => new WeakMap(),
  () => new WeakSet(),
  () => Promise.resolve(1),
  () =>
    (function* () {
      yield 1
    })(),
  () =>
    (async function* () {
      yield 1
    })(),
  () => [1].values(),
  () => [1].values().map((x) => x),
  () => new Uint8Array([1, 2, 3, 4]),
  () => new BigInt64Array(2),
  () => new Float32Array(2),
  detached,
  detachedArray,
  outOfBounds,
  () => new ArrayBuffer(8),
  () => new DataView(new ArrayBuffer(8)),
  () => new DataView(new ArrayBuffer(8, { maxByteLength: 8 })),
  () => new Error("e", { cause: 1 }),
  () => new AggregateError([1]),
  () => Object(1n),
  () => Object("abc"),
  () => Object(Symbol()),
  () => Object(1),
  () => Object(false),
  () =>
    (function () {
      return arguments
    })(1, 2),
  () => new (class extends Array {})(2),
  () => Array(50),
  () => new URL("https://a.example/?b=c"),
  () => new URLSearchParams("a=1"),
  () => new Headers({ a: "b" }),
  () => new TextDecoder(),
  () => new TextEncoder(),
  () => crypto,
  () => JSON,
  () => JSON.rawJSON("1"),
  () => new Intl.NumberFormat(),
  () => new Intl.DateTimeFormat(),
  () => new Intl.Collator(),
  () => new Intl.Segmenter().segment("a b"),
  () => new Intl.Locale("de"),
  () => new Intl.ListFormat(),
  () => new Intl.PluralRules(),
  () => new Intl.RelativeTimeFormat(),
  () => new Intl.DisplayNames("en", { type: "region" }),
  () => ({ valueOf: () => ({}), toString: () => ({}) }),
  () => ({ [Symbol.toPrimitive]: 1 }),
  () => ({ then: 1 }),
  () => ({ next: 1, [Symbol.iterator]: () => ({}) }),
  () => ({
    get a() {
      throw 1
    },
  }),
  () => ({ value: 1, get: 1 }),
  () => ({ constructor: null }),
  () => ({ size: -1, has: 1, keys: 1 }),
]
const odd = [...plain.map((value) => () => value), ...made]

let seed = 1
const next = (below) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
  return (seed >>> 8) % below
}
const chosen = () => odd[next(odd.length)]()
const call = (text, run) => {
  if (++state[0] <= state[2]) return
  state[1] = text
  try {
    const result = run()
    if (result instanceof Promise) result.then(undefined, () => {})
    if (typeof result === "object" && result !== null) (void String(result.value), result.next?.())
  } catch {}
}
// a receiver of the right kind is among the odd ones
const fitting = []
for (const [index, receiver] of odd.entries()) {
  call(`this: ${index}`, () => {
    const result = Reflect.apply(f, receiver(), [])
    fitting.push(receiver)
    return result
  })
}
for (const [index, argument] of odd.entries()) {
  for (let turn = 0; turn < (isLong ? 20 : 1); turn++) {
    const receiver = fitting.length > 0 && next(4) > 0 ? fitting[next(fitting.length)] : odd[next(odd.length)]
    call(`argument 0: ${index}`, () => Reflect.apply(f, receiver(), [argument()]))
    call(`argument 0: ${index}, and more`, () =>
      Reflect.apply(f, receiver(), [argument(), chosen(), chosen()]),
    )
    call(`argument 1: ${index}`, () =>
      Reflect.apply(f, receiver(), [chosen(), argument(), ...(next(2) ? [chosen()] : [])]),
    )
    if (constructs) {
      call(`new: ${index}`, () => Reflect.construct(f, [argument()]))
      call(`new: ${index}, and more`, () => Reflect.construct(f, [argument(), chosen(), chosen()]))
      call(`new target: ${index}`, () =>
        Reflect.construct(
          f,
          [chosen(), chosen()],
          [Array, Map, class {}, new Proxy(Object, {}), (() => {}).bind()][next(5)],
        ),
      )
    }
  }
}
await undefined
return "done"
