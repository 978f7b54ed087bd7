// Integers under the bitwise and shift operators.

5 & 3 //=> 1
5 | 3 //=> 7
5 ^ 3 //=> 6
~5 //=> -6
~~5.7 //=> 5
~~-5.7 //=> -5
-1 >>> 0 //=> 4294967295
-1 >> 1 //=> -1
-8 >>> 28 //=> 15
1 << 31 //=> -2147483648
1 << 32 //=> 1
1 << -1 //=> -2147483648
1 >> 33 //=> 0
2 ** 32 | 0 //=> 0
2 ** 31 | 0 //=> -2147483648
2 ** 53 + 2 | 0 //=> 2
1e21 | 0 //=> -559939584
NaN | 0 //=> 0
Infinity | 0 //=> 0
-0 | 0 //=> 0
"7" & "5" //=> 5
null | 1 //=> 1
undefined | 1 //=> 1
[6] & 3 //=> 2
({}) | 0 //=> 0
true << 3 //=> 8
"0xff" >> 4 //=> 15
1.9 | 0 //=> 1
-1.9 | 0 //=> -1
4294967295 >> 0 //=> -1
4294967296 >>> 0 //=> 0
4294967297 >>> 0 //=> 1

5n & 3n //=> 1n
-5n | 3n //=> -5n
-5n ^ 3n //=> -8n
~5n //=> -6n
1n << 70n //=> 1180591620717411303424n
-1n >> 3n //=> -1n
1n << -1n //=> 0n
-9n >> 1n //=> -5n
1n >>> 0n //! TypeError: BigInts have no unsigned right shift, use >> instead
1n & 1 //! TypeError: Cannot mix BigInt and other types, use explicit conversions
1n << 1 //! TypeError: Cannot mix BigInt and other types, use explicit conversions
1n << 100000000000n //! RangeError: Maximum BigInt size exceeded

let flags = 0b1010
flags |= 1 //=> 11
flags &= ~2 //=> 9
flags ^= 0xf //=> 6
flags <<= 4 //=> 96
flags >>= 2 //=> 24
flags >>>= 1 //=> 12
Symbol() | 0 //! TypeError: Cannot convert a Symbol value to a number

// Both are converted to numbers from left to right.
const log = []
const make = (name, value) => ({ valueOf() { log.push(name); return value } })
make("a", 6) & make("b", 3) //=> 2
make("c", 1) << make("d", 4) //=> 16
log //=> ["a", "b", "c", "d"]
