import { table } from "./table.ts"

const json = (expression: string) => `JSON.stringify(${expression})`
const refusal =
  "!EvalError: dynamic code is not available: write the function in the program itself instead of making it from text"

table("functions", [
  [
    "(function (a, b) { return this + a + b }).call(1, 2, 3) + Math.max.apply(null, [4, 5]) + Math.max.apply(null, { length: 2, 0: 1, 1: 9 })",
    "20",
  ],
  ["(() => 1).apply(null, 1)", "!TypeError: CreateListFromArrayLike called on non-object"],
  ["(() => 1).apply(null, { length: 2 ** 32 })", "!RangeError: Invalid array length"],
  [
    "(f => [f.name, f.length, f(3), new f(3).x].join())(function g(a, b, c) { if (new.target) this.x = a; return a + b }.bind(null, 1))",
    "bound g,2,4,1",
  ],
  ["Function.prototype.bind.call({})", "!TypeError: Bind must be called on a function"],
  [
    "Function.prototype.toString.call({})",
    "!TypeError: Function.prototype.toString requires that 'this' be a Function",
  ],
  [
    "String(function f ( a ) { return a }) + String(Math.max)",
    "function f ( a ) { return a }function max() { [native code] }",
  ],
  ["[] instanceof Array.bind() && !(5 instanceof Object)", "true"],
  [
    "({}) instanceof Object.assign(() => 1, { prototype: 1 })",
    "!TypeError: Function has non-object prototype '1' in instanceof check",
  ],
  ["Function.prototype() === undefined && Function.prototype.name === ''", "true"],
])

table("code from text is refused", [
  ["Function('return 1')", refusal],
  ["new Function('a', 'return a')", refusal],
  ["[].at.constructor('return globalThis')()", refusal],
  ["(async () => {}).constructor('1')", refusal],
  ["(function* () {}).constructor('1')", refusal],
  ["(async function* () {}).constructor('1')", refusal],
  ["(() => 1) instanceof Function", "true"],
])

table("Reflect", [
  [json("Reflect.ownKeys({ b: 1, 1: 2, [Symbol.for('s')]: 3 }).map(String)"), '["1","b","Symbol(s)"]'],
  ["Reflect.construct(class { constructor() { this.t = new.target.name } }, [], class B {}).t", "B"],
  ["Reflect.construct(Array, [], 1)", "!TypeError: 1 is not a constructor"],
  ["Reflect.get({ get x() { return this.y } }, 'x', { y: 5 })", "5"],
  ["(r => Reflect.set({}, 'x', 1, r) && r.x)({})", "1"],
  ["Reflect.defineProperty(Object.freeze({}), 'x', {})", "false"],
  ["Reflect.has(1, 'x')", "!TypeError: Reflect.has called on non-object"],
  [
    "Reflect.apply(1)",
    "!TypeError: Function.prototype.apply was called on 1, which is a number and not a function",
  ],
])

table("errors", [
  [
    "(e => [e.message, e.cause, e instanceof Error, Object.keys(e).length, e.name].join())(new RangeError('m', { cause: 7 }))",
    "m,7,true,0,RangeError",
  ],
  [
    "(e => [e.errors.join(), e.message, Object.prototype.hasOwnProperty.call(e, 'cause')].join('|'))(new AggregateError(new Set([1, 2]), 'm'))",
    "1,2|m|false",
  ],
  [
    "String(Error('a')) + String(Object.assign(new Error('b'), { name: '' })) + Error.prototype.toString.call({ name: 'N', message: 'm' })",
    "Error: abN: m",
  ],
  [
    "Error.prototype.toString.call(1)",
    "!TypeError: Method Error.prototype.toString called on incompatible receiver 1",
  ],
  [
    "Error.isError(new (class extends TypeError {})) && !Error.isError(Object.create(Error.prototype))",
    "true",
  ],
  ["new Error({ toString() { throw new RangeError('text') } })", "!RangeError: text"],
  [
    "(class V extends Error { name = 'V' }, new (class V extends Error { name = 'V' })('m')).stack.split('\\n')[0]",
    "V: m",
  ],
  [
    "(e => { e.stack = 'mine'; return e.stack + delete e.stack + (e.stack === 'mine') })(new Error('m'))",
    "minetruefalse",
  ],
  ["(o => { Error.captureStackTrace(o); return o.stack.split('\\n')[0] + Object.keys(o) })({})", "Error"],
  [
    "(function inner() { return new Error('here').stack })()",
    "Error: here\n    at inner (program:1:36)\n    at program:1:9",
  ],
])
