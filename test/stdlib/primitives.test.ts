import { expect, test } from "bun:test"
import { evaluate } from "./evaluate.ts"
import { table } from "./table.ts"

table("Number", [
  [
    "[Number('0x10'), Number(''), Number('1_0'), Number(12n), Number({ valueOf: () => '7' })].join()",
    "16,0,NaN,12,7",
  ],
  [
    "[(255).toString(16), (0.1).toFixed(20), (1e21).toFixed(2), (123.456).toPrecision(4), (5e-7).toExponential(), (-1.5).toString(2)].join()",
    "ff,0.10000000000000000555,1e+21,123.5,5e-7,-1.1",
  ],
  ["(1).toString(1)", "!RangeError: toString() radix argument must be between 2 and 36"],
  ["(1).toFixed(101)", "!RangeError: toFixed() digits argument must be between 0 and 100"],
  ["(1).toFixed({ valueOf: () => 2 })", "1.00"],
  [
    "Number.prototype.valueOf.call('a')",
    "!TypeError: Number.prototype.valueOf requires that 'this' be a Number",
  ],
  ["Number.parseFloat === parseFloat && Number.parseInt === parseInt", "true"],
  [
    "[Number.isInteger('5'), Number.isSafeInteger(2 ** 53), isNaN('x'), isFinite('5')].join()",
    "false,false,true,true",
  ],
])

table("BigInt", [
  [
    "[BigInt('0xff'), BigInt(' 12 '), BigInt(true), BigInt.asIntN(8, 255n), BigInt.asUintN(8, -1n), (255n).toString(36)].join()",
    "255,12,1,-1,255,73",
  ],
  ["BigInt(1.5)", "!RangeError: The number 1.5 cannot be converted to a BigInt because it is not an integer"],
  ["BigInt('1x')", "!SyntaxError: Cannot convert 1x to a BigInt"],
  ["BigInt(undefined)", "!TypeError: Cannot convert undefined to a BigInt"],
  ["new BigInt(1)", "!TypeError: BigInt is not a constructor"],
  ["BigInt.asUintN(2 ** 53 - 1, -1n)", "!RangeError: Maximum BigInt size exceeded"],
  ["BigInt('0x' + 'f'.repeat(262144)) > 0n", "true"],
  ["BigInt('0x' + 'f'.repeat(262145))", "!RangeError: Maximum BigInt size exceeded"],
])

table("Math", [
  [
    "[Math.max(), Math.min(1, '0', { valueOf: () => -1 }), Math.hypot(3, 4), Math.max(NaN, 1), Math.hypot(Infinity, NaN)].join()",
    "-Infinity,-1,5,NaN,Infinity",
  ],
  [
    "[Math.f16round(1.337), Math.fround(5.5), Math.clz32(1), Math.imul(0xffffffff, 5), 1 / Math.f16round(-0)].join()",
    "1.3369140625,5.5,31,-5,-Infinity",
  ],
  [
    "[Math.sumPrecise([1e20, 0.1, -1e20]), Math.sumPrecise([1e308, 1e308, -1e308]), 1 / Math.sumPrecise([]), Math.sumPrecise([0.1, 0.2, 0.3])].join()",
    "0.1,1e+308,-Infinity,0.6",
  ],
  ["Math.sumPrecise([Infinity, -Infinity])", "NaN"],
  ["Math.sumPrecise([1, '2'])", "!TypeError: 2 is not a number"],
  ["(x => x >= 0 && x < 1 && x !== Math.random())(Math.random())", "true"],
])

test("random numbers are the run's own", () => {
  const source = "return [Math.random(), Math.random()].join()"
  expect(evaluate(source, 1_000_000)).toBe(evaluate(source, 1))
})

table("Symbol and Boolean", [
  [
    "Symbol.for('a') === Symbol.for('a') && Symbol.keyFor(Symbol.for('a')) === 'a' && Symbol.keyFor(Symbol.iterator) === undefined",
    "true",
  ],
  ["Symbol('x').toString() + Symbol('y').description + Object(Symbol('z')).description", "Symbol(x)yz"],
  ["new Symbol()", "!TypeError: Symbol is not a constructor"],
  ["Symbol({ toString() { throw new Error('text') } })", "!Error: text"],
  ["Symbol.keyFor('k')", "!TypeError: k is not a symbol"],
  ["new Boolean(0) && Boolean('') === false && new Boolean(false).toString()", "false"],
])

table("global functions", [
  [
    "[parseInt('12px'), parseInt('0x1f'), parseInt('101', 2), parseInt('z', { valueOf: () => 36 }), parseFloat('-.5e1x'), parseInt('')].join()",
    "12,31,5,35,-5,NaN",
  ],
  [
    "parseInt('0'.repeat(100000) + '7') + parseFloat('1' + '0'.repeat(5000)) + parseFloat(' ' + '3'.repeat(5000) + 'e-4999')",
    "Infinity",
  ],
  ["parseFloat(' ' + '3'.repeat(5000) + 'e-4999')", "3.3333333333333335"],
  [
    "encodeURIComponent('a b&\\u00e9\\ud83d\\ude00') + encodeURI('a b&') + decodeURIComponent('%F0%9F%98%80') + decodeURI('%23')",
    "a%20b%26%C3%A9%F0%9F%98%80a%20b&😀%23",
  ],
  ["decodeURIComponent('%')", "!URIError: URI malformed"],
  ["encodeURIComponent('\\ud800')", "!URIError: URI malformed"],
  ["(s => decodeURIComponent(encodeURIComponent(s)) === s)('\\ud83d\\ude00é'.repeat(40000))", "true"],
  ["(s => unescape(escape(s)) === s)('\\u20acé%'.repeat(30000))", "true"],
  ["escape('\\u20acé a+/@') + unescape('%u20AC%E9%zz')", "%u20AC%E9%20a+/@€é%zz"],
])
