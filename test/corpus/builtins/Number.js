// Number, Math, parse functions and formatting of numbers.

Number("12") //=> 12
Number("") //=> 0
Number(" \n") //=> 0
Number("1,000") //=> NaN
Number("12px") //=> NaN
Number(null) //=> 0
Number(undefined) //=> NaN
Number([]) //=> 0
Number([5]) //=> 5
Number([1, 2]) //=> NaN
Number({}) //=> NaN
Number(true) //=> 1
Number(new Date(5)) //=> 5
Number("0x1f") //=> 31
Number("-0x1f") //=> NaN
Number("1e1000") //=> Infinity
Number("Infinity") //=> Infinity
Number(10n) //=> 10
Number(Symbol()) //! TypeError: Cannot convert a Symbol value to a number
Number() //=> 0
new Number(5) //=> [Number: 5]
typeof new Number(5) //=> "object"
parseInt("12px") //=> 12
parseInt("0x1f") //=> 31
parseInt("1010", 2) //=> 10
parseInt("z", 36) //=> 35
parseInt("9", 8) //=> NaN
parseInt("") //=> NaN
parseInt("  -42abc") //=> -42
parseInt("1e3") //=> 1
parseInt(0.0000005) //=> 5
parseInt(null) //=> NaN
parseInt("12", 1) //=> NaN
parseInt("12", 37) //=> NaN
parseInt("123", "10") //=> 123
parseInt("-0") //=> -0
parseInt("900719925474099267") //=> 900719925474099300
parseFloat("3.14abc") //=> 3.14
parseFloat(".5.5") //=> 0.5
parseFloat("-.5e-2x") //=> -0.005
parseFloat("abc") //=> NaN
parseFloat("Infinityx") //=> Infinity
parseFloat("1e") //=> 1
parseFloat("0x10") //=> 0
parseInt === Number.parseInt //=> true
isNaN("x") //=> true
Number.isNaN("x") //=> false
isFinite("5") //=> true
Number.isFinite("5") //=> false
Number.isInteger(5.0) //=> true
Number.isInteger(5.5) //=> false
Number.isSafeInteger(2 ** 53) //=> false
Number.isSafeInteger(2 ** 53 - 1) //=> true
Number.EPSILON //=> 2.220446049250313e-16
Number.MIN_VALUE //=> 5e-324
Number.MAX_SAFE_INTEGER //=> 9007199254740991
Number.MIN_SAFE_INTEGER //=> -9007199254740991
Number.POSITIVE_INFINITY //=> Infinity

(255).toString(16) //=> "ff"
(255).toString(2) //=> "11111111"
(-255).toString(36) //=> "-73"
(0.5).toString(2) //=> "0.1"
(0.1).toString(3).slice(0, 20) //=> "0.002200220022002200"
(1e21).toString() //=> "1e+21"
(1e21).toString(7).slice(0, 10) //=> "5135235413"
NaN.toString(2) //=> "NaN"
(10).toString(1) //! RangeError: toString() radix argument must be between 2 and 36
(10).toString(37) //! RangeError: toString() radix argument must be between 2 and 36
(10).toString(undefined) //=> "10"
(1.005).toFixed(2) //=> "1.00"
(1.45).toFixed(1) //=> "1.4"
(0).toFixed(2) //=> "0.00"
(-1.5).toFixed(0) //=> "-2"
(2.5).toFixed(0) //=> "3"
(1e21).toFixed(2) //=> "1e+21"
(123.456).toFixed() //=> "123"
(0.000001).toFixed(7) //=> "0.0000010"
(-0).toFixed(2) //=> "0.00"
(1).toFixed(-1) //! RangeError: toFixed() digits argument must be between 0 and 100
(1234.5678).toExponential(2) //=> "1.23e+3"
(0).toExponential() //=> "0e+0"
(1234.5678).toExponential() //=> "1.2345678e+3"
(1).toExponential(101) //! RangeError: toExponential() argument must be between 0 and 100
(123.456).toPrecision(4) //=> "123.5"
(0.000123).toPrecision(2) //=> "0.00012"
(123456).toPrecision(2) //=> "1.2e+5"
(1.5).toPrecision() //=> "1.5"
(1).toPrecision(0) //! RangeError: toPrecision() argument must be between 1 and 100
(5).valueOf() //=> 5
Number.prototype.toString.call("5") //! TypeError: Number.prototype.toString requires that 'this' be a Number
Number.prototype.valueOf.call({}) //! TypeError: Number.prototype.valueOf requires that 'this' be a Number
Number.prototype.toFixed.call("1") //! TypeError: Number.prototype.toFixed requires that 'this' be a Number
0.1 * 3 //=> 0.30000000000000004
1 / 3 //=> 0.3333333333333333
100 / 3 //=> 33.333333333333336
1e21 + 1 //=> 1e+21
123456789.123456789 //=> 123456789.12345679
1.0 //=> 1
5e-7 //=> 5e-7
4.35 * 100 //=> 434.99999999999994
1.1 + 2.2 //=> 3.3000000000000003
0.7 + 0.1 //=> 0.7999999999999999
2 ** 53 //=> 9007199254740992
2 ** 64 //=> 18446744073709552000
1e300 * 1e10 //=> Infinity
-1e-7 //=> -1e-7
[1.10, 1e5, 1e-5, 123e-20, 1e20, 1e22] //=> [1.1, 100000, 0.00001, 1.23e-18, 100000000000000000000, 1e+22]

Math.max() //=> -Infinity
Math.min() //=> Infinity
Math.max(1, "3", 2) //=> 3
Math.max(1, NaN, 2) //=> NaN
Math.max(-0, 0) //=> 0
Math.min(0, -0) //=> -0
Math.max(1, undefined) //=> NaN
Math.max([5]) //=> 5
Math.max(1, {}) //=> NaN
Math.max(1n) //! TypeError: Cannot convert a BigInt value to a number
Math.round(2.5) //=> 3
Math.round(-2.5) //=> -2
Math.round(-0.2) //=> -0
Math.round(0.49999999999999994) //=> 0
Math.floor(-1.5) //=> -2
Math.ceil(-1.5) //=> -1
Math.ceil(-0.5) //=> -0
Math.trunc(-1.9) //=> -1
Math.sign(-3) //=> -1
Math.sign(-0) //=> -0
Math.abs(-5) //=> 5
Math.abs("-5") //=> 5
Math.abs(null) //=> 0
Math.sqrt(16) //=> 4
Math.sqrt(-1) //=> NaN
Math.cbrt(27) //=> 3
Math.hypot(3, 4) //=> 5
Math.hypot() //=> 0
Math.hypot(NaN, Infinity) //=> Infinity
Math.pow(2, 10) //=> 1024
Math.pow(NaN, 0) //=> 1
Math.log(1) //=> 0
Math.log(0) //=> -Infinity
Math.log2(8) //=> 3
Math.log10(1000) //=> 3
Math.log1p(0) //=> 0
Math.expm1(0) //=> 0
Math.exp(0) //=> 1
Math.sin(0) //=> 0
Math.cos(0) //=> 1
Math.atan2(0, -0) === Math.PI //=> true
Math.fround(5.5) //=> 5.5
Math.fround(5.05) //=> 5.050000190734863
Math.imul(0xffffffff, 5) //=> -5
Math.clz32(1) //=> 31
Math.clz32(0) //=> 32
Math.PI //=> 3.141592653589793
Math.E //=> 2.718281828459045
Math.floor("x") //=> NaN
Math.floor(Symbol()) //! TypeError: Cannot convert a Symbol value to a number
Math.random() < 1 //=> true
Math.random() >= 0 //=> true
String(Math) //=> "[object Math]"
Object.keys(Math) //=> []
Math.PI = 3 //! TypeError: Cannot assign to read only property 'PI' of object '#<Object>'
new Math() //! TypeError: Math is not a constructor
Math() //! TypeError: Math is not a function
