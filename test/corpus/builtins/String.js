// String and String.prototype, without patterns.

"abc".charAt(1) //=> "b"
"abc".charAt(9) //=> ""
"abc".charCodeAt(0) //=> 97
"abc".charCodeAt(9) //=> NaN
"\u{1F600}a".codePointAt(0) //=> 128512
"\u{1F600}".codePointAt(1) //=> 56832
"a".codePointAt(5) //=> undefined
"abc".at(-2) //=> "b"
"abcabc".indexOf("c") //=> 2
"abcabc".indexOf("c", 3) //=> 5
"abc".indexOf("") //=> 0
"abc".indexOf("", 9) //=> 3
"abcabc".lastIndexOf("c") //=> 5
"abcabc".lastIndexOf("c", 4) //=> 2
"abc".lastIndexOf("") //=> 3
"abc".indexOf("d") //=> -1
"null undefined".indexOf() //=> 5
"abc".includes("b") //=> true
"abc".includes("b", 2) //=> false
"abc".startsWith("b", 1) //=> true
"abc".endsWith("b", 2) //=> true
"abc".startsWith("") //=> true
"abc".includes(/b/) //! TypeError: First argument to String.prototype.includes must not be a regular expression
"abc".startsWith(/a/) //! TypeError: First argument to String.prototype.startsWith must not be a regular expression
"abc".slice(1) //=> "bc"
"abc".slice(-2, -1) //=> "b"
"abc".slice(2, 1) //=> ""
"abc".substring(2, 0) //=> "ab"
"abc".substring(-1, NaN) //=> ""
"abc".substr(-2, 1) //=> "b"
"abc".substr(1) //=> "bc"
"abc".toUpperCase() //=> "ABC"
"ÄÖß".toUpperCase() //=> "ÄÖSS"
"İ".toLowerCase().length //=> 2
"ΑΣ".toLowerCase() //=> "ας"
"  \t\n\u00a0x\ufeff ".trim() //=> "x"
"  x ".trimStart() + "|" //=> "x |"
"  x ".trimEnd() + "|" //=> "  x|"
"  x ".trimLeft === "".trimStart //=> true
"a".padStart(3, "xy") //=> "xya"
"a".padEnd(4, "xy") //=> "axyx"
"abc".padStart(2) //=> "abc"
"a".padStart(3) //=> "  a"
"a".padStart(5, "") //=> "a"
"ab".repeat(3) //=> "ababab"
"ab".repeat(0) //=> ""
"ab".repeat(-1) //! RangeError: Invalid count value: -1
"ab".repeat(Infinity) //! RangeError: Invalid count value: Infinity
"".repeat(1e9) //=> ""
"ab".repeat(1.9) //=> "ab"
"a,b,c".split(",") //=> ["a", "b", "c"]
"a,b,c".split(",", 2) //=> ["a", "b"]
"abc".split("") //=> ["a", "b", "c"]
"abc".split() //=> ["abc"]
"".split("") //=> []
"".split(",") //=> [""]
"abc".split("", 2) //=> ["a", "b"]
"a1b2".split(1) //=> ["a", "b2"]
"a,b".split(",", 0) //=> []
"a,b".split(",", -1) //=> ["a", "b"]
"\u{1F600}".split("").length //=> 2
"abcb".replace("b", "x") //=> "axcb"
"abcb".replaceAll("b", "x") //=> "axcx"
"abc".replace("b", (m, i, s) => [m, i, s].join("|")) //=> "ab|1|abcc"
"abc".replace("b", "[$&$`$'$$]") //=> "a[bac$]c"
"abc".replace("z", "x") //=> "abc"
"aaa".replaceAll("a", (m, i) => i) //=> "012"
"abc".replaceAll("", "-") //=> "-a-b-c-"
"abc".replace("", "-") //=> "-abc"
"abc".replace("b", undefined) //=> "aundefinedc"
"abc".replace("b", "$1") //=> "a$1c"
"abc".concat(1, null, [2]) //=> "abc1null2"
"a".localeCompare("b") //=> -1
"b".localeCompare("a") //=> 1
"a".localeCompare("a") //=> 0
"\u0041\u030a".normalize("NFC").length //=> 1
"\u00c5".normalize("NFD").length //=> 2
"x".normalize("bad") //! RangeError: The normalization form should be one of NFC, NFD, NFKC, NFKD.
"\u{1F600}a".length //=> 3
[..."\u{1F600}a"].length //=> 2
"ab\uD800".isWellFormed() //=> false
"ab\uD800".toWellFormed() === "ab\uFFFD" //=> true
"abc".at() //=> "a"
"abc".toString() //=> "abc"
"abc".valueOf() //=> "abc"
"a-b_c".replaceAll("-", "+").split("_") //=> ["a+b", "c"]
"abc".anchor("x") //=> "<a name=\"x\">abc</a>"
"abc".bold() //=> "<b>abc</b>"
"abc".link('"') //=> "<a href=\"&quot;\">abc</a>"
"abc".length = 5 //! TypeError: Cannot assign to read only property 'length' of string 'abc'
"tEsT".toLocaleUpperCase() //=> "TEST"
"x".localeCompare //=> [function localeCompare]

String(null) //=> "null"
String(undefined) //=> "undefined"
String(Symbol("s")) //=> "Symbol(s)"
String([1, [2]]) //=> "1,2"
String({}) //=> "[object Object]"
String(() => 1) //=> "() => 1"
String(-0) //=> "0"
String(1e21) //=> "1e+21"
String(123n) //=> "123"
String() //=> ""
String({ toString: () => 5 }) //=> "5"
String({ toString: null, valueOf: () => "v" }) //=> "v"
String(Object.create(null)) //! TypeError: Cannot convert object to primitive value
new String("abc") //=> [String: "abc"]
new String("abc").length //=> 3
Object.keys(new String("ab")) //=> ["0", "1"]
typeof String(1) //=> "string"
new String(Symbol("s")) //! TypeError: Cannot convert a Symbol value to a string
String.fromCharCode(97, 98, 65633) //=> "aba"
String.fromCodePoint(128512, 97) //=> "😀a"
String.fromCodePoint(-1) //! RangeError: Invalid code point -1
String.fromCodePoint(1.5) //! RangeError: Invalid code point 1.5
String.fromCodePoint(0x110000) //! RangeError: Invalid code point 1114112
String.fromCharCode() //=> ""
String.length //=> 1
String.name //=> "String"

String.prototype.trim.call(null) //! TypeError: String.prototype.trim called on null or undefined
String.prototype.at.call(undefined, 0) //! TypeError: String.prototype.at called on null or undefined
String.prototype.slice.call(12345, 1, 3) //=> "23"
String.prototype.toUpperCase.call([1, "a"]) //=> "1,A"
String.prototype.toString.call({}) //! TypeError: String.prototype.toString requires that 'this' be a String
String.prototype.valueOf.call(5) //! TypeError: String.prototype.valueOf requires that 'this' be a String
String.prototype.repeat.call("ab", { valueOf: () => 2 }) //=> "abab"
"abc".indexOf(Symbol("s")) //! TypeError: Cannot convert a Symbol value to a string
"abc".codePointAt({ valueOf: () => 1 }) //=> 98
"a".concat(Symbol()) //! TypeError: Cannot convert a Symbol value to a string
"abc".includes(null) //=> false
"null".includes(null) //=> true
"x".split(Symbol.split) //! TypeError: Cannot convert a Symbol value to a string
"abc"[Symbol.iterator]().next() //=> { value: "a", done: false }
Object.getOwnPropertyDescriptor("abc", "0") //=> { value: "a", writable: false, enumerable: true, configurable: false }
Object.getOwnPropertyDescriptor("abc", "length") //=> { value: 3, writable: false, enumerable: false, configurable: false }
Object.getOwnPropertyNames("ab") //=> ["0", "1", "length"]
"0" in Object("ab") //=> true
delete Object("ab")[0] //! TypeError: Cannot delete property '0' of [object String]
Object("ab")[0] = "x" //! TypeError: Cannot assign to read only property '0' of object '[object String]'
"z" > "a" //=> true
"a" + 1 + 2 //=> "a12"
1 + 2 + "a" //=> "3a"
"b" + "a" + +"a" + "a" //=> "baNaNa"
"abc" < "abd" //=> true
[..."cab"].sort().join("") //=> "abc"
"The quick brown fox".split(" ").map((w) => w[0].toUpperCase() + w.slice(1)).join(" ") //=> "The Quick Brown Fox"
"snake_case_name".replace(/_(\w)/g, (_, c) => c.toUpperCase()) //=> "snakeCaseName"
"x".codePointAt(0).toString(16).padStart(4, "0") //=> "0078"
encodeURIComponent("a b&c=é/😀") //=> "a%20b%26c%3D%C3%A9%2F%F0%9F%98%80"
encodeURI("a b&c=é/?#") //=> "a%20b&c=%C3%A9/?#"
decodeURIComponent("%F0%9F%98%80%20a") //=> "😀 a"
decodeURI("%23%20") //=> "%23 "
encodeURIComponent("\uD800") //! URIError: URI malformed
decodeURIComponent("%E0%A4%A") //! URIError: URI malformed
escape("ü a+\u0416") //=> "%FC%20a+%u0416"
unescape("%u0416%FC%zz") //=> "Жü%zz"
