// A program may change the built-ins of its own run.

Array.prototype.last = function () { return this[this.length - 1] };
[1, 2, 3].last() //=> 3
const seen = []
for (const k in [7]) seen.push(k)
seen //=> ["0", "last"]

Object.prototype.extra = 1
const seen = []
for (const k in { a: 1 }) seen.push(k)
delete Object.prototype.extra
seen //=> ["a", "extra"]

String.prototype.shout = function () { return typeof this + this.toUpperCase() + "!" }
"hi".shout() //=> "stringHI!"

Number.prototype.double = function () { return this * 2 };
(5).double() //=> 10
Object.defineProperty(Number.prototype, "self", { get() { return typeof this } })
;(5).self //=> "number"

const push = Array.prototype.push
Array.prototype.push = function (...a) { return push.apply(this, a.map((x) => x + "!")) }
const list = []
list.push("a")
Array.prototype.push = push
list //=> ["a!"]

const { iterator } = Symbol
const original = Array.prototype[iterator]
Array.prototype[iterator] = function* () { yield "patched" }
const [x] = [1]
const spread = [...[1, 2]]
const call = ((...a) => a)(...[5])
Array.prototype[iterator] = original
;[x, spread, call] //=> ["patched", ["patched"], ["patched"]]

const toString = Object.prototype.toString
Object.prototype.toString = () => "patched"
const text = `${{}}`
Object.prototype.toString = toString
text //=> "patched"

Object.defineProperty(Array.prototype, 3, { get: () => "from the prototype", configurable: true })
const holes = [0, , , , 4]
const out = [holes[3], [...holes][3], holes.map((v) => v)[3], holes.indexOf("from the prototype")]
delete Array.prototype[3]
out //=> ["from the prototype", "from the prototype", "from the prototype", 3]

Object.defineProperty(Object.prototype, "trapped", { set(v) { throw new Error("setter of the prototype") }, configurable: true })
let result
try { ({}).trapped = 1 } catch (e) { result = e.message }
const literal = { trapped: 2 }
delete Object.prototype.trapped
;[result, literal.trapped] //=> ["setter of the prototype", 2]

Function.prototype.twice = function (x) { return this(this(x)) };
((x) => x + 1).twice(1) //=> 3

const p = Array.prototype
delete p.map
typeof [].map //=> "undefined"

Math.max = () => "mine"
Math.max(1, 2) //=> "mine"

const o = { __proto__: { get x() { return "inherited getter" } } }
o.x //=> "inherited getter"
Object.setPrototypeOf(o, { x: "new prototype" })
o.x //=> "new prototype"
Object.getPrototypeOf(o).x = "changed"
o.x //=> "changed"
o.x = "own"
o.x //=> "own"
delete o.x
o.x //=> "changed"

function A() {}
A.prototype.m = () => 1
const a = new A()
const values = []
for (let i = 0; i < 4; i++) { values.push(a.m()); if (i === 1) A.prototype.m = () => 2; if (i === 2) a.m = () => 3 }
values //=> [1, 1, 2, 3]

const shapes = [{ x: 1 }, { y: 0, x: 2 }, { x: 3, y: 1 }, Object.create({ x: 4 }), { get x() { return 5 } }, [6]]
shapes[5].x = 6
shapes.map((s) => s.x) //=> [1, 2, 3, 4, 5, 6]

// Methods of primitives are looked up anew once their prototypes change.

const seen = []
for (let i = 0; i < 3; i++) {
  seen.push((5).toFixed(1), "a".at(0), "ab".length)
  Number.prototype.toFixed = () => i
  String.prototype.at = () => `at ${i}`
}
seen //=> ["5.0", "a", 2, 0, "at 0", 2, 1, "at 1", 2]

const seen = []
for (const change of [
  () => (Object.prototype.extra = 1),
  () => Object.setPrototypeOf(String.prototype, { extra: 2 }),
  () => Object.setPrototypeOf(Number.prototype, { get extra() { return typeof this } }),
  () => delete Object.prototype.extra,
  () => {},
]) {
  seen.push(["a".extra, (1).extra])
  change()
}
seen //=> [[undefined, undefined], [1, 1], [2, 1], [2, "number"], [2, "number"]]

// Arrays and strings have a length of their own, also as prototypes.

Object.prototype.length = 5
const lengths = []
for (const from of [[1, 2], String.prototype, {}]) {
  const o = Object.create(from)
  lengths.push(o.length)
}
lengths //=> [2, 0, 5]

Object.prototype.length = 5
class Text extends String {}
const heir = Object.create(Text.prototype)
const lengths = []
for (let i = 0; i < 3; i++) lengths.push(heir.length)
lengths //=> [0, 0, 0]

const thrower = Object.getOwnPropertyDescriptor((function () { return arguments })(), "callee").get
const { get, set } = Object.getOwnPropertyDescriptor(Function.prototype, "arguments")
get === thrower && set === thrower //=> true
