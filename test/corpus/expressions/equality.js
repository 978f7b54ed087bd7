// ==, ===, relational operators, in and instanceof.

null == undefined //=> true
null === undefined //=> false
null == 0 //=> false
undefined == 0 //=> false
undefined == "" //=> false
NaN == NaN //=> false
NaN !== NaN //=> true
0 === -0 //=> true
"1" == 1 //=> true
"1" === 1 //=> false
"" == 0 //=> true
" " == 0 //=> true
"0" == false //=> true
"" == false //=> true
"a" == true //=> false
[] == false //=> true
[] == "" //=> true
[0] == false //=> true
[1, 2] == "1,2" //=> true
[] == [] //=> false
({}) == "[object Object]" //=> true
null == false //=> false
null >= 0 //=> true
null > 0 //=> false
null <= 0 //=> true
undefined >= undefined //=> false
1n == 1 //=> true
1n === 1 //=> false
1n == "1" //=> true
1n == "1.5" //=> false
1n == "x" //=> false
2n > 1 //=> true
1n < 1.5 //=> true
2n > "1" //=> true
1n < "x" //=> false
0n == false //=> true
0n == "" //=> true
9007199254740993n == 9007199254740992 //=> false
9007199254740993n > 9007199254740992 //=> true
1n < NaN //=> false
1n < Infinity //=> true
Symbol("a") == Symbol("a") //=> false
Symbol.for("a") === Symbol.for("a") //=> true
Symbol() == "Symbol()" //=> false
Symbol() < 1 //! TypeError: Cannot convert a Symbol value to a number
new String("a") == "a" //=> true
new String("a") == new String("a") //=> false
new String("a") === "a" //=> false
new Number(1) == true //=> true

"a" < "b" //=> true
"a" < "B" //=> false
"10" < "9" //=> true
"10" < 9 //=> false
"a" < 1 //=> false
"" < "a" //=> true
"ab" < "abc" //=> true
"\u{1F600}" < "\uFFFF" //=> true
null < 1 //=> true
undefined < 1 //=> false
[2] > 1 //=> true
[2] > "10" //=> true
({}) < ({}) //=> false
({}) <= ({}) //=> true
new Date(1) < new Date(2) //=> true
true > false //=> true
1 < 2 < 3 //=> true
3 > 2 > 1 //=> false
NaN <= NaN //=> false
-0 < 0 //=> false
Infinity > Number.MAX_VALUE //=> true

// Operands are evaluated left to right, and converted left to right even for > and <=.
const log = []
const make = (name, value) => ({ valueOf() { log.push(name); return value } })
make("a", 1) > make("b", 2) //=> false
make("c", 1) <= make("d", 2) //=> true
log //=> ["a", "b", "c", "d"]

({ valueOf: () => "10", toString: () => "9" }) < "9" //=> true
({ [Symbol.toPrimitive](hint) { return hint } }) == "default" //=> true
({ [Symbol.toPrimitive](hint) { return hint === "number" ? 1 : 9 } }) < 2 //=> true

"a" in { a: 1 } //=> true
"b" in { a: 1 } //=> false
"toString" in {} //=> true
0 in [1] //=> true
1 in [1] //=> false
"length" in [] //=> true
"a" in "abc" //! TypeError: Cannot use 'in' operator to search for 'a' in abc
"a" in 5 //! TypeError: Cannot use 'in' operator to search for 'a' in 5
"a" in null //! TypeError: Cannot use 'in' operator to search for 'a' in null
Symbol("x") in 1 //! TypeError: Cannot use 'in' operator to search for 'Symbol(x)' in 1
1 in undefined //! TypeError: Cannot use 'in' operator to search for '1' in undefined
({ toString: () => "k" }) in { k: 1 } //=> true
Symbol.iterator in [] //=> true
undefined in { undefined: 1 } //=> true

[] instanceof Array //=> true
[] instanceof Object //=> true
({}) instanceof Array //=> false
1 instanceof Number //=> false
new Number(1) instanceof Number //=> true
Object.create(null) instanceof Object //=> false
(() => 1) instanceof Function //=> true
1 instanceof 1 //! TypeError: Right-hand side of 'instanceof' is not an object
1 instanceof {} //! TypeError: Right-hand side of 'instanceof' is not callable
1 instanceof null //! TypeError: Right-hand side of 'instanceof' is not an object
({}) instanceof undefined //! TypeError: Right-hand side of 'instanceof' is not an object
({}) instanceof (() => 1) //! TypeError: Function has non-object prototype 'undefined' in instanceof check
1 instanceof (() => 1) //=> false
({}) instanceof { [Symbol.hasInstance]: () => "yes" } //=> true
({}) instanceof { [Symbol.hasInstance]: 5 } //! TypeError: number 5 is not a function
function F() {}
const f = new F()
f instanceof F //=> true
F.prototype = {}
f instanceof F //=> false
F.prototype = 3
f instanceof F //! TypeError: Function has non-object prototype '3' in instanceof check
f instanceof F.bind(null) //! TypeError: Function has non-object prototype '3' in instanceof check
class Even { static [Symbol.hasInstance](n) { return n % 2 === 0 } }
2 instanceof Even //=> true
3 instanceof Even //=> false

Object.is(NaN, NaN) //=> true
Object.is(0, -0) //=> false
Object.is("a", "a") //=> true
