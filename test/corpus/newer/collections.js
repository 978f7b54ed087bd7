// Set methods, grouping, and the newest Map methods.

// not on: V8: newer than Node 20
const a = new Set([1, 2, 3]), b = new Set([3, 4])
a.union(b) //=> Set { 1, 2, 3, 4 }
a.intersection(b) //=> Set { 3 }
a.difference(b) //=> Set { 1, 2 }
a.symmetricDifference(b) //=> Set { 1, 2, 4 }
a.isSubsetOf(b) //=> false
new Set([3]).isSubsetOf(b) //=> true
a.isSupersetOf(new Set([1])) //=> true
a.isDisjointFrom(new Set([9])) //=> true
a.union(new Map([[7, "x"]])) //=> Set { 1, 2, 3, 7 }
a.union([1]) //! TypeError
a.union({ size: 1, has: () => true, keys: () => [9].values() }) //=> Set { 1, 2, 3, 9 }
a.union({ size: NaN, has: () => true, keys: () => [].values() }) //! TypeError
a.union({ size: 1, has: 5, keys: () => [].values() }) //! TypeError
Object.groupBy([1, 2, 3], (x) => x % 2 ? "odd" : "even") //=> null { odd: [1, 3], even: [2] }
Object.groupBy("aba", (c, i) => c) //=> null { a: ["a", "a"], b: ["b"] }
Map.groupBy([1, 2, 3], (x) => x % 2) //=> Map { 1 => [1, 3], 0 => [2] }
Map.groupBy([-0, 0], (x) => x) //=> Map { 0 => [-0, 0] }
Object.groupBy(null, (x) => x) //! TypeError
Object.groupBy([1]) //! TypeError

// not on: V8: newer than Node 20
const m = new Map([["a", 1]])
m.getOrInsert("a", 2) //=> 1
m.getOrInsert("b", 3) //=> 3
m.getOrInsertComputed("c", (k) => k + "!") //=> "c!"
m.getOrInsertComputed("c", () => { throw new Error("not called") }) //=> "c!"
m //=> Map { "a" => 1, "b" => 3, "c" => "c!" }

// not on: V8: newer than Node 20
await Array.fromAsync([1, Promise.resolve(2)]) //=> [1, 2]
await Array.fromAsync((async function* () { yield 1; yield 2 })(), (x) => x * 2) //=> [2, 4]
await Array.fromAsync({ length: 2, 0: "a", 1: Promise.resolve("b") }) //=> ["a", "b"]
await Array.fromAsync(null) //! TypeError
await Array.fromAsync([1], async (x) => x + 1) //=> [2]
