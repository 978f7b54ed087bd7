// JSON.parse and JSON.stringify.

JSON.stringify({ a: 1, b: [true, null, "x"], c: { d: undefined, e: () => 1, f: Symbol() } }) //=> "{\"a\":1,\"b\":[true,null,\"x\"],\"c\":{}}"
JSON.stringify([undefined, () => 1, Symbol()]) //=> "[null,null,null]"
JSON.stringify(undefined) //=> undefined
JSON.stringify(() => 1) //=> undefined
JSON.stringify(Symbol()) //=> undefined
JSON.stringify(null) //=> "null"
JSON.stringify(NaN) //=> "null"
JSON.stringify([Infinity, -0, -Infinity]) //=> "[null,0,null]"
JSON.stringify("a\"b\\\n\u0001\ud800") //=> "\"a\\\"b\\\\\\n\\u0001\\ud800\""
JSON.stringify("\u2028").length //=> 3
JSON.stringify(new Date(0)) //=> "\"1970-01-01T00:00:00.000Z\""
JSON.stringify(new Date(NaN)) //=> "null"
JSON.stringify([new Number(1), new String("s"), new Boolean(false), Object(Symbol())]) //=> "[1,\"s\",false,{}]"
JSON.stringify({ toJSON() { return "replaced" } }) //=> "\"replaced\""
JSON.stringify({ a: { toJSON: (key) => "key " + key } }) //=> "{\"a\":\"key a\"}"
JSON.stringify({ toJSON: 5 }) //=> "{\"toJSON\":5}"
JSON.stringify(new Map([[1, 2]])) //=> "{}"
JSON.stringify(new Set([1])) //=> "{}"
JSON.stringify(/x/) //=> "{}"
JSON.stringify(new Error("x")) //=> "{}"
JSON.stringify([, 1]) //=> "[null,1]"
JSON.stringify(Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } })) //=> "{\"own\":2}"
JSON.stringify({ [Symbol("s")]: 1, 2: "two", 1: "one" }) //=> "{\"1\":\"one\",\"2\":\"two\"}"
JSON.stringify({ get x() { return "computed" } }) //=> "{\"x\":\"computed\"}"
JSON.stringify({ get x() { throw new Error("getter") } }) //! Error: getter
JSON.stringify(1n) //! TypeError: Do not know how to serialize a BigInt
JSON.stringify({ a: [1n] }) //! TypeError: Do not know how to serialize a BigInt
const cyclic = { name: "root" }
cyclic.self = cyclic
JSON.stringify(cyclic) //! TypeError

const a = {}
a.b = { c: [a] }
JSON.stringify(a) //! TypeError

JSON.stringify({ a: [1, { b: 2 }], c: {} }, null, 2) //=> "{\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ],\n  \"c\": {}\n}"
JSON.stringify([], null, 2) //=> "[]"
JSON.stringify([[]], null, 2) //=> "[\n  []\n]"
JSON.stringify({ a: 1 }, null, "--") //=> "{\n--\"a\": 1\n}"
JSON.stringify({ a: 1 }, null, 20).length //=> 20
JSON.stringify({ a: 1 }, null, "x".repeat(20)).length //=> 20
JSON.stringify({ a: 1 }, null, 0) //=> "{\"a\":1}"
JSON.stringify({ a: 1 }, null, -5) //=> "{\"a\":1}"
JSON.stringify({ a: 1 }, null, new Number(1)) //=> "{\n \"a\": 1\n}"
JSON.stringify({ a: 1, b: 2, c: { a: 3, d: 4 } }, ["a", "c"]) //=> "{\"a\":1,\"c\":{\"a\":3}}"
JSON.stringify({ 1: "x", 2: "y" }, [1, new String("2"), 1]) //=> "{\"1\":\"x\",\"2\":\"y\"}"
JSON.stringify({ a: 1 }, []) //=> "{}"
JSON.stringify([{ a: 1, b: 2 }], ["b"]) //=> "[{\"b\":2}]"
JSON.stringify({ a: 1, b: "x", c: [2] }, (k, v) => typeof v === "number" ? v * 10 : v) //=> "{\"a\":10,\"b\":\"x\",\"c\":[20]}"
JSON.stringify({ a: 1, b: 2 }, (k, v) => k === "a" ? undefined : v) //=> "{\"b\":2}"
JSON.stringify({ a: 1 }, (k, v) => k === "" ? { replaced: true } : v) //=> "{\"replaced\":true}"
JSON.stringify("root", (k, v) => [k, v].length === 2 ? v + "!" : v) //=> "\"root!\""
JSON.stringify({ a: new Date(0) }, (k, v) => typeof v) //=> "\"object\""
const keys = []
JSON.stringify({ a: [1, { b: 2 }] }, function (k, v) { keys.push([k, Array.isArray(this)]); return v })
keys //=> [["", false], ["a", false], ["0", true], ["1", true], ["b", false]]
JSON.stringify({ a: 1 }, () => { throw new Error("replacer") }) //! Error: replacer
JSON.stringify(new Proxy({ a: 1 }, {})) //=> "{\"a\":1}"
JSON.stringify(new Proxy([1, 2], {})) //=> "[1,2]"
JSON.stringify({ a: 1 }, 5) //=> "{\"a\":1}"
JSON.stringify() //=> undefined
JSON.stringify({ date: new Date(Date.UTC(2020, 1, 29)), nested: { list: [1, "two"] } }) //=> "{\"date\":\"2020-02-29T00:00:00.000Z\",\"nested\":{\"list\":[1,\"two\"]}}"
JSON.stringify("\u{1F600}") //=> "\"😀\""
JSON.stringify({ "key with \"quotes\"": 1, "": 2 }) //=> "{\"key with \\\"quotes\\\"\":1,\"\":2}"
JSON.stringify([1.5, 1e21, 1e-7, 0.1 + 0.2]) //=> "[1.5,1e+21,1e-7,0.30000000000000004]"
JSON.stringify({ a: undefined }) //=> "{}"
JSON.stringify([[[[]]]]) //=> "[[[[]]]]"

JSON.parse("1") //=> 1
JSON.parse(" [1, 2.5e1, -0, true, null, \"a\\n\\u0041\"] ") //=> [1, 25, -0, true, null, "a\nA"]
JSON.parse("{\"a\":{\"b\":[]},\"c\":\"\"}") //=> { a: { b: [] }, c: "" }
JSON.parse("{\"a\":1,\"a\":2}") //=> { a: 2 }
JSON.parse("{\"__proto__\":{\"x\":1}}") //=> { __proto__: { x: 1 } }
JSON.parse("{\"__proto__\":{\"x\":1}}").x //=> undefined
JSON.parse("\"\\ud83d\\ude00\"") //=> "😀"
JSON.parse("{\"2\":1,\"1\":2,\"b\":3,\"a\":4}") //=> { "1": 2, "2": 1, b: 3, a: 4 }
JSON.parse(null) //=> null
JSON.parse(5) //=> 5
JSON.parse(["[1]"]) //=> [1]
JSON.parse("1e5") //=> 100000
JSON.parse("-1.5E-2") //=> -0.015
JSON.parse("[1,2,3]", (k, v) => typeof v === "number" ? v + 1 : v) //=> [2, 3, 4]
JSON.parse("{\"a\":1,\"b\":2}", (k, v) => k === "a" ? undefined : v) //=> { b: 2 }
JSON.parse("[1,2,3]", (k, v) => v === 2 ? undefined : v) //=> [1, , 3]
const order = []
JSON.parse("{\"a\":[1,{\"b\":2}],\"c\":3}", function (k, v) { order.push(k); return v })
order //=> ["0", "b", "1", "a", "c", ""]
JSON.parse("{\"a\":1}", function (k, v) { return k === "" ? this[""] === v : v }) //=> true
JSON.parse("5", () => { throw new Error("reviver") }) //! Error: reviver
JSON.parse("[1]", 5) //=> [1]
JSON.parse("1", () => undefined) //=> undefined

JSON.parse("") //! SyntaxError: Unexpected end of JSON input
JSON.parse("{") //! SyntaxError: Expected property name or '}' in JSON at position 1
JSON.parse("[1,]") //! SyntaxError: Unexpected token ']', "[1,]" is not valid JSON
JSON.parse("{a:1}") //! SyntaxError: Expected property name or '}' in JSON at position 1
JSON.parse("{'a':1}") //! SyntaxError: Expected property name or '}' in JSON at position 1
JSON.parse("{\"a\":1,}") //! SyntaxError: Expected double-quoted property name in JSON at position 7
JSON.parse("01") //! SyntaxError: Unexpected number in JSON at position 1
JSON.parse("1.") //! SyntaxError: Unterminated fractional number in JSON at position 2
JSON.parse(".5") //! SyntaxError: Unexpected token '.', ".5" is not valid JSON
JSON.parse("+1") //! SyntaxError: Unexpected token '+', "+1" is not valid JSON
JSON.parse("NaN") //! SyntaxError: "NaN" is not valid JSON
JSON.parse("undefined") //! SyntaxError: "undefined" is not valid JSON
JSON.parse(undefined) //! SyntaxError: "undefined" is not valid JSON
JSON.parse() //! SyntaxError: "undefined" is not valid JSON
JSON.parse("tru") //! SyntaxError: Unexpected end of JSON input
JSON.parse("nulll") //! SyntaxError: Unexpected non-whitespace character after JSON at position 4
JSON.parse("[1 2]") //! SyntaxError: Expected ',' or ']' after array element in JSON at position 3
JSON.parse("{\"a\" 1}") //! SyntaxError: Expected ':' after property name in JSON at position 5
JSON.parse("\"a\nb\"") //! SyntaxError: Bad control character in string literal in JSON at position 2
JSON.parse("\"\\x\"") //! SyntaxError: Bad escaped character in JSON at position 2
JSON.parse("\"\\u12\"") //! SyntaxError: Bad Unicode escape in JSON at position 5
JSON.parse("\"unterminated") //! SyntaxError: Unterminated string in JSON at position 13
JSON.parse("1 2") //! SyntaxError: Unexpected non-whitespace character after JSON at position 2
JSON.parse("[") //! SyntaxError: Unexpected end of JSON input
JSON.parse("]") //! SyntaxError: Unexpected token ']', "]" is not valid JSON
JSON.parse("{\"a\":}") //! SyntaxError: Unexpected token '}', "{"a":}" is not valid JSON
JSON.parse("<html>") //! SyntaxError: Unexpected token '<', "<html>" is not valid JSON
JSON.parse({}) //! SyntaxError: "[object Object]" is not valid JSON. It is an object already: use it without JSON.parse.
JSON.parse(Symbol()) //! TypeError: Cannot convert a Symbol value to a string
JSON.parse("/* c */ 1") //! SyntaxError: Unexpected token '/', "/* c */ 1" is not valid JSON
JSON.parse("-") //! SyntaxError: No number after minus sign in JSON at position 1
JSON.parse("1e") //! SyntaxError: Exponent part is missing a number in JSON at position 2
JSON.parse("{\"a\":1} trailing") //! SyntaxError: Unexpected non-whitespace character after JSON at position 8
JSON.parse("not json at all, a long sentence that goes on and on for quite a while here") //! SyntaxError: Unexpected token 'o', "not json at"... is not valid JSON
JSON.parse("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, x, 15, 16, 17, 18, 19, 20, 21, 22]") //! SyntaxError: Unexpected token 'x', ...", 12, 13, x, 15, 16,"... is not valid JSON

JSON.parse(JSON.stringify({ a: [1, { b: null }], c: "é" })) //=> { a: [1, { b: null }], c: "é" }
String(JSON) //=> "[object JSON]"
JSON.stringify.length //=> 3
