import { table } from "./table.ts"

table("structuredClone", [
  ["(a => { a.self = a; const c = structuredClone(a); return c !== a && c.self === c })({})", "true"],
  ["(a => { const c = structuredClone([a, a]); return c[0] === c[1] && c[0] !== a })({})", "true"],
  [
    "(c => c.size + [...c.keys()][0].k + [...c.values()][0].size)(structuredClone(new Map([[{ k: 'x' }, new Set([1, 2])]])))",
    "1x2",
  ],
  [
    "(c => c instanceof TypeError && c.message + c.cause.x)(structuredClone(new TypeError('bad', { cause: { x: 1 } })))",
    "bad1",
  ],
  ["(c => c.length + ' ' + (1 in c))(structuredClone([1, , 3]))", "3 false"],
  ["structuredClone(new (class P { x = 1 })()).constructor === Object", "true"],
  ["structuredClone({ get a() { return 7 } }).a", "7"],
  [
    "(b => { const c = structuredClone(b); return c.length + ' ' + (c.buffer === b.buffer) })(new Uint8Array(4))",
    "4 false",
  ],
  [
    "(b => { const c = structuredClone(b, { transfer: [b] }); return b.byteLength + ' ' + c.byteLength })(new ArrayBuffer(8))",
    "0 8",
  ],
  ["structuredClone(() => 1)", "!DataCloneError: () => 1 could not be cloned."],
  ["structuredClone({ a: Symbol('q') })", "!DataCloneError: Symbol(q) could not be cloned."],
  ["structuredClone(Promise.resolve())", "!DataCloneError: #<Promise> could not be cloned."],
  ["structuredClone(new Proxy({}, {}))", "!DataCloneError: #<Object> could not be cloned."],
])
