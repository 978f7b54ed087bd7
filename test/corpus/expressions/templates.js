// Template literals, tagged and not.

`plain` //=> "plain"
`a${1}b${"c"}d` //=> "a1bcd"
`${1}${2}` //=> "12"
`` //=> ""
`line
break` //=> "line\nbreak"
`\n\t\\\`\${}` //=> "\n\t\\`${}"
`${null} ${undefined} ${true} ${[1, [2]]} ${{}} ${-0} ${1n}` //=> "null undefined true 1,2 [object Object] 0 1"
`a${`b${`c`}`}` //=> "abc"
`${{ toString: () => "t" }}` //=> "t"
`${{ valueOf: () => 1 }}` //=> "[object Object]"
`${(() => { throw new Error("inside") })()}` //! Error: inside
`${Object.create(null)}` //! TypeError: Cannot convert object to primitive value

// Each part is evaluated and converted before the next is evaluated.
const log = []
const part = (name) => { log.push(name); return { toString() { log.push(name + " converts"); return name } } }
`${part("a")}-${part("b")}` //=> "a-b"
log //=> ["a", "a converts", "b", "b converts"]

const tag = (strings, ...values) => ({ strings: [...strings], raw: [...strings.raw], values })
tag`a${1}b${2}c` //=> { strings: ["a", "b", "c"], raw: ["a", "b", "c"], values: [1, 2] }
tag`` //=> { strings: [""], raw: [""], values: [] }
tag`\n${1}\t` //=> { strings: ["\n", "\t"], raw: ["\\n", "\\t"], values: [1] }
tag`\u{zzz}\xg` //=> { strings: [undefined], raw: ["\\u{zzz}\\xg"], values: [] }
tag`${1}` //=> { strings: ["", ""], raw: ["", ""], values: [1] }
tag`$${1}$` //=> { strings: ["$", "$"], raw: ["$", "$"], values: [1] }
tag`line
break` //=> { strings: ["line\nbreak"], raw: ["line\nbreak"], values: [] }

`\u{zzz}`
//! SyntaxError

const same = () => ((strings) => strings)`x`
same() === same() //=> true
((strings) => strings)`x` === ((strings) => strings)`x` //=> false
((s) => Object.isFrozen(s) && Object.isFrozen(s.raw) && Array.isArray(s))`a${1}b` //=> true
((s) => Object.keys(s))`a${1}b` //=> ["0", "1"]
((s) => s.push("x"))`a` //! TypeError: Cannot add property 1, object is not extensible

const o = { n: 3, tag(strings, value) { return this.n + value + strings[0] } }
o.tag`x${4}` //=> "7x"
o["tag"]`y${1}` //=> "4y"
String.raw`a\n${1}\u0041` //=> "a\\n1\\u0041"
String.raw({ raw: "abc" }, 1, 2, 3) //=> "a1b2c"
String.raw({ raw: { length: 2, 0: "x", 1: "y" } }, "-") //=> "x-y"
String.raw({ raw: [] }, 1) //=> ""
String.raw() //! TypeError: Cannot convert undefined or null to object
String.raw({}) //! TypeError: Cannot convert undefined or null to object
((s) => (t) => s[0] + t[0])`a``b` //=> "ab"
new ((s) => function () { this.s = s[0] })`arg` //=> { s: "arg" }
new (class { constructor(s) { this.s = s } })`x`
//! TypeError: Class constructors cannot be invoked without 'new'

undefined`x` //! TypeError: undefined is not a function
({}).f`x` //! TypeError: {}.f is not a function
5`x` //! TypeError: 5 is not a function
