// Iterator helpers.

// not on: V8: newer than Node 20
[1, 2, 3].values().map((x) => x * 2).toArray() //=> [2, 4, 6]
[1, 2, 3].values().filter((x) => x % 2).toArray() //=> [1, 3]
[1, 2, 3].values().take(2).toArray() //=> [1, 2]
[1, 2, 3].values().drop(1).toArray() //=> [2, 3]
[1, 2].values().flatMap((x) => [x, x]).toArray() //=> [1, 1, 2, 2]
[1, 2, 3].values().reduce((a, b) => a + b) //=> 6
[1, 2, 3].values().reduce((a, b) => a + b, 10) //=> 16
[].values().reduce((a, b) => a) //! TypeError
[1, 2].values().some((x) => x > 1) //=> true
[1, 2].values().every((x) => x > 1) //=> false
[1, 2].values().find((x) => x > 1) //=> 2
const seen = []
;[1, 2].values().forEach((x, i) => seen.push([x, i]))
seen //=> [[1, 0], [2, 1]]
Iterator.from([1, 2]).toArray() //=> [1, 2]
Iterator.from({ next: () => ({ done: true }) }).toArray() //=> []
Iterator.from("ab").toArray() //=> ["a", "b"]
Iterator.from(5) //! TypeError
new Iterator() //! TypeError
Iterator() //! TypeError
class Mine extends Iterator { n = 0; next() { return { value: this.n++, done: this.n > 3 } } }
new Mine().map((x) => x + 1).toArray() //=> [1, 2, 3]
new Mine() instanceof Iterator //=> true
[].values() instanceof Iterator //=> true
String([].values().map((x) => x)) //=> "[object Iterator Helper]"
[1].values().map(5) //! TypeError
[1].values().take(-1) //! RangeError
[1].values().take(NaN) //! RangeError
[1].values().flatMap((x) => 5).toArray() //! TypeError
[1].values().flatMap((x) => "s").toArray() //! TypeError
Iterator.prototype.map.call({}, (x) => x) //=> [Iterator Helper] {}
Iterator.prototype[Symbol.toStringTag] //=> "Iterator"
(function* () { for (let i = 0; ; i++) yield i })().filter((x) => x % 3 === 0).map((x) => x * x).drop(1).take(3).toArray() //=> [9, 36, 81]

// not on: V8: newer than Node 20
// What is closed, and when.
const log = []
const source = () => ({ __proto__: Iterator.prototype, next() { log.push("next"); return { value: 1, done: false } }, return() { log.push("return"); return {} } })
source().take(1).toArray() //=> [1]
log //=> ["next", "return"]
source().some(() => true) //=> true
log //=> ["next", "return", "next", "return"]
try { source().map(() => { throw new Error("in mapper") }).next() } catch (e) { log.push(e.message) }
log //=> ["next", "return", "next", "return", "next", "return", "in mapper"]
const m = source().map((x) => x)
m.return() //=> { value: undefined, done: true }
m.next() //=> { value: undefined, done: true }
log //=> ["next", "return", "next", "return", "next", "return", "in mapper", "return"]
