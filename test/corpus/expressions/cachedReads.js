// What a read found is kept for the next one at the same place, and no longer than it is true.

const read = (object) => object.found;
const twice = (object) => [read(object), read(object)];
class Base { get found() { return "getter of " + this.name } };
class Derived extends Base { constructor(name) { super(); this.name = name } };
const one = new Derived("one");
const two = new Derived("two");
[twice(one), twice(two)] //=> [["getter of one", "getter of one"], ["getter of two", "getter of two"]]
Object.defineProperty(Derived.prototype, "found", { get() { return "nearer " + this.name }, configurable: true });
twice(one) //=> ["nearer one", "nearer one"]
delete Derived.prototype.found;
twice(two) //=> ["getter of two", "getter of two"]
Object.defineProperty(Base.prototype, "found", { value: "data", configurable: true });
twice(one) //=> ["data", "data"]
Object.defineProperty(Base.prototype, "found", { set() {}, configurable: true });
twice(one) //=> [undefined, undefined]
delete Base.prototype.found;
twice(one) //=> [undefined, undefined]
Object.prototype.found = "everywhere";
[twice(one), twice({})] //=> [["everywhere", "everywhere"], ["everywhere", "everywhere"]]
delete Object.prototype.found;
[twice(one), twice({})] //=> [[undefined, undefined], [undefined, undefined]]
Object.defineProperty(one, "found", { value: "own", enumerable: true });
[twice(one), twice(two)] //=> [["own", "own"], [undefined, undefined]]

const isThere = (object) => object.absent !== undefined;
const plain = { a: 1 };
const inheriting = Object.create(plain);
[isThere(plain), isThere(plain), isThere(inheriting), isThere(inheriting)] //=> [false, false, false, false]
plain.absent = 1;
[isThere(plain), isThere(inheriting), isThere({ a: 1 })] //=> [true, true, false]
delete plain.absent;
[isThere(plain), isThere(inheriting)] //=> [false, false]
Object.setPrototypeOf(inheriting, { absent: null });
[isThere(inheriting), inheriting.absent] //=> [true, null]
const bare = Object.create(null);
[isThere(bare), isThere(bare), (bare.absent = 0, isThere(bare))] //=> [false, false, true]

const size = (collection) => collection.size;
[size(new Map([[1, 2]])), size(new Map()), size(new Set([1, 2])), size(new Map([[1, 1]])), size([]), size({ size: "own" })] //=> [1, 0, 2, 1, undefined, "own"]

const sizeOf = (collection) => collection.size;
[sizeOf(new Map()), sizeOf(new Map())] //=> [0, 0]
sizeOf(Object.create(Map.prototype)) //! TypeError: Method get Map.prototype.size called on incompatible receiver #<Map>

const ofTwo = (object) => object.shared;
const first = { shared: "first" };
const second = { shared: "second" };
const below = (prototype) => Object.create(prototype);
[ofTwo(below(first)), ofTwo(below(second)), ofTwo(below(first))] //=> ["first", "second", "first"]
first.shared = "changed";
[ofTwo(below(second)), ofTwo(below(first))] //=> ["second", "changed"]
const under = below(first);
[ofTwo(under), ofTwo(under)] //=> ["changed", "changed"]
Object.defineProperty(first, "shared", { get: () => "got", configurable: true });
[ofTwo(below(second)), ofTwo(under), ofTwo(under)] //=> ["second", "got", "got"]
Object.defineProperty(first, "shared", { value: "data again", writable: true, configurable: true });
[ofTwo(below(second)), ofTwo(under), ofTwo(under)] //=> ["second", "data again", "data again"]

let total = 0;
let steps = 0;
let text = "";
let large = 1n;
[1, 2.5, 3].forEach((n) => { total += n; steps++; text += n; large *= 3n; large++ });
[total, steps, text, large] //=> [6.5, 3, "12.53", 40n]
[(() => steps++)(), (() => ++steps)(), (() => steps--)(), (() => --steps)(), (() => (steps **= 2))(), (() => (steps ??= 9))(), (() => (steps &&= 0))()] //=> [3, 5, 5, 3, 9, 9, 0]

let fixed = 0;
const constant = 1;
(() => { constant += (fixed = 1) })() //! TypeError: Assignment to constant variable.

(() => { early += 1; let early = 1; return () => early })() //! ReferenceError: Cannot access 'early' before initialization

(() => { missing += 1 })() //! ReferenceError: missing is not defined

const valued = { valueOf() { return 5 } };
let sum = 1;
(() => { sum += valued; sum -= "1"; return sum })() //=> 5

const mixin = (Parent) => class extends Parent {
  #own = 0;
  static count(object) { return object.#own };
  static add(object, n) { return (object.#own += n) };
  static set(object, n) { object.#own = n };
  static has(object) { return #own in object };
};
const A = mixin(Object);
const B = mixin(A);
const both = new B();
[A.add(both, 1), B.add(both, 10), A.add(both, 1), B.add(both, 10), A.count(both), B.count(both)] //=> [1, 10, 2, 20, 2, 20]
A.set(both, 5);
[A.count(both), B.count(both), B.has(new A()), A.has(new A())] //=> [5, 20, false, true]
B.count(new A()) //! TypeError: Cannot read private member #own from an object whose class did not declare it

class Mixed { #field = 1; get #read() { return this.#field * 2 } set #written(v) { this.#field = v } #method() { return this.#field } static all(m) { m.#field++; m.#written = m.#field * 10; return [m.#read, m.#method(), m.#field] } };
[Mixed.all(new Mixed()), Mixed.all(new Mixed())] //=> [[40, 20, 20], [40, 20, 20]]
class Wrong { #method() {} static write(w) { w.#method = 1 } };
Wrong.write(new Wrong()) //! TypeError: Private method '#method' is not writable

let times = 0;
Object.defineProperty(globalThis, "counted", { get() { return ++times }, configurable: true });
const readCounted = () => counted;
[readCounted(), readCounted(), typeof counted, readCounted()] //=> [1, 2, "number", 4]
Object.defineProperty(globalThis, "counted", { value: "data", configurable: true });
[readCounted(), readCounted()] //=> ["data", "data"]
Object.defineProperty(globalThis, "counted", { get: () => "got", configurable: true });
[readCounted(), readCounted()] //=> ["got", "got"]
