// Symbol and the well-known symbols.

const s = Symbol("desc")
s.toString() //=> "Symbol(desc)"
s.description //=> "desc"
Symbol().description //=> undefined
Symbol("").description //=> ""
Symbol(undefined).description //=> undefined
Symbol(5).toString() //=> "Symbol(5)"
Symbol(null).description //=> "null"
s === Symbol("desc") //=> false
typeof s //=> "symbol"
new Symbol() //! TypeError: Symbol is not a constructor
Symbol.for("k") === Symbol.for("k") //=> true
Symbol.keyFor(Symbol.for("k")) //=> "k"
Symbol.keyFor(s) //=> undefined
Symbol.keyFor("k") //! TypeError: k is not a symbol
Symbol.iterator.toString() //=> "Symbol(Symbol.iterator)"
Symbol.keyFor(Symbol.iterator) //=> undefined
Object(s) //=> [Symbol: Symbol(desc)]
Object(s) == s //=> true
Object(s) === s //=> false
Object(s).description //=> "desc"
s + 1 //! TypeError: Cannot convert a Symbol value to a number
s + "" //! TypeError: Cannot convert a Symbol value to a string
`${s}` //! TypeError: Cannot convert a Symbol value to a string
String(s) //=> "Symbol(desc)"
Boolean(s) //=> true
Number(s) //! TypeError: Cannot convert a Symbol value to a number
!s //=> false
s.x //=> undefined
s.toString.call({}) //! TypeError: Symbol.prototype.toString requires that 'this' be a Symbol
Symbol.prototype.valueOf.call(Object(s)) === s //=> true
Symbol.prototype.description //! TypeError: Symbol.prototype.description requires that 'this' be a Symbol
Object.getOwnPropertyDescriptor(Symbol.prototype, "description").get.call("x") //! TypeError: Symbol.prototype.description requires that 'this' be a Symbol
Symbol(Symbol("x")) //! TypeError: Cannot convert a Symbol value to a string
Symbol.for(Symbol("x")) //! TypeError: Cannot convert a Symbol value to a string
JSON.stringify(s) //=> undefined
JSON.stringify({ [s]: 1, a: s }) //=> "{}"
({ [s]: 1 })[s] //=> 1
Object.keys({ [s]: 1 }) //=> []
Object.getOwnPropertySymbols({ [s]: 1 }).length //=> 1
[s].includes(s) //=> true
[s].join() //! TypeError: Cannot convert a Symbol value to a string
Math.abs(s) //! TypeError: Cannot convert a Symbol value to a number
s in { [s]: 1 } //=> true
Symbol.iterator = 1 //! TypeError: Cannot assign to read only property 'iterator' of function 'function Symbol() { [native code] }'
Symbol.length //=> 0
Object.getOwnPropertyNames(Symbol).filter((n) => typeof Symbol[n] === "symbol").filter((n) => !["dispose", "asyncDispose"].includes(n)).sort() //=> ["asyncIterator", "hasInstance", "isConcatSpreadable", "iterator", "match", "matchAll", "replace", "search", "species", "split", "toPrimitive", "toStringTag", "unscopables"]

[1, 2].concat(Object.assign([3, 4], { [Symbol.isConcatSpreadable]: false })).length //=> 3
({ [Symbol.toPrimitive]: (hint) => hint }) + "" //=> "default"
`${{ [Symbol.toPrimitive]: (hint) => hint }}` //=> "string"
+{ [Symbol.toPrimitive]: (hint) => hint === "number" ? 7 : 0 } //=> 7
({ [Symbol.toPrimitive]: () => ({}) }) + 1 //! TypeError: Cannot convert object to primitive value
({ [Symbol.toPrimitive]: undefined, valueOf: () => 3 }) + 1 //=> 4
new Date(0)[Symbol.toPrimitive]("number") //=> 0
new Date(0)[Symbol.toPrimitive]("bad") //! TypeError: Invalid hint: bad
Date.prototype[Symbol.toPrimitive].call({ valueOf: () => 5, toString: () => "s" }, "number") //=> 5
Date.prototype[Symbol.toPrimitive].call(5, "number") //! TypeError: Method Date.prototype [ @@toPrimitive ] called on incompatible receiver 5
Symbol.prototype[Symbol.toPrimitive].call(Symbol.iterator) === Symbol.iterator //=> true
String({ get [Symbol.toStringTag]() { return "Custom" } }) //=> "[object Custom]"
class Temp { static [Symbol.hasInstance](x) { return x.temp === true } }
({ temp: true }) instanceof Temp //=> true
"x-y".split({ [Symbol.split]: (s, limit) => [s, limit] }, 3) //=> ["x-y", 3]
"abc".replace({ [Symbol.replace]: (s, r) => s + r }, "!") //=> "abc!"
"abc".match({ [Symbol.match]: () => "matched" }) //=> "matched"
"abc".search({ [Symbol.search]: () => 42 }) //=> 42
"abc".matchAll({ [Symbol.matchAll]: () => "all" }) //=> "all"
"/a/".startsWith(Object.assign(/a/, { [Symbol.match]: false })) //=> true
[...{ *[Symbol.iterator]() { yield 1; yield 2 } }] //=> [1, 2]
class MyArray extends Array { static get [Symbol.species]() { return Array } }
new MyArray(1, 2, 3).filter(() => true).constructor.name //=> "Array"
class Other extends Array { static get [Symbol.species]() { return undefined } }
new Other(1, 2, 3).filter(() => true).constructor.name //=> "Array"
class Bad extends Array { static get [Symbol.species]() { return 5 } }
new Bad(1, 2, 3).filter(() => true) //! TypeError: object.constructor[Symbol.species] is not a constructor
