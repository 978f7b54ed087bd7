// Typed arrays, ArrayBuffer and DataView.

new Uint8Array(3) //=> Uint8Array [0, 0, 0]
new Uint8Array([1, 256, -1, 1.9, "7", NaN]) //=> Uint8Array [1, 0, 255, 1, 7, 0]
new Uint8ClampedArray([1, 256, -1, 1.5, 2.5, "7", NaN]) //=> Uint8ClampedArray [1, 255, 0, 2, 2, 7, 0]
new Int8Array([127, 128, 255]) //=> Int8Array [127, -128, -1]
new Int16Array([32768, -32769]) //=> Int16Array [-32768, 32767]
new Uint16Array([-1]) //=> Uint16Array [65535]
new Int32Array([2 ** 31]) //=> Int32Array [-2147483648]
new Uint32Array([-1]) //=> Uint32Array [4294967295]
new Float32Array([1.1, 1e40, NaN]) //=> Float32Array [1.100000023841858, Infinity, NaN]
new Float64Array([1.1, -0]) //=> Float64Array [1.1, -0]
new BigInt64Array([1n, 2n ** 63n]) //=> BigInt64Array [1n, -9223372036854775808n]
new BigUint64Array([-1n]) //=> BigUint64Array [18446744073709551615n]
new BigInt64Array([1]) //! TypeError: Cannot convert 1 to a BigInt
new Uint8Array([1n]) //! TypeError: Cannot convert a BigInt value to a number
new Uint8Array("3") //=> Uint8Array [0, 0, 0]
new Uint8Array({ length: 2, 0: 5 }) //=> Uint8Array [5, 0]
new Uint8Array(new Set([1, 2])) //=> Uint8Array [1, 2]
new Uint8Array(-1) //! RangeError: Invalid typed array length: -1
new Uint8Array(1.5) //=> Uint8Array [0]
new Uint8Array(undefined) //=> Uint8Array []
new Uint8Array(null) //=> Uint8Array []
Uint8Array(1) //! TypeError: Constructor Uint8Array requires 'new'
new Uint8Array(new Uint16Array([1, 257])) //=> Uint8Array [1, 1]
Uint8Array.from([1, 2], (x) => x * 2) //=> Uint8Array [2, 4]
Uint8Array.of(1, 2) //=> Uint8Array [1, 2]
Uint8Array.BYTES_PER_ELEMENT //=> 1
Object.getPrototypeOf(Uint8Array).name //=> "TypedArray"
new (Object.getPrototypeOf(Uint8Array))() //! TypeError: Abstract class TypedArray not directly constructable
const a = new Uint8Array([1, 2, 3])
a[0] = 300
a //=> Uint8Array [44, 2, 3]
a[5] = 1
a.length //=> 3
a[-1] //=> undefined
a["1.5"] = 9 //=> 9
a["1.5"] //=> undefined
a.foo = 1
Object.keys(a) //=> ["0", "1", "2", "foo"]
1 in a //=> true
3 in a //=> false
"-0" in a //=> false
delete a[0] //! TypeError: Cannot delete property '0' of [object Uint8Array]
delete a[9] //=> true
a.length = 1 //! TypeError
Object.getOwnPropertyDescriptor(a, 0) //=> { value: 44, writable: true, enumerable: true, configurable: true }
Object.defineProperty(a, 0, { value: 7 }) //=> Uint8Array [7, 2, 3, foo: 1]
Object.defineProperty(a, 0, { value: 7, configurable: false }) //! TypeError: Cannot redefine property: 0
Object.defineProperty(a, 9, { value: 7 }) //! TypeError: Invalid typed array index
Object.freeze(a) //! TypeError: Cannot freeze array buffer views with elements
Object.freeze(new Uint8Array(0)) //=> Uint8Array []
String(new Uint8Array([1, 2])) //=> "1,2"
Object.prototype.toString.call(a) //=> "[object Uint8Array]"
Array.isArray(a) //=> false
JSON.stringify(new Uint8Array([1, 2])) //=> "{\"0\":1,\"1\":2}"
[...new Uint8Array([1, 2])] //=> [1, 2]
Array.from(new Uint8Array([1, 2])) //=> [1, 2]
new Uint8Array([1, 2]).map((x) => x * 200) //=> Uint8Array [200, 144]
new Uint8Array([1, 2, 3]).filter((x) => x > 1) //=> Uint8Array [2, 3]
new Uint8Array([3, 10, 2]).sort() //=> Uint8Array [2, 3, 10]
new Float64Array([3, NaN, -0, 0, -1]).sort() //=> Float64Array [-1, -0, 0, 3, NaN]
new Uint8Array([1, 2, 3]).reduce((x, y) => x + y) //=> 6
new Uint8Array([1, 2, 3]).join("-") //=> "1-2-3"
new Uint8Array([1, 2, 3]).slice(1) //=> Uint8Array [2, 3]
new Uint8Array([1, 2, 3]).subarray(1, 2) //=> Uint8Array [2]
new Uint8Array([1, 2, 3]).fill(9, 1) //=> Uint8Array [1, 9, 9]
new Uint8Array([1, 2, 3]).reverse() //=> Uint8Array [3, 2, 1]
new Uint8Array([1, 2, 3]).indexOf(2) //=> 1
new Uint8Array([1, 2, 3]).includes("2") //=> false
new Float32Array([NaN]).includes(NaN) //=> true
new Uint8Array([1, 2, 3]).at(-1) //=> 3
new Uint8Array([1, 2, 3]).with(0, 9) //=> Uint8Array [9, 2, 3]
new Uint8Array([1, 2, 3]).toReversed() //=> Uint8Array [3, 2, 1]
new Uint8Array([3, 1]).toSorted() //=> Uint8Array [1, 3]
new Uint8Array([1, 2, 3]).copyWithin(0, 1) //=> Uint8Array [2, 3, 3]
new Uint8Array([1, 2, 3]).find((x) => x > 1) //=> 2
new Uint8Array([1, 2]).entries().next() //=> { value: [0, 1], done: false }
new Uint8Array(2).push //=> undefined
new Uint8Array([1, 2]).map(5) //! TypeError: 5 is not a function
Uint8Array.prototype.length //! TypeError
Uint8Array.prototype.map.call([1], (x) => x) //! TypeError: this is not a typed array.
const target = new Uint8Array(4)
target.set([1, 2], 1)
target //=> Uint8Array [0, 1, 2, 0]
target.set([1, 2, 3], 2) //! RangeError: offset is out of bounds
target.set("12") //=> undefined
target //=> Uint8Array [1, 2, 2, 0]
target.set(new Uint16Array([257]), 3)
target //=> Uint8Array [1, 2, 2, 1]

const buffer = new ArrayBuffer(8)
buffer.byteLength //=> 8
buffer //=> ArrayBuffer(8)
buffer.slice(2, 5).byteLength //=> 3
new ArrayBuffer(-1) //! RangeError: Invalid array buffer length
ArrayBuffer(1) //! TypeError: Constructor ArrayBuffer requires 'new'
ArrayBuffer.isView(new DataView(buffer)) //=> true
ArrayBuffer.isView([]) //=> false
const bytes = new Uint8Array(buffer)
const words = new Uint16Array(buffer, 2, 2)
words[0] = 0x0102
bytes[2] + bytes[3] * 256 //=> 258
words.byteOffset //=> 2
words.byteLength //=> 4
words.buffer === buffer //=> true
new Uint16Array(buffer, 1) //! RangeError: start offset of Uint16Array should be a multiple of 2
new Uint16Array(buffer, 0, 5) //! RangeError: Invalid typed array length: 5
new Uint32Array(new ArrayBuffer(3)) //! RangeError: byte length of Uint32Array should be a multiple of 4
new Uint8Array(buffer, 9) //! RangeError: Start offset 9 is outside the bounds of the buffer
const view = new DataView(buffer, 4)
view.setInt16(0, -2) //=> undefined
view.getUint16(0) //=> 65534
view.getUint16(0, true) //=> 65279
view.setFloat32(0, 1.5, true)
view.getFloat32(0, true) //=> 1.5
view.setUint8(3, 300)
view.getUint8(3) //=> 44
view.getInt8(9) //! RangeError: Offset is outside the bounds of the DataView
view.setUint32(2, 1) //! RangeError: Offset is outside the bounds of the DataView
view.byteLength //=> 4
view.byteOffset //=> 4
view.getBigInt64(0) //! RangeError: Offset is outside the bounds of the DataView
new DataView(buffer).setBigUint64(0, 2n ** 64n - 1n)
new DataView(buffer).getBigInt64(0) //=> -1n
new DataView({}) //! TypeError: First argument to DataView constructor must be an ArrayBuffer
new DataView(buffer, 9) //! RangeError: Start offset 9 is outside the bounds of the buffer
DataView.prototype.getInt8.call({}, 0) //! TypeError
String(view) //=> "[object DataView]"

const big = new Uint8Array([0xde, 0xad, 0xbe, 0xef])
new DataView(big.buffer).getUint32(0).toString(16) //=> "deadbeef"
[...big].map((b) => b.toString(16).padStart(2, "0")).join("") //=> "deadbeef"
const shared = new Uint8Array(big.buffer, 1, 2)
shared.fill(0)
big //=> Uint8Array [222, 0, 0, 239]
class Bytes extends Uint8Array { hex() { return [...this].map((b) => b.toString(16)).join(" ") } }
Bytes.from([10, 11]).hex() //=> "a b"
new Bytes([1, 2]).map((x) => x + 1).hex() //=> "2 3"
new Bytes([1]).subarray(0) instanceof Bytes //=> true
