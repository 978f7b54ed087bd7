// Reading members, optional chaining, and calling.

const o = { a: { b: [10, { c: "deep" }] }, "with space": 1, 5: "five", if: 2 }
o.a.b[1].c //=> "deep"
o["with space"] //=> 1
o[5] //=> "five"
o["5"] //=> "five"
o.if //=> 2
o.missing //=> undefined
o.missing.more //! TypeError: Cannot read properties of undefined (reading 'more')
o.a.missing.more //! TypeError: Cannot read properties of undefined (reading 'more')
o.a.b[7].c //! TypeError: Cannot read properties of undefined (reading 'c')
o["a"]["x"]["y"] //! TypeError: Cannot read properties of undefined (reading 'y')
o[0][1] //! TypeError: Cannot read properties of undefined (reading '1')
o.a.missing[0] //! TypeError: Cannot read properties of undefined (reading '0')
o.a.missing["x y"] //! TypeError: Cannot read properties of undefined (reading 'x y')
o.a.missing[Symbol("s")] //! TypeError: Cannot read properties of undefined (reading 'Symbol(s)')
o.missing[o] //! TypeError: Cannot read properties of undefined (reading '#<Object>')
o.missing[{ toString() { throw new Error("not converted") } }] //! TypeError: Cannot read properties of undefined

null.name //! TypeError: Cannot read properties of null (reading 'name')
undefined.name //! TypeError: Cannot read properties of undefined (reading 'name')
null[0] //! TypeError: Cannot read properties of null (reading '0')
undefined["x"] //! TypeError: Cannot read properties of undefined (reading 'x')
undefined[null] //! TypeError: Cannot read properties of undefined (reading 'null')
(void 0).x //! TypeError: Cannot read properties of undefined (reading 'x')
(null).a.b //! TypeError: Cannot read properties of null (reading 'a')

let nothing
nothing.name //! TypeError: Cannot read properties of undefined (reading 'name')
nothing() //! TypeError: nothing is not a function
nothing.f() //! TypeError: Cannot read properties of undefined (reading 'f')
const o = {}
o.f() //! TypeError: o.f is not a function
o.a.f() //! TypeError: Cannot read properties of undefined (reading 'f')
o["f"]() //! TypeError: o.f is not a function
o[0]() //! TypeError: o[0] is not a function
o.f.g() //! TypeError: Cannot read properties of undefined (reading 'g')
o?.f() //! TypeError: o?.f is not a function
o.f?.() //=> undefined
o.f?.().x.y //=> undefined
(o.f?.()).x //! TypeError: Cannot read properties of undefined (reading 'x')
5() //! TypeError: 5 is not a function
"abc"() //! TypeError: "abc" is not a function
"abc".foo() //! TypeError: "abc".foo is not a function
[1, 2].foo() //! TypeError: [1,2].foo is not a function
(5).foo() //! TypeError: 5.foo is not a function
true.foo() //! TypeError: true.foo is not a function
null() //! TypeError: null is not a function
undefined() //! TypeError: undefined is not a function
({})() //! TypeError: {} is not a function
({}).x() //! TypeError: {}.x is not a function
(() => 1)()() //! TypeError: (intermediate value)(...) is not a function
new nothing() //! TypeError: nothing is not a constructor
new o() //! TypeError: o is not a constructor
new o.f() //! TypeError: o.f is not a constructor
new (() => 1)() //! TypeError: (intermediate value) is not a constructor
new 5() //! TypeError: 5 is not a constructor
new Math.max() //! TypeError: Math.max is not a constructor
new Symbol() //! TypeError: Symbol is not a constructor
new o.x.y() //! TypeError: Cannot read properties of undefined (reading 'y')
missing //! ReferenceError: missing is not defined
missing.x //! ReferenceError: missing is not defined
missing() //! ReferenceError: missing is not defined
new Missing() //! ReferenceError: Missing is not defined
o.f`x` //! TypeError: o.f is not a function
o[Symbol.iterator]() //! TypeError: o[Symbol.iterator] is not a function
o[Symbol("my")]() //! TypeError: o[Symbol(...)] is not a function
(1, o.f)() //! TypeError: (1 , o.f) is not a function
(o.f || o.g)() //! TypeError: (o.f || o.g) is not a function
[...o.x] //! TypeError: o.x is not iterable
this.x //! TypeError: Cannot read properties of undefined (reading 'x')
this() //! TypeError: this is not a function

const a = { b: { c: () => "called", d: null } }
a?.b?.c?.() //=> "called"
a.x?.y.z.w //=> undefined
a.x?.[0][1] //=> undefined
a.x?.y() //=> undefined
a.b.d?.e.f //=> undefined
a.b?.d.e //! TypeError: Cannot read properties of null (reading 'e')
a?.["b"].c() //=> "called"
a.b.c?.call() //=> "called"
a.x?.y?.z ?? "default" //=> "default"
null?.x //=> undefined
null?.[(() => { throw new Error("not evaluated") })()] //=> undefined
undefined?.() //=> undefined
(null?.x).y //! TypeError: Cannot read properties of undefined (reading 'y')
(a?.x).y //! TypeError: Cannot read properties of undefined (reading 'y')
(a?.b).c() //=> "called"
0?.x //=> undefined
""?.length //=> 0
NaN?.toFixed(1) //=> "NaN"
a?.b
  ?.c() //=> "called"
1?.5:2 //=> 0.5
delete a?.x?.y //=> true
delete a?.b.d //=> true
a.b.c?.name.length //=> 1
typeof a?.zzz //=> "undefined"

a?.b = 1
//! SyntaxError

a?.`x`
//! SyntaxError

new a?.b()
//! SyntaxError

// The receiver stays through an optional call and parentheses.
const o = { n: 7, get() { return this?.n } }
o.get?.() //=> 7
o?.get() //=> 7
(o.get)() //=> 7
(o?.get)() //=> 7
(0, o.get)() //=> undefined
o["get"]() //=> 7
const { get } = o
get() //=> undefined

// The callee is evaluated before the arguments, and checked after them.
const log = []
const o = { get f() { log.push("callee"); return undefined } }
try { o.f(log.push("argument")) } catch {}
log //=> ["callee", "argument"]

"abc".length //=> 3
"abc"[1] //=> "b"
"abc"[3] //=> undefined
"abc"[-1] //=> undefined
"abc"["length"] //=> 3
"abc".at(-1) //=> "c"
"\u{1F600}".length //=> 2
"\u{1F600}"[0] === "\uD83D" //=> true
[1, 2, 3][1] //=> 2
[1, 2, 3]["1"] //=> 2
[1, 2, 3]["01"] //=> undefined
[1, 2, 3][1.5] //=> undefined
[1, 2, 3][-1] //=> undefined
(5).constructor.name //=> "Number"
5..toString() //=> "5"
5 .toFixed(1) //=> "5.0"
true.toString() //=> "true"
(10n).toString(2) //=> "1010"
(() => 1).length //=> 0
Symbol("d").description //=> "d"

// not on: V8: it converts the key again before it writes
// The key is converted once.
let conversions = 0
const key = { toString() { conversions++; return "k" } }
const o = { k: 1 }
o[key]++
o[key] += 1
o[key] //=> 3
conversions //=> 3
