// Programs such as models write: filtering, grouping, joining, reporting.

const orders = [
  { id: 1, customer: "ann", total: 120.5, items: [{ sku: "a", n: 2 }, { sku: "b", n: 1 }], status: "paid" },
  { id: 2, customer: "bob", total: 80, items: [{ sku: "a", n: 1 }], status: "open" },
  { id: 3, customer: "ann", total: 42.25, items: [], status: "paid" },
  { id: 4, customer: "cid", total: 300, items: [{ sku: "c", n: 5 }, { sku: "a", n: 3 }], status: "cancelled" },
]
orders.filter((o) => o.status === "paid").map((o) => o.id) //=> [1, 3]
orders.reduce((sum, o) => sum + o.total, 0) //=> 542.75
orders.reduce((by, o) => ({ ...by, [o.customer]: (by[o.customer] ?? 0) + o.total }), {}) //=> { ann: 162.75, bob: 80, cid: 300 }
Object.entries(orders.reduce((by, o) => { (by[o.status] ||= []).push(o.id); return by }, {})).sort() //=> [["cancelled", [4]], ["open", [2]], ["paid", [1, 3]]]
[...orders].sort((a, b) => b.total - a.total).slice(0, 2).map(({ id, total }) => ({ id, total })) //=> [{ id: 4, total: 300 }, { id: 1, total: 120.5 }]
orders.flatMap((o) => o.items.map((i) => ({ order: o.id, ...i }))).filter((i) => i.n > 1) //=> [{ order: 1, sku: "a", n: 2 }, { order: 4, sku: "c", n: 5 }, { order: 4, sku: "a", n: 3 }]
[...orders.flatMap((o) => o.items).reduce((m, { sku, n }) => m.set(sku, (m.get(sku) ?? 0) + n), new Map())].map(([sku, n]) => `${sku}: ${n}`).join(", ") //=> "a: 6, b: 1, c: 5"
[...new Set(orders.map((o) => o.customer))] //=> ["ann", "bob", "cid"]
orders.find((o) => o.total > 1000)?.id ?? "none" //=> "none"
orders.some((o) => o.items.length === 0) && orders.every((o) => o.total > 0) //=> true
Math.max(...orders.map((o) => o.total)) //=> 300
orders.map((o) => `${String(o.id).padStart(3, "0")} ${o.customer.padEnd(5)}|${o.total.toFixed(2).padStart(8)}`) //=> ["001 ann  |  120.50", "002 bob  |   80.00", "003 ann  |   42.25", "004 cid  |  300.00"]
JSON.parse(JSON.stringify(orders.at(-1))) //=> { id: 4, customer: "cid", total: 300, items: [{ sku: "c", n: 5 }, { sku: "a", n: 3 }], status: "cancelled" }
const byId = new Map(orders.map((o) => [o.id, o]))
byId.get(3).total //=> 42.25
const { paid = [], ...others } = orders.reduce((g, o) => { (g[o.status] ??= []).push(o); return g }, {});
[paid.length, Object.keys(others)] //=> [2, ["open", "cancelled"]]
const [cheapest, ...rest] = orders.toSorted((a, b) => a.total - b.total);
[cheapest.id, rest.length] //=> [3, 3]
orders.map(({ items, ...o }) => ({ ...o, count: items.reduce((n, i) => n + i.n, 0) }))[0] //=> { id: 1, customer: "ann", total: 120.5, status: "paid", count: 3 }

const csv = "name,age\nAnn,31\n\"Smith, J\",44\n"
const parse = (text) => text.trim().split("\n").map((line) => [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)|(?<=,)(?=,|$)/g)].map((m) => m[1] ?? m[2] ?? ""))
const [header, ...rows] = parse(csv)
rows.map((row) => Object.fromEntries(row.map((v, i) => [header[i], v]))) //=> [{ name: "Ann", age: "31" }, { name: "Smith, J", age: "44" }]

const tree = { name: "root", children: [{ name: "a", size: 3 }, { name: "b", children: [{ name: "c", size: 5 }, { name: "d", size: 1 }] }] }
const size = (node) => node.size ?? node.children.reduce((sum, child) => sum + size(child), 0)
size(tree) //=> 9
function* walk(node, path = []) { yield [...path, node.name].join("/"); for (const child of node.children ?? []) yield* walk(child, [...path, node.name]) }
[...walk(tree)] //=> ["root", "root/a", "root/b", "root/b/c", "root/b/d"]
const find = (node, test) => test(node) ? node : (node.children ?? []).map((c) => find(c, test)).find(Boolean)
find(tree, (n) => n.size === 5).name //=> "c"
const stack = [tree], names = []
while (stack.length) { const node = stack.pop(); names.push(node.name); stack.push(...(node.children ?? []).toReversed()) }
names //=> ["root", "a", "b", "c", "d"]

const text = "the quick brown fox jumps over the lazy dog the end"
const words = text.split(/\s+/)
const counts = Object.entries(words.reduce((c, w) => { c[w] = (c[w] || 0) + 1; return c }, Object.create(null))).sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
counts.slice(0, 2) //=> [["the", 3], ["brown", 1]]
words.map((w) => w[0].toUpperCase() + w.slice(1)).join(" ") //=> "The Quick Brown Fox Jumps Over The Lazy Dog The End"
text.replace(/\b(\w)(\w*)/g, (_, first, tail) => tail + first).split(" ").length //=> 11
[...text].filter((c) => "aeiou".includes(c)).length //=> 13

const days = (from, to) => { const out = []; for (let d = new Date(from); d <= new Date(to); d.setUTCDate(d.getUTCDate() + 1)) out.push(d.toISOString().slice(0, 10)); return out }
days("2024-02-27", "2024-03-01") //=> ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01"]
const median = (list) => { const s = [...list].sort((a, b) => a - b); const m = s.length >> 1; return s.length % 2 ? s[m] : (s[m - 1] + s[m]) / 2 }
median([5, 1, 4, 2]) //=> 3
const chunk = (list, n) => Array.from({ length: Math.ceil(list.length / n) }, (_, i) => list.slice(i * n, i * n + n))
chunk([1, 2, 3, 4, 5], 2) //=> [[1, 2], [3, 4], [5]]
const uniqueBy = (list, key) => [...new Map(list.map((x) => [key(x), x])).values()]
uniqueBy([{ k: 1, v: "a" }, { k: 1, v: "b" }, { k: 2, v: "c" }], (x) => x.k).map((x) => x.v) //=> ["b", "c"]
const deepMerge = (a, b) => Object.entries(b).reduce((out, [k, v]) => ({ ...out, [k]: v && typeof v === "object" && !Array.isArray(v) ? deepMerge(out[k] ?? {}, v) : v }), a)
deepMerge({ a: { x: 1, y: 2 }, b: 1 }, { a: { y: 3, z: 4 }, c: [1] }) //=> { a: { x: 1, y: 3, z: 4 }, b: 1, c: [1] }
const get = (o, path) => path.split(".").reduce((at, key) => at?.[key], o);
[get({ a: { b: [{ c: 5 }] } }, "a.b.0.c"), get({}, "a.b.c")] //=> [5, undefined]
const diff = (a, b) => [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((k) => !Object.is(a[k], b[k])).map((k) => `${k}: ${a[k]} -> ${b[k]}`)
diff({ x: 1, y: 2 }, { x: 1, y: 3, z: 4 }) //=> ["y: 2 -> 3", "z: undefined -> 4"]
const template = (text, data) => text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (all, path) => get(data, path) ?? all)
template("Hi {{ user.name }}, {{ missing }}!", { user: { name: "Ann" } }) //=> "Hi Ann, {{ missing }}!"
const memoize = (f) => { const cache = new Map(); return (x) => cache.has(x) ? cache.get(x) : (cache.set(x, f(x)), cache.get(x)) }
let evaluations = 0
const square = memoize((x) => { evaluations++; return x * x });
[square(4), square(4), evaluations] //=> [16, 16, 1]
const debounceless = [3, 1, 2].map((n) => ({ n })).sort((a, b) => a.n - b.n)
debounceless.map((x) => x.n) //=> [1, 2, 3]
