// A call begins afresh, whatever earlier calls of the function left.

const kept = (set) => { var value; if (set) value = 1; return value };
[kept(true), kept(false)] //=> [1, undefined]

const pair = (a, b) => [a, b];
[pair(1, 2), pair(3), [4, 5].map(pair)] //=> [[1, 2], [3, undefined], [[4, 0], [5, 1]]]

const visits = []
function walk(n) { const mine = n; if (n > 0) { walk(n - 1); walk(n - 1) } visits.push(mine) }
walk(2)
visits.join() //=> "0,0,1,0,0,1,2"

function who() { return this?.name };
[who.call({ name: "a" }), who(), { name: "b", who }.who()] //=> ["a", undefined, "b"]

function made() { return new.target === made };
[Reflect.construct(function () { return { made: new.target !== undefined } }, []).made, new made() instanceof made, made()] //=> [true, true, false]

function count() { return arguments.length };
[count(1, 2), count(), count(1)] //=> [2, 0, 1]

function counter() { let n = 0; return () => ++n }
const [one, two] = [counter(), counter()];
[one(), one(), two(), one()] //=> [1, 2, 1, 3]

function picky(n) { let twice = n * 2; if (n < 0) throw new Error("negative"); return twice };
[picky(1), (() => { try { return picky(-1) } catch (error) { return error.message } })(), picky(2)] //=> [2, "negative", 4]

const arrows = { name: "o", make() { return () => this.name } }
const [first, second] = [arrows.make(), arrows.make.call({ name: "p" })];
[first(), second(), first()] //=> ["o", "p", "o"]

const outer = (n) => [1, 2].map((m) => (n > 0 ? outer(n - 1).length : 0) + m * n);
[outer(2), outer(1)] //=> [[4, 6], [3, 4]]

[3, 1, 2].sort((a, b) => { const difference = a - b; return [difference].map((d) => d)[0] }) //=> [1, 2, 3]

async function later(n) { const held = n; await null; return held }
const both = [1, 2].map((n) => later(n))
await Promise.all([...both, later(3)]) //=> [1, 2, 3]

function* numbers(n) { let held = n; yield held; yield held + 1 }
const [a, b] = [numbers(1), numbers(10)];
[a.next().value, b.next().value, a.next().value, b.next().value] //=> [1, 10, 2, 11]

// Parameters that are taken apart.
const pair = ({ n }, [first = n] = [], last = first) => [n, first, last]
pair({ n: 1 }, [2], 3, 4) //=> [1, 2, 3]
pair({ n: 1 }) //=> [1, 1, 1]
;[{ n: 5 }, { n: 6 }].map(pair) //! TypeError
const countDown = ({ n }) => (n === 0 ? [] : [n, ...countDown({ n: n - 1 })])
countDown({ n: 3 }) //=> [3, 2, 1]
const keepers = [1, 2].map(({}, index) => () => index)
keepers.map((keeper) => keeper()) //=> [0, 1]
;((a, { b } = arguments) => b)(1) //! ReferenceError
function counted({ a }, b = arguments.length) { arguments[0] = null; return [a, b, arguments.length, arguments[0]] }
counted({ a: 1 }, undefined, 3) //=> [1, 3, 3, null]
counted({ a: 1 }) //=> [1, 1, 1, null]
const early = (a = b, b = 1) => a
early(0) //=> 0
early() //! ReferenceError
early(undefined, 2) //! ReferenceError
const others = ({ a }, ...rest) => [a, ...rest]
others({ a: 1 }, 2, 3) //=> [1, 2, 3]
class Point { constructor({ x, y = x }) { Object.assign(this, { x, y }) } }
new Point({ x: 1 }).y //=> 1
;[...(function* ({ a }, b = a) { yield a; yield b })({ a: 1 })] //=> [1, 1]
