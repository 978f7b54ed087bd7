// Regular expressions and the String methods that take them.

/a(b)?c/.exec("xac") //=> ["ac", undefined, index: 1, input: "xac", groups: undefined]
/a(b)?c/.exec("abc").index //=> 0
/z/.exec("abc") //=> null
/(?<year>\d{4})-(?<month>\d\d)/.exec("on 2020-05").groups //=> null { year: "2020", month: "05" }
/b/.test("abc") //=> true
/B/i.test("abc") //=> true
/^b/m.test("a\nb") //=> true
/a.c/.test("a\nc") //=> false
/a.c/s.test("a\nc") //=> true
/\u{1F600}/u.test("\u{1F600}") //=> true
/^.$/.test("\u{1F600}") //=> false
/^.$/u.test("\u{1F600}") //=> true
/\bfoo\b/.test("a foo b") //=> true
/(?<=\$)\d+/.exec("cost $42")[0] //=> "42"
/(?<!\$)\b\d+/.exec("$42 17")[0] //=> "17"
/a(?=b)/.exec("ab")[0] //=> "a"
/a(?!b)/.exec("ab ac").index //=> 3
/(a)|(b)/.exec("b") //=> ["b", undefined, "b", index: 0, input: "b", groups: undefined]
/(?:a|ab)(?:c|bcd)(?:d*)/.exec("abcd")[0] //=> "abcd"
/(z)((a+)?(b+)?(c))*/.exec("zaacbbbcac") //=> ["zaacbbbcac", "z", "ac", "a", undefined, "c", index: 0, input: "zaacbbbcac", groups: undefined]
/(a*)*/.exec("b") //=> ["", undefined, index: 0, input: "b", groups: undefined]
/(?=(a+))a*b\1/.exec("baaabac") //=> ["aba", "a", index: 3, input: "baaabac", groups: undefined]
/\1(a)/.exec("aa") //=> ["a", "a", index: 0, input: "aa", groups: undefined]
/(?<n>a)\k<n>/.test("aa") //=> true
/[^]/.test("\n") //=> true
/[]/.test("a") //=> false
/[\d-x]/.test("-") //=> true
/\p{Lu}/u.test("É") //=> true
/\P{L}/u.test("1") //=> true
/\p{Script=Greek}/u.test("α") //=> true
/[\w.]+@[\w.]+/.exec("mail bob@x.org now")[0] //=> "bob@x.org"
/a{2,3}/.exec("aaaa")[0] //=> "aaa"
/a{2,}?/.exec("aaaa")[0] //=> "aa"
/x*?y/.exec("xxy")[0] //=> "xxy"
/\x41\u0042\cJ\0/.test("AB\n\0") //=> true
/\//.source //=> "\\/"
new RegExp("/").source //=> "\\/"
new RegExp("").source //=> "(?:)"
new RegExp("\n").source //=> "\\n"
String(/a\/b/gi) //=> "/a\\/b/gi"
/a/dgimsuy.flags //=> "dgimsuy"
/a/g.global //=> true
/a/.lastIndex //=> 0
RegExp("a", "g").flags //=> "g"
RegExp(/a/g, "i").flags //=> "i"
RegExp(/a/g).flags //=> "g"
RegExp(/x/) === RegExp(/x/) //=> false
new RegExp(/a/).source //=> "a"
new RegExp("[") //! SyntaxError: Invalid regular expression: /[/: Unterminated character class
new RegExp("(?<a>x)(?<a>y)") //! SyntaxError

new RegExp("a", "gg") //! SyntaxError: Invalid flags supplied to RegExp constructor 'gg'
new RegExp("a", "z") //! SyntaxError: Invalid flags supplied to RegExp constructor 'z'
new RegExp("*") //! SyntaxError: Invalid regular expression: /*/: Nothing to repeat
new RegExp("(") //! SyntaxError: Invalid regular expression: /(/: Unterminated group
new RegExp("a**") //! SyntaxError: Invalid regular expression: /a**/: Nothing to repeat
new RegExp("\\") //! SyntaxError: Invalid regular expression: /\/: \ at end of pattern
new RegExp("{1}", "u") //! SyntaxError: Invalid regular expression: /{1}/u: Nothing to repeat
new RegExp("\\p{Bad}", "u") //! SyntaxError: Invalid regular expression: /\p{Bad}/u: Invalid property name
new RegExp(undefined).source //=> "(?:)"
new RegExp(null).source //=> "null"

/[/
//! SyntaxError

/a/gg
//! SyntaxError

const g = /a/g
g.test("aa") //=> true
g.test("aab")
g.lastIndex //=> 2
g.exec("ba").index //! TypeError: Cannot read properties of null (reading 'index')
g.lastIndex = 5
g.test("aaa") //=> false
g.lastIndex //=> 0
const y = /a/y
y.test("ba") //=> false
y.lastIndex = 1
y.test("ba") //=> true
y.lastIndex //=> 2
Object.freeze(/a/g).test("a") //! TypeError: Cannot assign to read only property 'lastIndex' of object '[object RegExp]'
Object.getOwnPropertyDescriptor(/a/, "lastIndex") //=> { value: 0, writable: true, enumerable: false, configurable: false }
/a/d.exec("xa").indices[0] //=> [1, 2]
/(?<n>a)/d.exec("xa").indices.groups.n //=> [1, 2]

"abcabc".match(/b/) .index //=> 1
"abcabc".match(/b/g) //=> ["b", "b"]
"abc".match(/z/) //=> null
"abc".match(/z/g) //=> null
"a1b2".match(/\d/g) //=> ["1", "2"]
"abc".match() //=> ["", index: 0, input: "abc", groups: undefined]
"abc".match("b").index //=> 1
"a.c".match(".").index //=> 0
[..."a1b22".matchAll(/[a-z](\d+)/g)].map((m) => [m[0], m[1], m.index]) //=> [["a1", "1", 0], ["b22", "22", 2]]
"abc".matchAll(/a/) //! TypeError: String.prototype.matchAll called with a non-global RegExp argument
"abc".replaceAll(/a/, "x") //! TypeError: String.prototype.replaceAll called with a non-global RegExp argument
"abcabc".replace(/b/, "x") //=> "axcabc"
"abcabc".replace(/b/g, "x") //=> "axcaxc"
"John Smith".replace(/(\w+) (\w+)/, "$2, $1") //=> "Smith, John"
"2020-05".replace(/(?<y>\d+)-(?<m>\d+)/, "$<m>/$<y>") //=> "05/2020"
"abc".replace(/(b)/, "[$&|$1|$`|$'|$$|$2|$0]") //=> "a[b|b|a|c|$|$2|$0]c"
"abc".replace(/b/g, (m, offset, whole) => m + offset + whole.length) //=> "ab13c"
"a1b2".replace(/([a-z])(\d)/g, (m, l, d, i) => d + l + i) //=> "1a02b2"
"x".replace(/(?<n>x)/, (...args) => JSON.stringify(args.at(-1))) //=> "{\"n\":\"x\"}"
"aaa".replace(/a*?/g, "-") //=> "-a-a-a-"
"aaa".replace(/a*/g, "-") //=> "--"
"abc".replace(/$/, "!") //=> "abc!"
"abc".replace(/^/g, ">") //=> ">abc"
"a\nb".replace(/^/gm, "> ") //=> "> a\n> b"
"abc".replace(/(z)?b/, "[$1]") //=> "a[]c"
"abc".replace(/b/, () => "$&") //=> "a$&c"
"abc".replace(/b/, null) //=> "anullc"
"\u{1F600}x".replace(/./gu, "y") //=> "yy"
"\u{1F600}".replace(/(?:)/gu, "-") //=> "-😀-"
"abc".replace(/b/, () => { throw new Error("in replacer") }) //! Error: in replacer
"a, b;c".split(/[,;]\s*/) //=> ["a", "b", "c"]
"a1b2c".split(/\d/) //=> ["a", "b", "c"]
"a1b2c".split(/(\d)/) //=> ["a", "1", "b", "2", "c"]
"abc".split(/(?:)/) //=> ["a", "b", "c"]
"abc".split(/b/, 1) //=> ["a"]
"".split(/x/) //=> [""]
"".split(/(?:)/) //=> []
"ab".split(/(a)|b/) //=> ["", "a", "", undefined, ""]
"A<B>bold</B>".split(/<(\/)?([^<>]+)>/) //=> ["A", undefined, "B", "bold", "/", "B", ""]
"abc".search(/c/) //=> 2
"abc".search(/z/) //=> -1
"abc".search("b") //=> 1
/a/[Symbol.replace]("banana", "x") //=> "bxnana"
/a/g[Symbol.match]("banana") //=> ["a", "a", "a"]
RegExp.prototype.toString.call({ source: "s", flags: "f" }) //=> "/s/f"
RegExp.prototype.flags //=> ""
RegExp.prototype.source //=> "(?:)"
RegExp.prototype.global //=> undefined
Object.getOwnPropertyDescriptor(RegExp.prototype, "global").get.call({}) //! TypeError: RegExp.prototype.global getter called on non-RegExp object
RegExp.prototype.exec.call({}) //! TypeError: Method RegExp.prototype.exec called on incompatible receiver #<Object>
RegExp.prototype.test.call(5) //! TypeError
String(/[/\]]/) //=> "/[/\\]]/"
/a/ instanceof RegExp //=> true
typeof /a/ //=> "object"
RegExp.length //=> 2
/(?:)/.test("") //=> true
/undefined/.test() //=> true
/null/.exec(null)[0] //=> "null"

// exec as the program changes it.
const r = /x/
r.exec = () => ({ index: 2, 0: "found", length: 1 })
r.test("none") //=> true
"none".replace(r, "y") //=> "noy"
r.exec = () => 5
r.test("a") //! TypeError: RegExp exec method returned something other than an Object or null

class Re extends RegExp { exec(s) { const m = super.exec(s); if (m) m[0] = m[0].toUpperCase(); return m } }
"abc".match(new Re("b"))[0] //=> "B"
"abc".replace(new Re("b"), "[$&]") //=> "a[B]c"
new Re("a", "g").flags //=> "g"

const words = "the cat sat on the mat".match(/\b\w+\b/g)
words.length //=> 6
Object.entries(words.reduce((c, w) => ({ ...c, [w]: (c[w] ?? 0) + 1 }), {})).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] //=> ["the", 2]
"key1=a&key2=b".split("&").map((p) => p.split("=")) //=> [["key1", "a"], ["key2", "b"]]
"CamelCaseString".replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase() //=> "camel_case_string"
"1234567.891".replace(/\B(?=(\d{3})+(?!\d))/g, ",") //=> "1,234,567.891"
/^\s*$/.test(" \t\u00a0\ufeff") //=> true
/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test("a@b.co") //=> true

// Objects of one literal are independent.
const literal = () => /a/g
const [first, second] = [literal(), literal()]
first === second //=> false
second.test("ab") //=> true
second.compile("b").source //=> "b"
;[first.source, first.flags, first.lastIndex, literal().source] //=> ["a", "g", 0, "a"]
