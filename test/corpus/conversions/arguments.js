// Built-ins convert their arguments by calling program code: in which order, and how often.

const log = []
const num = (n) => ({ valueOf() { log.push(n); return n }, toString() { log.push("string " + n); return String(n) } })
const str = (s) => ({ toString() { log.push(s); return s }, valueOf() { log.push("number of " + s); return NaN } })
const logged = (f) => { log.length = 0; const value = f(); return [value, ...log] }
logged(() => "abcdef".slice(num(1), num(3))) //=> ["bc", 1, 3]
logged(() => "abcdef".substring(num(4), num(1))) //=> ["bcd", 4, 1]
logged(() => "abcdef".substr(num(1), num(2))) //=> ["bc", 1, 2]
logged(() => "abcdef".indexOf(str("c"), num(1))) //=> [2, "c", 1]
logged(() => "abcdef".lastIndexOf(str("c"), num(5))) //=> [2, "c", 5]
logged(() => "abcdef".includes(str("c"), num(1))) //=> [true, "c", 1]
logged(() => "abcdef".startsWith(str("b"), num(1))) //=> [true, "b", 1]
logged(() => "abcdef".endsWith(str("b"), num(2))) //=> [true, "b", 2]
logged(() => "abc".padStart(num(5), str("x"))) //=> ["xxabc", 5, "x"]
logged(() => "abc".padEnd(num(2), str("x"))) //=> ["abc", 2]
logged(() => "ab".repeat(num(2))) //=> ["abab", 2]
logged(() => "abc".at(num(-1))) //=> ["c", -1]
logged(() => "abc".charAt(num(1))) //=> ["b", 1]
logged(() => "abc".charCodeAt(num(1))) //=> [98, 1]
logged(() => "abc".codePointAt(num(1))) //=> [98, 1]
logged(() => "a".concat(str("b"), num(1), str("c"))) //=> ["ab1c", "b", "string 1", "c"]
logged(() => "a,b".split(str(","), num(1))) //=> [["a"], 1, ","]
logged(() => "abc".replace(str("b"), str("x"))) //=> ["axc", "b", "x"]
logged(() => "abcb".replaceAll(str("b"), str("x"))) //=> ["axcx", "b", "x"]
logged(() => "abc".localeCompare(str("abd"))) //=> [-1, "abd"]
logged(() => "abc".normalize(str("NFC"))) //=> ["abc", "NFC"]
logged(() => String.fromCharCode(num(97), num(98))) //=> ["ab", 97, 98]
logged(() => String.fromCodePoint(num(97), num(98))) //=> ["ab", 97, 98]
logged(() => String.raw({ raw: { length: num(2), 0: str("a"), 1: str("b") } }, str("-"))) //=> ["a-b", 2, "a", "-", "b"]
logged(() => String.prototype.trim.call(str(" x "))) //=> ["x", " x "]
logged(() => String.prototype.toUpperCase.call(str("x"))) //=> ["X", "x"]
logged(() => [1, 2, 3].slice(num(1), num(2))) //=> [[2], 1, 2]
logged(() => [1, 2, 3].splice(num(1), num(1), num(9)).length) //=> [1, 1, 1]
logged(() => [1, 2, 3].fill(0, num(1), num(2))) //=> [[1, 0, 3], 1, 2]
logged(() => [1, 2, 3].copyWithin(num(0), num(1), num(2))) //=> [[2, 2, 3], 0, 1, 2]
logged(() => [1, 2, 3].indexOf(2, num(1))) //=> [1, 1]
logged(() => [1, 2, 3].lastIndexOf(2, num(1))) //=> [1, 1]
logged(() => [1, 2, 3].includes(2, num(1))) //=> [true, 1]
logged(() => [1, 2, 3].at(num(1))) //=> [2, 1]
logged(() => [1, 2, 3].with(num(1), 5)) //=> [[1, 5, 3], 1]
logged(() => [[1, [2]]].flat(num(2))) //=> [[1, 2], 2]
logged(() => [1, 2].join(str("-"))) //=> ["1-2", "-"]
logged(() => [str("a"), num(1), str("b")].join()) //=> ["a,1,b", "a", "string 1", "b"]
logged(() => String([str("a"), [num(1)]])) //=> ["a,1", "a", "string 1"]
logged(() => [num(3), num(1)].sort().length).length //=> 3
[3, 1, 2].sort((a, b) => num(a - b)) //=> [1, 2, 3]
logged(() => Array(3).fill(0).map(Number).length) //=> [3]
logged(() => Array.from({ length: num(2), 0: "a" }, (x) => x)) //=> [["a", undefined], 2]
logged(() => Array.prototype.slice.call({ length: num(2), 0: "a", 1: "b" }, 1)) //=> [["b"], 2]
logged(() => { const a = []; a.length = num(2); return a.length }) //=> [2, 2, 2]
logged(() => Math.max(num(1), num(3), num(2))) //=> [3, 1, 3, 2]
logged(() => Math.min(num(1), num(NaN), num(2))) //=> [NaN, 1, NaN, 2]
logged(() => Math.hypot(num(3), num(4))) //=> [5, 3, 4]
logged(() => Math.pow(num(2), num(3))) //=> [8, 2, 3]
logged(() => Math.atan2(num(0), num(1))) //=> [0, 0, 1]
logged(() => Math.imul(num(2), num(3))) //=> [6, 2, 3]
logged(() => Math.round(num(1.5))) //=> [2, 1.5]
logged(() => Number(num(5))) //=> [5, 5]
logged(() => (255).toString(num(16))) //=> ["ff", 16]
logged(() => (1.234).toFixed(num(1))) //=> ["1.2", 1]
logged(() => (1.234).toPrecision(num(2))) //=> ["1.2", 2]
logged(() => (1.234).toExponential(num(1))) //=> ["1.2e+0", 1]
logged(() => parseInt(str("11"), num(2))) //=> [3, "11", 2]
logged(() => parseFloat(str("1.5x"))) //=> [1.5, "1.5x"]
logged(() => isNaN(num(1))) //=> [false, 1]
logged(() => BigInt(num(5))) //=> [5n, 5]
logged(() => BigInt.asUintN(num(8), { valueOf: () => 257n })) //=> [1n, 8]
logged(() => Date.UTC(num(2020), num(1), num(2))) //=> [1580601600000, 2020, 1, 2]
logged(() => new Date(num(2020), num(1)).getMonth()) //=> [1, 2020, 1]
logged(() => new Date(num(5)).getTime()) //=> [5, 5]
logged(() => new Date(str("2020-01-01")).getTime()) //=> [NaN, "number of 2020-01-01"]
logged(() => new Date(0).setUTCHours(num(1), num(2), num(3), num(4))) //=> [3723004, 1, 2, 3, 4]
logged(() => Symbol(str("d")).description) //=> ["d", "d"]
logged(() => Symbol.for(str("k")).description) //=> ["k", "k"]
logged(() => new Error(str("m")).message) //=> ["m", "m"]
logged(() => Object.hasOwn({ k: 1 }, str("k"))) //=> [true, "k"]
logged(() => ({ k: 1 }).hasOwnProperty(str("k"))) //=> [true, "k"]
logged(() => Object.defineProperty({}, str("k"), { value: 1 }).k) //=> [1, "k"]
logged(() => Reflect.get({ k: 1 }, str("k"))) //=> [1, "k"]
logged(() => Object.fromEntries([[str("k"), 1]])) //=> [{ k: 1 }, "k"]
logged(() => ({ [str("k")]: 1 })) //=> [{ k: 1 }, "k"]
logged(() => ({ k: 1 })[str("k")]) //=> [1, "k"]
logged(() => str("k") in { k: 1 }) //=> [true, "k"]
logged(() => JSON.parse(str("[1]"))) //=> [[1], "[1]"]
logged(() => JSON.stringify({ a: 1 }, null, str("-"))) //=> ["{\"a\":1}"]
logged(() => encodeURIComponent(str("a b"))) //=> ["a%20b", "a b"]
logged(() => decodeURIComponent(str("a%20b"))) //=> ["a b", "a%20b"]
logged(() => escape(str("a b"))) //=> ["a%20b", "a b"]
logged(() => new RegExp(str("a"), str("g")).flags) //=> ["g", "a", "g"]
logged(() => /a/.test(str("a"))) //=> [true, "a"]
logged(() => { const r = /a/g; r.lastIndex = num(1); return r.test("aa") }) //=> [true, 1]
logged(() => "abc".match(str("b")).index) //=> [1, "b"]
logged(() => "abc".search(str("c"))) //=> [2, "c"]
logged(() => new Uint8Array([num(1), num(2)])) //=> [Uint8Array [1, 2], 1, 2]
logged(() => { const a = new Uint8Array(1); a[0] = num(7); return a }) //=> [Uint8Array [7], 7]
logged(() => new Uint8Array(4).fill(num(9), num(1), num(3))) //=> [Uint8Array [0, 9, 9, 0], 9, 1, 3]
logged(() => new ArrayBuffer(num(8)).byteLength) //=> [8, 8]
logged(() => new DataView(new ArrayBuffer(8)).setInt16(num(1), num(300))) //=> [undefined, 1, 300]
logged(() => "x".at({ [Symbol.toPrimitive](hint) { log.push(hint); return 0 } })) //=> ["x", "number"]
logged(() => "x".concat({ [Symbol.toPrimitive](hint) { log.push(hint); return "y" } })) //=> ["xy", "string"]

const bad = { valueOf() { throw new Error("conversion") }, toString() { throw new Error("to text") } };
"abc".slice(bad) //! Error: conversion
"abc".indexOf(bad) //! Error: to text
"abc".padStart(5, bad) //! Error: to text
[1].fill(0, bad) //! Error: conversion
[bad].join() //! Error: to text
Math.max(1, bad) //! Error: conversion
Math.max(NaN, bad) //! Error: conversion
(1).toFixed(bad) //! Error: conversion
parseInt("1", bad) //! Error: conversion
new Date(bad) //! Error: conversion
new Error(bad) //! Error: to text
Symbol(bad) //! Error: to text
[1, 2].sort(() => bad) //! Error: conversion
[bad, bad].sort() //! Error: to text
Array.from({ length: bad }) //! Error: conversion
Object.defineProperty({}, bad, {}) //! Error: to text
({})[bad] //! Error: to text
new Map([[1, 2]]).get(bad) //=> undefined
JSON.stringify({ toJSON() { throw new Error("in toJSON") } }) //! Error: in toJSON
"x".split(bad) //! Error: to text
new RegExp(bad) //! Error: to text
/x/.exec(bad) //! Error: to text
encodeURI(bad) //! Error: to text
String(bad) //! Error: to text
Number(bad) //! Error: conversion
BigInt(bad) //! Error: conversion
