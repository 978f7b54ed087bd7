// Assignment: order of evaluation, compound forms, targets, and failures.

let a
a = 5 //=> 5
let b = (a = 6) + 1
b //=> 7
let x, y
x = y = 3
x + y //=> 6

let n = 10
n += 5 //=> 15
n -= 3 //=> 12
n *= 2 //=> 24
n /= 4 //=> 6
n %= 4 //=> 2
n **= 3 //=> 8
n += "!" //=> "8!"
n -= 1 //=> NaN

const c = 1;
c = 2 //! TypeError: Assignment to constant variable.
c += 1 //! TypeError: Assignment to constant variable.
c++ //! TypeError: Assignment to constant variable.
;[c] = [5] //! TypeError: Assignment to constant variable.
c //=> 1

undeclared = 1 //! ReferenceError: undeclared is not defined
undeclared += 1 //! ReferenceError: undeclared is not defined
undeclared++ //! ReferenceError: undeclared is not defined
typeof undeclared //=> "undefined"

// The object and the key are evaluated before the right side; the key is converted after it.
const log = []
const object = () => { log.push("object"); return {} }
const key = () => { log.push("key"); return { toString() { log.push("key converts"); return "k" } } }
const value = () => { log.push("value"); return 1 }
object()[key()] = value() //=> 1
log //=> ["object", "key", "value", "key converts"]

// A compound assignment reads before it evaluates the right side.
let total = 1
total += (total = 10, 5) //=> 6
total //=> 6
const object = { n: 1 }
object.n += (object.n = 100, 5) //=> 6

const list = [1, 2, 3]
let i = 0
list[i++] += 10
list //=> [11, 2, 3]
i //=> 1
list[i++] = list[i++] //=> 3
list //=> [11, 3, 3]

null.x = 1 //! TypeError: Cannot set properties of null (setting 'x')
undefined.x = 1 //! TypeError: Cannot set properties of undefined (setting 'x')
undefined[Symbol("s")] = 1 //! TypeError: Cannot set properties of undefined (setting 'Symbol(s)')
let nothing
nothing.x = 1 //! TypeError: Cannot set properties of undefined (setting 'x')
nothing[0] = 1 //! TypeError: Cannot set properties of undefined (setting '0')
nothing.a.b = 1 //! TypeError: Cannot read properties of undefined (reading 'a')
null[(() => { throw new Error("key first") })()] = 1 //! Error: key first
null.x = (() => { throw new Error("value first") })() //! Error: value first

"abc".length = 1 //! TypeError: Cannot assign to read only property 'length' of string 'abc'
"abc"[0] = "x" //! TypeError: Cannot assign to read only property '0' of string 'abc'
"abc"[5] = "x" //! TypeError: Cannot create property '5' on string 'abc'
"abc".x = 1 //! TypeError: Cannot create property 'x' on string 'abc'
(5).x = 1 //! TypeError: Cannot create property 'x' on number '5'
true.x = 1 //! TypeError: Cannot create property 'x' on boolean 'true'
Symbol("s").x = 1 //! TypeError: Cannot create property 'x' on symbol 'Symbol(s)'
(1n).x = 1 //! TypeError: Cannot create property 'x' on bigint '1'

const fixed = Object.freeze([1])
fixed[0] = 2 //! TypeError: Cannot assign to read only property '0' of object '[object Array]'
fixed[1] = 2 //! TypeError: Cannot add property 1, object is not extensible
fixed.length = 0 //! TypeError: Cannot assign to read only property 'length' of object '[object Array]'
fixed.push(2) //! TypeError: Cannot add property 1, object is not extensible
delete fixed[0] //! TypeError: Cannot delete property '0' of [object Array]
Object.freeze({ a: 1 }).a = 2 //! TypeError: Cannot assign to read only property 'a' of object '#<Object>'
Object.freeze({ a: 1 }).b = 2 //! TypeError: Cannot add property b, object is not extensible
Object.preventExtensions({}).b = 2 //! TypeError: Cannot add property b, object is not extensible
({ get a() { return 1 } }).a = 2 //! TypeError: Cannot set property a of #<Object> which has only a getter
Object.create({ get a() { return 1 } }).a = 2 //! TypeError: Cannot set property a of #<Object> which has only a getter
Object.create(Object.freeze({ a: 1 })).a = 2 //! TypeError: Cannot assign to read only property 'a' of object '#<Object>'
Object.defineProperty({}, "a", { value: 1 }).a = 2 //! TypeError: Cannot assign to read only property 'a' of object '#<Object>'
const s = Symbol("s");
Object.defineProperty({}, s, { value: 1 })[s] = 2 //! TypeError: Cannot assign to read only property 'Symbol(s)' of object '#<Object>'

1 = 2
//! SyntaxError

// not on: V8: it throws a ReferenceError when it gets there
f() = 2
//! SyntaxError

a + b = 2
//! SyntaxError

this = 2
//! SyntaxError

({ a: 1 } = 2) //! SyntaxError

eval = 1
//! SyntaxError

arguments = 1
//! SyntaxError

let z = { a: 1, b: { c: 2 } }
z.b.c = 3
z["b"].d = 4
z.b["e" + 1] = 5
z //=> { a: 1, b: { c: 3, d: 4, e1: 5 } }
z.a = z.b = 7
z //=> { a: 7, b: 7 }
delete z.a //=> true
delete z.nothing //=> true
z //=> { b: 7 }
delete z?.b //=> true
delete Object.freeze({ q: 1 }).q //! TypeError: Cannot delete property 'q' of #<Object>
delete [].length //! TypeError: Cannot delete property 'length' of [object Array]
delete null.x //! TypeError: Cannot convert undefined or null to object
delete 5 //=> true
delete (() => 1)() //=> true

delete x
//! SyntaxError

(nowhere) = 1
//! ReferenceError: nowhere is not defined

let p
(p) = 4 //=> 4
;[p] = [p + 1]
p //=> 5

// not on: V8: the global object of a vm context has another name
NaN = 1 //! TypeError: Cannot assign to read only property 'NaN' of object '#<Object>'
undefined = 1 //! TypeError: Cannot assign to read only property 'undefined' of object '#<Object>'
Infinity++ //! TypeError: Cannot assign to read only property 'Infinity' of object '#<Object>'

// not on: V8, JavaScriptCore: they ask whether the global is there when they write it
undeclared = (globalThis.undeclared = 5) //! ReferenceError: undeclared is not defined

globalThis.declared = 1
declared = declared + 1 //=> 2
declared = await (delete globalThis.declared) //! ReferenceError: declared is not defined

// Numbers of a property changed in place: by getters and setters, by what is no number, with stops in between.
const log = [];
const counter = { n: 1, get g() { log.push("get"); return 5 }, set g(v) { log.push(v) }, s: "a", big: 1n };
const results = [];
for (let turn = 0; turn < 3; turn++) {
  results.push(counter.n++, ++counter.n, counter.n += 3, counter.n -= 1, counter.n *= 2, counter.n **= 1, counter.n %= 1000, counter.n <<= 1);
  results.push(counter.g++, counter.g += 2, counter.s += 1, counter.big++, counter.missing ??= 7, counter.missing--, counter.n += "1");
  counter.n = 1;
}
[results, log, counter.s, counter.big, counter.missing] //=> [[1, 3, 6, 5, 10, 10, 10, 20, 5, 7, "a1", 1n, 7, 7, "201", 1, 3, 6, 5, 10, 10, 10, 20, 5, 7, "a11", 2n, 6, 6, "201", 1, 3, 6, 5, 10, 10, 10, 20, 5, 7, "a111", 3n, 5, 5, "201"], ["get", 6, "get", 7, "get", 6, "get", 7, "get", 6, "get", 7], "a111", 4n, 4]

function* adds(o) { o.a += yield o.a; o.a -= yield o.a; return o.a++ + (o.a += yield "again") }
const adding = adds({ a: 1 });
[adding.next(), adding.next(10), adding.next("4"), adding.next(1)] //=> [{ value: 1, done: false }, { value: 11, done: false }, { value: "again", done: false }, { value: 16, done: true }]

const frozen = Object.freeze({ n: 1 });
frozen.n++ //! TypeError: Cannot assign to read only property 'n' of object '#<Object>'

let gone;
gone.n += 1 //! TypeError: Cannot read properties of undefined (reading 'n')
