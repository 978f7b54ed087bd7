// The global object, Boolean, and names that exist.

typeof globalThis //=> "object"
globalThis.Array === Array //=> true
globalThis.undefined //=> undefined
Object.getOwnPropertyDescriptor(globalThis, "NaN") //=> { value: NaN, writable: false, enumerable: false, configurable: false }
Object.getOwnPropertyDescriptor(globalThis, "Array").enumerable //=> false
globalThis.globalThis === globalThis //=> true
var own = 1
globalThis.own //=> undefined
globalThis.added = 5
added //=> 5
delete globalThis.added //=> true
typeof added //=> "undefined"
globalThis.shadowed = "global"
{ const shadowed = "local"; globalThis.shadowed += shadowed }
shadowed //=> "globallocal"
Object.keys(globalThis).includes("Array") //=> false
"Math" in globalThis //=> true

Array = 5
Array //=> 5

const { max } = Math
max(1, 2) //=> 2
const Array = { isArray: () => "mine" }
Array.isArray() //=> "mine"

delete globalThis.Map
typeof Map //=> "undefined"

const read = () => Math
read() === read() //=> true
globalThis.Math = 1
read() //=> 1

const read = () => Set
read() === globalThis.Set //=> true
delete globalThis.Set
read() //! ReferenceError: Set is not defined

const kind = () => typeof WeakSet
kind() //=> "function"
Object.defineProperty(globalThis, "WeakSet", { get: () => 1, configurable: true })
kind() //=> "number"

const read = () => [Reflect, undefined, NaN]
read()[0] === read()[0] //=> true
Reflect = 2
read() //=> [2, undefined, NaN]

new Boolean(false) ? "truthy" : "falsy" //=> "truthy"
Boolean("") //=> false
Boolean([]) //=> true
Boolean(NaN) //=> false
Boolean(new Boolean(false)) //=> true
new Boolean(0) //=> [Boolean: false]
new Boolean(0).valueOf() //=> false
true.toString() //=> "true"
Boolean.prototype.toString.call(1) //! TypeError: Boolean.prototype.toString requires that 'this' be a Boolean
Boolean.prototype.valueOf.call("x") //! TypeError: Boolean.prototype.valueOf requires that 'this' be a Boolean
new Boolean(true) + 1 //=> 2
new Boolean(true) == true //=> true
Boolean.length //=> 1
[0, 1, "", "a", null].filter(Boolean) //=> [1, "a"]

["Array", "ArrayBuffer", "BigInt", "Boolean", "DataView", "Date", "Error", "AggregateError", "Float64Array", "Infinity", "Int8Array", "JSON", "Map", "Math", "NaN", "Number", "Object", "Promise", "Proxy", "RangeError", "Reflect", "RegExp", "Set", "String", "Symbol", "TypeError", "Uint8Array", "WeakMap", "WeakSet", "decodeURI", "encodeURIComponent", "escape", "isNaN", "parseFloat", "parseInt", "undefined", "unescape"].filter((name) => !(name in globalThis)) //=> []
[isNaN, isFinite, parseInt, parseFloat, decodeURI, encodeURI].map((f) => f.length) //=> [1, 1, 2, 1, 1, 1]
isNaN() //=> true
isFinite(null) //=> true
isNaN(Symbol()) //! TypeError: Cannot convert a Symbol value to a number
decodeURI("%") //! URIError: URI malformed
encodeURI("\u{1F600} a?b=c&d#e;,/:@+$") //=> "%F0%9F%98%80%20a?b=c&d#e;,/:@+$"
encodeURIComponent("-_.!~*'()") //=> "-_.!~*'()"
decodeURIComponent() //=> "undefined"
