// switch and if.

const f = (x) => {
  const log = []
  switch (x) {
    case 1: log.push("one")
    case 2: log.push("two"); break
    default: log.push("default")
    case 3: log.push("three")
  }
  return log
}
f(1) //=> ["one", "two"]
f(2) //=> ["two"]
f(3) //=> ["three"]
f("1") //=> ["default", "three"]
f(NaN) //=> ["default", "three"]

switch (NaN) { case NaN: return "same"; default: return "different" } //=> "different"

switch (0) { case -0: return "same" } //=> "same"

switch (3) { default: return "d"; case 1: return 1 } //=> "d"

switch (1) {}
"nothing" //=> "nothing"

const log = []
const say = (x) => { log.push(x); return x }
switch (say(2)) { case say(1): case say(2): case say(3): log.push("body") }
log //=> [2, 1, 2, "body"]

const kind = (v) => { switch (typeof v) { case "string": case "number": return "primitive"; case "object": return v === null ? "null" : "object" } return "other" }
;[kind(""), kind(1), kind(null), kind([]), kind(kind)] //=> ["primitive", "primitive", "null", "object", "other"]

switch (true) { case 1 > 2: return "a"; case 2 > 1: return "b" } //=> "b"

switch (1) { case 1: switch (2) { case 2: break } return "after inner" } //=> "after inner"

let out = ""
for (const x of [1, 2, 3]) { switch (x) { case 2: continue } out += x }
out //=> "13"

switch (1) { case (() => { throw new Error("in case") })(): }
//! Error: in case

switch ((() => { throw new Error("in head") })()) {}
//! Error: in head

switch (1) { default: default: }
//! SyntaxError

switch (1) { case 1: let x = 1; break; case 2: x }
"no dead zone reached" //=> "no dead zone reached"

switch (2) { case 1: let x = 1; break; case 2: x }
//! ReferenceError: Cannot access 'x' before initialization

if (0) 1
else if ("") 2
else return 3
//=> 3

if (1) ; else throw new Error("not here")
"empty" //=> "empty"

let path = ""
if (path) path = "no"; else if (!path) { path = "yes" } else path = "never"
path //=> "yes"

if (x = 0) {} else {}
let x
//! ReferenceError: Cannot access 'x' before initialization
