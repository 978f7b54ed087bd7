// let, const, var, function and class declarations: hoisting, dead zones, scopes.

early //=> undefined
var early = 1

early //! ReferenceError: Cannot access 'early' before initialization
let early = 1

early //! ReferenceError: Cannot access 'early' before initialization
const early = 1

early //! ReferenceError: Cannot access 'early' before initialization
class early {}

early() //=> "hoisted"
function early() { return "hoisted" }

early = 5 //! ReferenceError: Cannot access 'early' before initialization
let early = 1

{
  early
  let early = 1
}
//! ReferenceError: Cannot access 'early' before initialization

typeof early //! ReferenceError: Cannot access 'early' before initialization
const early = 1

const f = () => later
f() //! ReferenceError: Cannot access 'later' before initialization
let later = 5
f() //=> 5

const f = () => later
let later = 5
f() //=> 5

let a = a
//! ReferenceError: Cannot access 'a' before initialization

const x = (() => x)()
//! ReferenceError: Cannot access 'x' before initialization

let u
u //=> undefined
var v
v //=> undefined
var v = 1
var v
v //=> 1
const [p, q] = [1, 2]
p + q //=> 3
let { r, s: { t } } = { r: 1, s: { t: 2 } }
r + t //=> 3

{ var inner = 1; let hidden = 2 }
inner //=> 1
hidden //! ReferenceError: hidden is not defined

if (true) { function inBlock() {} }
typeof inBlock //=> "undefined"

f() //=> "outer"
{ function f() { return "inner" } }
function f() { return "outer" }

{
  function f() { return 1 }
  { function f() { return 2 } }
  return f()
} //=> 1

let a = 1
{
  let a = 2
  { let a = 3 }
  a = 4
}
a //=> 1

let a = 1
let a = 2
//! SyntaxError

let a = 1
var a = 2
//! SyntaxError

const a
//! SyntaxError

let let = 1
//! SyntaxError

const yield = 1
//! SyntaxError

{ function f() {} let f }
//! SyntaxError

function f(a) { let a }
//! SyntaxError

if (1) let x = 1
//! SyntaxError

if (1) function f() {}
//! SyntaxError

label: function f() {}
//! SyntaxError

let [a, a] = [1, 2]
//! SyntaxError

function f(a, a) {}
//! SyntaxError

const { x }
//! SyntaxError

with ({}) {}
//! SyntaxError

var x = 1
function f() { return typeof x; var x }
f() //=> "undefined"

function f() { return g(); function g() { return 1 } function g() { return 2 } }
f() //=> 2

var f = 1
function f() {}
typeof f //=> "number"

function shadow(undefined) { return undefined }
shadow(5) //=> 5
const NaN = 1
NaN //=> 1

let a = 1, b = a + 1, c = a + b
c //=> 3
let i = 0, j = i++, k = i++
;[i, j, k] //=> [2, 0, 1]

let arrow = () => {}, fn = function () {}, cls = class {}, named = function other() {}
arrow.name //=> "arrow"
fn.name //=> "fn"
cls.name //=> "cls"
named.name //=> "other"

const fact = function self(n) { return n < 2 ? 1 : n * self(n - 1) }
fact(5) //=> 120
const assigns = function self() { self = 1 }
assigns() //! TypeError: Assignment to constant variable.

class C { static m() { C = 1 } }
C.m() //! TypeError: Assignment to constant variable.

class C {}
C = 1
C //=> 1

const fs = []
for (let i = 0; i < 3; i++) fs.push(() => i)
fs.map((f) => f()) //=> [0, 1, 2]

var fs = []
for (var i = 0; i < 3; i++) fs.push(() => i)
fs.map((f) => f()) //=> [3, 3, 3]

const fs = []
for (let i = 0; i < 3; i++) { fs.push(() => i); i++ }
fs.map((f) => f()) //=> [1, 3]

const fs = []
for (let i = 0, get = () => i; i < 3; i++) fs.push(get)
fs.map((f) => f()) //=> [0, 0, 0]

const fs = []
for (let i = 0; fs.push(() => i), i < 2; i++);
fs.map((f) => f()) //=> [0, 1, 2]

const fs = []
for (const x of [1, 2]) fs.push(() => x)
fs.map((f) => f()) //=> [1, 2]

const fs = []
for (const k in { a: 1, b: 2 }) fs.push(() => k)
fs.map((f) => f()) //=> ["a", "b"]

for (const x = 0; x < 1; x++) {}
//! TypeError: Assignment to constant variable.

for (let x of [x]) {}
//! ReferenceError: Cannot access 'x' before initialization

for (const k in { [k]: 1 }) {}
//! ReferenceError: Cannot access 'k' before initialization

switch (1) {
  case 0: let a = 1
  case 1: a = 2
}
//! ReferenceError: Cannot access 'a' before initialization

switch (1) { case 1: function f() { return "f" } return f() } //=> "f"

switch (1) { case 1: let a; case 2: let a }
//! SyntaxError

try { throw 1 } catch (e) { var e = 2; var seen = e }
seen //=> 2
e //=> undefined

try { throw 1 } catch (e) { let e = 2 }
//! SyntaxError
