import { table } from "./table.ts"

const json = (expression: string) => `JSON.stringify(${expression})`

table("construction", [
  ["new Uint8Array([1, 300, -1, '7', 2.9]).join()", "1,44,255,7,2"],
  ["new Uint8ClampedArray([300, -1, 1.5, 2.5, NaN]).join()", "255,0,2,2,0"],
  ["new Float16Array([0.1, 65520, 2 ** -25, 2049]).join()", "0.0999755859375,Infinity,0,2048"],
  ["new BigInt64Array([2n ** 63n, -1n]).join()", "-9223372036854775808,-1"],
  ["new Uint8Array(new Set([1, 2])).join() + new Uint8Array({ length: 2, 1: 5 }).join()", "1,20,5"],
  ["new Float64Array(new Float32Array([0.5, 1.5])).join()", "0.5,1.5"],
  ["Uint8Array(1)", "!TypeError: Constructor Uint8Array requires 'new'"],
  ["new Uint8Array(-1)", "!RangeError: Invalid typed array length: -1"],
  [
    "new Uint16Array(new ArrayBuffer(4), 1)",
    "!RangeError: start offset of Uint16Array should be a multiple of 2",
  ],
  [
    "new Uint16Array(new ArrayBuffer(3))",
    "!RangeError: byte length of Uint16Array should be a multiple of 2",
  ],
  ["new Uint16Array(new ArrayBuffer(4), 2, 3)", "!RangeError: Invalid typed array length: 3"],
  [
    "new (Object.getPrototypeOf(Uint8Array))",
    "!TypeError: Abstract class TypedArray not directly constructable",
  ],
  ["new BigInt64Array([1])", "!TypeError: Cannot convert 1 to a BigInt"],
  [
    "new Uint8Array(new BigInt64Array(1))",
    "!TypeError: Cannot mix BigInt and other types, use explicit conversions",
  ],
  ["Uint8Array.from({ length: 3 }, (_, i) => i * 2).join() + Int8Array.of(1, '2').join()", "0,2,41,2"],
])

table("elements", [
  [
    "(a => [a[1], a[2], a['-0'], a[1.5], a.length, '1' in a, '2' in a].join())(new Uint8Array([5, 6]))",
    "6,,,,2,true,false",
  ],
  [
    "(a => { a[9] = 1; a['-0'] = 2; a.x = 3; return JSON.stringify([Object.keys(a), a.length]) })(new Uint8Array(2))",
    '[["0","1","x"],2]',
  ],
  ["(a => { a[0] = { valueOf: () => 258 }; return a[0] })(new Uint8Array(1))", "2"],
  [
    "Object.defineProperty(new Uint8Array(1), 0, { value: 1, writable: false })",
    "!TypeError: Cannot redefine property: 0",
  ],
  [
    "(a => { delete a[0] })(new Uint8Array(1))",
    "!TypeError: Cannot delete property '0' of [object Uint8Array]",
  ],
])

table("methods", [
  [
    "new Uint8Array([3, 1, 2]).sort().join() + new Uint8Array([3, 1, 2]).toSorted((a, b) => b - a).join()",
    "1,2,33,2,1",
  ],
  [
    "new Float64Array([NaN, 0, -0, -1, Infinity]).sort().map(x => 1 / x).join()",
    "-1,-Infinity,Infinity,0,NaN",
  ],
  [json("[...new Uint8Array([1, 2, 3, 4]).subarray(1, 3).fill(9)]"), "[9,9]"],
  ["new Uint8Array([1, 2, 3, 4, 5]).copyWithin(1, 0, 3).join()", "1,1,2,3,5"],
  ["(a => { a.set([7, 8], 1); a.set(a.subarray(0, 2), 2); return a.join() })(new Uint8Array(4))", "0,7,0,7"],
  ["new Uint8Array(1).set([1, 2])", "!RangeError: offset is out of bounds"],
  [
    "new Float32Array([1, NaN, 2]).includes(NaN) + ' ' + new Float32Array([1, NaN]).indexOf(NaN) + new Int8Array([1, 2, 1]).lastIndexOf(1)",
    "true -12",
  ],
  ["new Float16Array([1.5, NaN]).includes(NaN) + ' ' + new Float16Array([1.5]).indexOf(1.5)", "true 0"],
  ["new Uint8Array([1, 2, 3]).filter(x => x > 1).map(x => x * 100).join()", "200,44"],
  ["new Uint8Array([1, 2, 3]).reduceRight((a, x) => a + '-' + x)", "3-2-1"],
  ["new Uint8Array(0).reduce((a, b) => a)", "!TypeError: Reduce of empty array with no initial value"],
  ["new Uint8Array([1, 2, 3]).with(-1, 9).toReversed().join() + new Uint8Array([4, 5]).at(-1)", "9,2,15"],
  ["[...new Uint8Array([4, 5]).entries()].join('|') + [...new Uint8Array([4])]", "0,4|1,54"],
  ["new Uint8Array(1).map(1)", "!TypeError: 1 is not a function"],
  ["Uint8Array.prototype.map.call([], x => x)", "!TypeError: this is not a typed array."],
  ["Uint8Array.prototype.toString === Array.prototype.toString", "true"],
  ["Object.prototype.toString.call(new Float16Array)", "[object Float16Array]"],
])

table("resizable and detached buffers", [
  [
    "(b => { const a = new Uint8Array(b), f = new Uint8Array(b, 0, 2); b.resize(6); const n = a.length; b.resize(1); return [n, a.length, f.length, f.byteOffset, f[0]].join() })(new ArrayBuffer(2, { maxByteLength: 8 }))",
    "6,1,0,0,",
  ],
  [
    "(b => { b.resize(9) })(new ArrayBuffer(2, { maxByteLength: 8 }))",
    "!RangeError: ArrayBuffer.prototype.resize: Invalid length parameter",
  ],
  [
    "(a => { const b = a.buffer.transfer(3); a[0] = 5; return [a.length, a.buffer.detached, new Uint8Array(b).join(), b.byteLength].join('|') })(new Uint8Array([1, 2]))",
    "0|true|1,2,0|3",
  ],
  [
    "(a => { a.buffer.transfer(); return a.map(x => x) })(new Uint8Array(1))",
    "!TypeError: Cannot perform %TypedArray%.prototype.map on a detached ArrayBuffer",
  ],
  [
    "(a => { a.buffer.transfer(); return a.buffer.slice() })(new Uint8Array(1))",
    "!TypeError: Cannot perform ArrayBuffer.prototype.slice on a detached ArrayBuffer",
  ],
  ["new Uint8Array(new Uint8Array([1, 2, 3, 4]).buffer.slice(-3, -1)).join()", "2,3"],
  ["new ArrayBuffer(-1)", "!RangeError: Invalid array buffer length"],
  ["new ArrayBuffer(7 * 1125899906842624)", "!RangeError: Array buffer allocation failed"],
  ["new ArrayBuffer(9, { maxByteLength: 5 })", "!RangeError: Invalid array buffer max length"],
  ["ArrayBuffer.isView(new DataView(new ArrayBuffer(1))) && !ArrayBuffer.isView([])", "true"],
])

table("DataView", [
  [
    "(v => { v.setInt16(0, -2); v.setFloat64(8, Math.PI, true); v.setBigUint64(16, 2n ** 64n - 1n); v.setFloat16(2, 1.5); return [v.getUint8(0), v.getUint16(0, true), v.getFloat64(8, true), v.getBigInt64(16), v.getFloat16(2), v.getUint16(2)].join() })(new DataView(new ArrayBuffer(24)))",
    "255,65279,3.141592653589793,-1,1.5,15872",
  ],
  [
    "new DataView(new ArrayBuffer(1)).getInt8(1)",
    "!RangeError: Offset is outside the bounds of the DataView",
  ],
  ["new DataView(new ArrayBuffer(1), 2)", "!RangeError: Start offset 2 is outside the bounds of the buffer"],
  ["new DataView(new ArrayBuffer(1), 1, 2)", "!RangeError: Invalid DataView length 2"],
  ["new DataView(1)", "!TypeError: First argument to DataView constructor must be an ArrayBuffer"],
])

table("base64 and hex", [
  ["Uint8Array.fromBase64(' aGk= ').join() + Uint8Array.fromHex('0aFf').join()", "104,10510,255"],
  [
    "new Uint8Array([251, 255]).toBase64({ alphabet: 'base64url', omitPadding: true }) + new Uint8Array([1, 255]).toHex()",
    "-_801ff",
  ],
  [
    "Uint8Array.fromBase64('aGl=', { lastChunkHandling: 'strict' })",
    "!SyntaxError: The base64 string has bits set that its padding drops.",
  ],
  ["Uint8Array.fromBase64('aGk=aGk=')", "!SyntaxError: The base64 string has characters after its padding."],
  [
    "(a => JSON.stringify([a.setFromBase64('aGlqa2w='), [...a]]))(new Uint8Array(4))",
    '[{"read":4,"written":3},[104,105,106,0]]',
  ],
  ["Uint8Array.fromBase64(new Uint8Array(100000).fill(7).toBase64()).every(x => x === 7)", "true"],
  ["Uint8Array.fromHex('abc')", "!SyntaxError: Input string must contain hex characters in even length"],
  ["Uint8Array.fromBase64(5)", "!TypeError: argument is not a string"],
])
