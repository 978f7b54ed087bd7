// Numbers under the arithmetic operators, and what the operators convert.

1 + 2 //=> 3
0.1 + 0.2 //=> 0.30000000000000004
-0 + 0 //=> 0
-0 + -0 //=> -0
0 - 0 //=> 0
-0 - 0 //=> -0
-0 * 5 //=> -0
0 / -3 //=> -0
1 / 0 //=> Infinity
-1 / 0 //=> -Infinity
0 / 0 //=> NaN
5 % 3 //=> 2
-5 % 3 //=> -2
5 % -3 //=> 2
-4 % 2 //=> -0
5.5 % 2 //=> 1.5
5 % 0 //=> NaN
Infinity % 2 //=> NaN
2 % Infinity //=> 2
2 ** 10 //=> 1024
2 ** -1 //=> 0.5
(-2) ** 3 //=> -8
(-8) ** (1 / 3) //=> NaN
NaN ** 0 //=> 1
1 ** Infinity //=> NaN
2 ** 3 ** 2 //=> 512
(-2) ** 2 //=> 4
9007199254740991 + 1 //=> 9007199254740992
9007199254740992 + 1 //=> 9007199254740992
1e308 * 10 //=> Infinity
5e-324 / 2 //=> 0
Number.MAX_VALUE + 1 === Number.MAX_VALUE //=> true

-2 ** 2
//! SyntaxError

"1" + 1 //=> "11"
1 + "1" //=> "11"
"3" - 1 //=> 2
"3" * "4" //=> 12
"a" * 1 //=> NaN
"" - 1 //=> -1
" 12 " * 1 //=> 12
"0x10" * 1 //=> 16
"1e3" * 1 //=> 1000
"1_000" * 1 //=> NaN
null + 1 //=> 1
undefined + 1 //=> NaN
true + true //=> 2
[] + [] //=> ""
[] + {} //=> "[object Object]"
[1, 2] + [3] //=> "1,23"
[5] * 2 //=> 10
[1, 2] * 2 //=> NaN
({}) + 1 //=> "[object Object]1"
null + "x" //=> "nullx"
(() => 1) + "" //=> "() => 1"
Symbol("a") + "" //! TypeError: Cannot convert a Symbol value to a string
Symbol("a") + 1 //! TypeError: Cannot convert a Symbol value to a number
+Symbol("a") //! TypeError: Cannot convert a Symbol value to a number
`${Symbol("a")}` //! TypeError: Cannot convert a Symbol value to a string

new Date(0) + 1 === new Date(0).toString() + "1" //=> true
new Date(5) - 1 //=> 4

const counter = { n: 5, valueOf() { return this.n++ } }
counter + counter //=> 11
counter * 2 //=> 14
`${{ toString: () => "t", valueOf: () => "v" }}` //=> "t"
"" + { toString: () => "t", valueOf: () => "v" } //=> "v"
"" + { toString: () => "t", valueOf: () => ({}) } //=> "t"
"" + { toString: () => ({}), valueOf: () => ({}) } //! TypeError: Cannot convert object to primitive value
"" + { [Symbol.toPrimitive]: (hint) => hint } //=> "default"
+{ [Symbol.toPrimitive]: (hint) => hint === "number" ? 42 : 0 } //=> 42
`${{ [Symbol.toPrimitive]: (hint) => hint }}` //=> "string"
1 + { [Symbol.toPrimitive]: () => ({}) } //! TypeError: Cannot convert object to primitive value
1 + { [Symbol.toPrimitive]: 5 } //! TypeError: number 5 is not a function
1 + { [Symbol.toPrimitive]: null, valueOf: () => 3 } //=> 4
"" + Object.create(null) //! TypeError: Cannot convert object to primitive value

// Both operands are evaluated, then both are converted.
const log = []
const operand = (name, value) => ({ valueOf() { log.push(name + " converts"); return value } })
const at = (name, value) => { log.push(name); return operand(name, value) }
at("left", 1) - at("right", 2) //=> -1
log //=> ["left", "right", "left converts", "right converts"]

const log = []
const bad = { valueOf() { log.push("bad"); throw new Error("no number") } }
try { bad * (log.push("right"), 1) } catch {}
log //=> ["right", "bad"]

let a = 1
a++ + ++a //=> 4
let b = "5"
b++ //=> 5
b //=> 6
let c = "x"
++c //=> NaN
let d = { v: null }
d.v++ //=> 0
d //=> { v: 1 }
-"5" //=> -5
+"" //=> 0
+" \n" //=> 0
+"1 2" //=> NaN
+[] //=> 0
+[7] //=> 7
+{} //=> NaN
+null //=> 0
+undefined //=> NaN
+true //=> 1
-null //=> -0
+"Infinity" //=> Infinity
+"-Infinity" //=> -Infinity
+"infinity" //=> NaN
+"0b101" //=> 5
+"0o17" //=> 15
+"-0x1" //=> NaN
+"1." //=> 1
+".5" //=> 0.5
+"." //=> NaN
+"-0" //=> -0

5n + 3n //=> 8n
5n / 2n //=> 2n
-5n / 2n //=> -2n
-5n % 3n //=> -2n
2n ** 64n //=> 18446744073709551616n
1n / 0n //! RangeError: Division by zero
1n % 0n //! RangeError: Division by zero
1n + 1 //! TypeError: Cannot mix BigInt and other types, use explicit conversions
1 * 1n //! TypeError: Cannot mix BigInt and other types, use explicit conversions
+1n //! TypeError: Cannot convert a BigInt value to a number
-1n //=> -1n
-0n //=> 0n
1n + "x" //=> "1x"
let big = 1n
big++ //=> 1n
big //=> 2n
--big //=> 1n
5n - 10n //=> -5n
123456789012345678901234567890n * 987654321n //=> 121932631124828532112482853211126352690n

// not on: V8: Node 20 words it as a defect of its own
2n ** -1n //! RangeError: Exponent must be non-negative
