// Errors: constructors, message, cause, toString, AggregateError.

new Error("m") //=> [Error: m]
Error("m") //=> [Error: m]
new Error() //=> [Error]
new Error(undefined).hasOwnProperty("message") //=> false
new Error("").hasOwnProperty("message") //=> true
new Error(5).message //=> "5"
new Error(null).message //=> "null"
new Error({ toString: () => "obj" }).message //=> "obj"
new Error(Symbol()) //! TypeError: Cannot convert a Symbol value to a string
new Error("m", { cause: 1 }) //=> [Error: m { cause: 1 }]
new Error("m", { cause: undefined }) //=> [Error: m { cause: undefined }]
new Error("m", {}).hasOwnProperty("cause") //=> false
new Error("m", 5).cause //=> undefined
new Error("a", { cause: new TypeError("b") }) //=> [Error: a { cause: [TypeError: b] }]
Object.keys(new Error("m", { cause: 1 })) //=> []
Object.getOwnPropertyDescriptor(new Error("m"), "message") //=> { value: "m", writable: true, enumerable: false, configurable: true }
typeof new Error("m").stack //=> "string"
new Error("m").stack.startsWith("Error: m") //=> true
Error.prototype.name //=> "Error"
Error.prototype.message //=> ""
TypeError.prototype.name //=> "TypeError"
Object.getPrototypeOf(TypeError) === Error //=> true
Object.getPrototypeOf(TypeError.prototype) === Error.prototype //=> true
new TypeError("t") instanceof Error //=> true
new RangeError("r") //=> [RangeError: r]
TypeError("called") instanceof TypeError //=> true
Error.length //=> 1
TypeError.name //=> "TypeError"
String(new Error("m")) //=> "Error: m"
String(new Error()) //=> "Error"
String(Object.assign(new Error("m"), { name: "Custom" })) //=> "Custom: m"
String(Object.assign(new Error("m"), { name: "" })) //=> "m"
String(Object.assign(new Error(""), { name: "N" })) //=> "N"
Error.prototype.toString.call({ name: "N", message: "M" }) //=> "N: M"
Error.prototype.toString.call({}) //=> "Error"
Error.prototype.toString.call(5) //! TypeError: Method Error.prototype.toString called on incompatible receiver 5
Error.prototype.toString.call({ name: undefined, message: undefined }) //=> "Error"
JSON.stringify(new Error("m")) //=> "{}"
({ ...new Error("m") }) //=> {}
Object.prototype.toString.call(new TypeError()) //=> "[object Error]"
new AggregateError([1, new Error("e")], "agg") //=> [AggregateError: agg { errors: [1, [Error: e]] }]
new AggregateError([]).message //=> ""
new AggregateError(5) //! TypeError: number 5 is not iterable (cannot read property Symbol(Symbol.iterator))
new AggregateError(new Set([1])).errors //=> [1]
AggregateError.length //=> 2
AggregateError([], "x", { cause: 2 }).cause //=> 2
new EvalError("e") + "" //=> "EvalError: e"
new URIError("u").name //=> "URIError"
new SyntaxError("s").constructor.name //=> "SyntaxError"

class ValidationError extends Error {
  name = "ValidationError"
  constructor(field, message) { super(message); this.field = field }
}
const e = new ValidationError("age", "must be positive")
String(e) //=> "ValidationError: must be positive"
e instanceof ValidationError //=> true
e.field //=> "age"
({ ...e }) //=> { name: "ValidationError", field: "age" }
e.stack.split("\n")[0] //=> "ValidationError: must be positive"
try { throw e } catch ({ name, message, field }) { return [name, message, field] } //=> ["ValidationError", "must be positive", "age"]

class Coded extends TypeError { get code() { return "E_" + this.message.toUpperCase() } toString() { return this.code } }
`${new Coded("oops")}` //=> "E_OOPS"
new Coded("oops") instanceof TypeError //=> true
"stack" in new Coded("x") //=> true

function Legacy(message) { this.message = message }
Legacy.prototype = Object.create(Error.prototype)
Legacy.prototype.name = "Legacy"
new Legacy("old") + "" //=> "Legacy: old"
new Legacy("old") instanceof Error //=> true
Error.call({}, "x") instanceof Error //=> true
Reflect.construct(Error, ["m"], Array) instanceof Array //=> true
