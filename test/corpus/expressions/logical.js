// && || ?? ?: ! comma, logical assignment, and what is not evaluated.

1 && 2 //=> 2
0 && 2 //=> 0
"" || "x" //=> "x"
0 ?? 1 //=> 0
null ?? 1 //=> 1
undefined ?? null //=> null
NaN || "nan" //=> "nan"
-0 || "zero" //=> "zero"
0n || "zero" //=> "zero"
[] && "array" //=> "array"
!"" //=> true
!!"0" //=> true
!!NaN //=> false
!!{} //=> true
!!0n //=> false
!!Symbol() //=> true
true ? 1 : 2 //=> 1
"" ? 1 : [] ? 2 : 3 //=> 2
(1, 2, 3) //=> 3
(0, undefined)
//=> undefined

a ?? b || c
//! SyntaxError

a && b ?? c
//! SyntaxError

null || (undefined ?? "x") //=> "x"

const log = []
const say = (value) => { log.push(value); return value }
say(0) && say(1) //=> 0
say(1) || say(2) //=> 1
say(null) ?? say(3) //=> 3
say(false) ?? say(4) //=> false
say(true) ? say("yes") : say("no") //=> "yes"
say("first"), say("second") //=> "second"
log //=> [0, 1, null, 3, false, true, "yes", "first", "second"]

let a = null
a ??= 5 //=> 5
a ??= 6 //=> 5
a ||= 7 //=> 5
a &&= 8 //=> 8
let b = 0
b ||= "set" //=> "set"
let c = 0
c &&= "set" //=> 0
c //=> 0

const log = []
const object = { get x() { log.push("get"); return 1 }, set x(value) { log.push("set " + value) } }
object.x ||= 2 //=> 1
object.x &&= 3 //=> 3
object.x ??= 4 //=> 1
log //=> ["get", "get", "set 3", "get"]

const fixed = Object.freeze({ a: 1 })
fixed.a ||= 2 //=> 1
fixed.a &&= 2 //! TypeError: Cannot assign to read only property 'a' of object '#<Object>'
fixed.b ??= 2 //! TypeError: Cannot add property b, object is not extensible

const one = 1
one ||= 2 //=> 1
one &&= 2 //! TypeError: Assignment to constant variable.

let f
f ??= () => 1
f.name //=> "f"
let g = 1
g &&= function () {}
g.name //=> "g"
let h
h ||= class {}
h.name //=> "h"
