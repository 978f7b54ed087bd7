// BigInt.

BigInt(5) //=> 5n
BigInt("0xff") //=> 255n
BigInt("  12  ") //=> 12n
BigInt("") //=> 0n
BigInt(true) //=> 1n
BigInt("1.5") //! SyntaxError: Cannot convert 1.5 to a BigInt
BigInt("abc") //! SyntaxError: Cannot convert abc to a BigInt
BigInt(1.5) //! RangeError: The number 1.5 cannot be converted to a BigInt because it is not an integer
BigInt(NaN) //! RangeError: The number NaN cannot be converted to a BigInt because it is not an integer
BigInt(Infinity) //! RangeError: The number Infinity cannot be converted to a BigInt because it is not an integer
BigInt(undefined) //! TypeError: Cannot convert undefined to a BigInt
BigInt(null) //! TypeError: Cannot convert null to a BigInt
BigInt(Symbol()) //! TypeError: Cannot convert Symbol() to a BigInt
BigInt([7]) //=> 7n
BigInt({}) //! SyntaxError: Cannot convert [object Object] to a BigInt
BigInt(2 ** 53) //=> 9007199254740992n
BigInt() //! TypeError: Cannot convert undefined to a BigInt
new BigInt(1) //! TypeError: BigInt is not a constructor
typeof Object(1n) //=> "object"
Object(1n) //=> [BigInt: 1n]
Object(1n) + 1n //=> 2n
BigInt.asUintN(8, 257n) //=> 1n
BigInt.asIntN(8, 255n) //=> -1n
BigInt.asIntN(64, 2n ** 63n) //=> -9223372036854775808n
BigInt.asUintN(64, -1n) //=> 18446744073709551615n
BigInt.asUintN(-1, 1n) //! RangeError: Invalid value: not (convertible to) a safe integer
BigInt.asUintN(8, 1) //! TypeError: Cannot convert 1 to a BigInt
(255n).toString(16) //=> "ff"
(-255n).toString(36) //=> "-73"
(10n).toString(1) //! RangeError: toString() radix argument must be between 2 and 36
(10n).toLocaleString.length //=> 0
(123n).valueOf() //=> 123n
BigInt.prototype.toString.call(1) //! TypeError: BigInt.prototype.toString requires that 'this' be a BigInt
BigInt.prototype.valueOf.call({}) //! TypeError: BigInt.prototype.valueOf requires that 'this' be a BigInt
10n ** 30n //=> 1000000000000000000000000000000n
(-7n) / 2n //=> -3n
(-7n) % 2n //=> -1n
7n / 0n //! RangeError: Division by zero
0n === -0n //=> true
1n < 2 //=> true
2n == 2 //=> true
1n + 2 //! TypeError: Cannot mix BigInt and other types, use explicit conversions
Math.max(1n, 2n) //! TypeError: Cannot convert a BigInt value to a number
Number(2n ** 64n) //=> 18446744073709552000
parseInt("12n") //=> 12
BigInt(Number.MAX_SAFE_INTEGER) + 2n //=> 9007199254740993n
[3n, 1n, 2n].sort((a, b) => (a < b ? -1 : 1)) //=> [1n, 2n, 3n]
[1n, 2, "3"].map(String) //=> ["1", "2", "3"]
JSON.stringify(1n) //! TypeError: Do not know how to serialize a BigInt
JSON.stringify({ a: 1n }) //! TypeError: Do not know how to serialize a BigInt
`${10n ** 20n}` //=> "100000000000000000000"
1n && "truthy" //=> "truthy"
new Map([[1n, "a"]]).get(1n) //=> "a"
new Set([1n, 1n, 1]).size //=> 2
[1n].includes(1n) //=> true
[1n].indexOf(1) //=> -1
isNaN(1n) //! TypeError: Cannot convert a BigInt value to a number
Number.isInteger(1n) //=> false
-(-5n) //=> 5n
+5n //! TypeError: Cannot convert a BigInt value to a number
~0n //=> -1n
5n & -2n //=> 4n
let x = 5n
x **= 2n //=> 25n
x <<= 3n //=> 200n
x-- //=> 200n
x //=> 199n
x >>>= 1n //! TypeError: BigInts have no unsigned right shift, use >> instead
const fact = (n) => n === 0n ? 1n : n * fact(n - 1n)
fact(25n) //=> 15511210043330985984000000n
const gcd = (a, b) => b ? gcd(b, a % b) : a
gcd(48n, 18n) //=> 6n
BigInt("-0x1") //! SyntaxError: Cannot convert -0x1 to a BigInt
BigInt("9".repeat(40)) + 1n //=> 10000000000000000000000000000000000000000n
2n ** 2000000000n //! RangeError: Maximum BigInt size exceeded
