// The rest of what is newer than Node 20.

// not on: V8: newer than Node 20
const { promise, resolve } = Promise.withResolvers()
resolve(5)
await promise //=> 5
await Promise.try(() => 1) //=> 1
await Promise.try(() => { throw new Error("sync") }) //! Error: sync
await Promise.try((a, b) => a + b, 1, 2) //=> 3
RegExp.escape("a.b*c") //=> "\\x61\\.b\\*c"
RegExp.escape("1-2") //=> "\\x31\\x2d2"
RegExp.escape(5) //! TypeError
Error.isError(new TypeError()) //=> true
Error.isError({ __proto__: Error.prototype }) //=> false
Math.f16round(1.337) //=> 1.3369140625
/(?i:a)b/.test("Ab") //=> true
/(?i:a)b/.test("AB") //=> false
/(?<y>\d{4})|(?<y>\d\d)/.exec("99").groups.y //=> "99"
/[\p{L}--[a-z]]/v.test("a") //=> false
/[\p{L}--[a-z]]/v.test("A") //=> true
/^\p{RGI_Emoji}$/v.test("👨‍👩‍👧") //=> true
[1.5, 2].toString() //=> "1.5,2"

// not on: V8: newer than Node 20
Math.sumPrecise([0.1, 0.2, 0.3]) //=> 0.6
Math.sumPrecise([1e100, 1, -1e100]) //=> 1
Math.sumPrecise([]) //=> -0
Math.sumPrecise([1, "2"]) //! TypeError
new Uint8Array([1, 2, 255]).toBase64() //=> "AQL/"
new Uint8Array([1, 2, 255]).toHex() //=> "0102ff"
Uint8Array.fromBase64("AQL/") //=> Uint8Array [1, 2, 255]
Uint8Array.fromHex("0102ff") //=> Uint8Array [1, 2, 255]
Uint8Array.fromHex("0") //! SyntaxError
new Float16Array([1.337, 65520]) //=> Float16Array [1.3369140625, Infinity]
Iterator.concat([1], [2, 3]).toArray() //=> [1, 2, 3]
JSON.stringify({ n: JSON.rawJSON("9007199254740993") }) //=> "{\"n\":9007199254740993}"
JSON.parse("[1.0]", (k, v, { source }) => source ?? v) //=> ["1.0"]
JSON.isRawJSON(JSON.rawJSON("1")) //=> true
JSON.rawJSON("{}") //! SyntaxError

// not on: V8: newer than Node 20
const buffer = new ArrayBuffer(4, { maxByteLength: 8 })
buffer.resizable //=> true
buffer.resize(8) //=> undefined
buffer.byteLength //=> 8
buffer.resize(9) //! RangeError
const moved = buffer.transfer()
buffer.detached //=> true
moved.byteLength //=> 8
new Uint8Array(buffer) //! TypeError
