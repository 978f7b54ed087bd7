import { table } from "./table.ts"

table("parse", [
  [
    'JSON.stringify(JSON.parse(\'{"a":[1,2.5e3,-0,true,null,"x\\\\u0041\\\\n"],"b":{}}\'))',
    '{"a":[1,2500,0,true,null,"xA\\n"],"b":{}}',
  ],
  ["JSON.parse('{\"__proto__\":1}').__proto__ + Object.keys(JSON.parse('{\"__proto__\":1}')).length", "2"],
  ['JSON.stringify(JSON.parse(\'{"b":1,"2":2,"1":3,"b":4}\'))', '{"1":3,"2":2,"b":4}'],
  ["JSON.parse('')", "!SyntaxError: Unexpected end of JSON input"],
  ["JSON.parse('{')", "!SyntaxError: Expected property name or '}' in JSON at position 1"],
  ["JSON.parse('{\"a\":1,}')", "!SyntaxError: Expected double-quoted property name in JSON at position 7"],
  ["JSON.parse('{\"a\" 1}')", "!SyntaxError: Expected ':' after property name in JSON at position 5"],
  ["JSON.parse('[1 2]')", "!SyntaxError: Expected ',' or ']' after array element in JSON at position 3"],
  [
    'JSON.parse(\'{"a":1 "b"\')',
    "!SyntaxError: Expected ',' or '}' after property value in JSON at position 7",
  ],
  ["JSON.parse('[1,]')", "!SyntaxError: Unexpected token ']', \"[1,]\" is not valid JSON"],
  ["JSON.parse('1 2')", "!SyntaxError: Unexpected non-whitespace character after JSON at position 2"],
  ["JSON.parse('\"abc')", "!SyntaxError: Unterminated string in JSON at position 4"],
  ["JSON.parse('\"a\\nb\"')", "!SyntaxError: Bad control character in string literal in JSON at position 2"],
  ["JSON.parse('\"\\\\x\"')", "!SyntaxError: Bad escaped character in JSON at position 2"],
  ["JSON.parse('\"\\\\u12\"')", "!SyntaxError: Bad Unicode escape in JSON at position 5"],
  ["JSON.parse('01')", "!SyntaxError: Unexpected number in JSON at position 1"],
  ["JSON.parse('-')", "!SyntaxError: No number after minus sign in JSON at position 1"],
  ["JSON.parse('1.')", "!SyntaxError: Unterminated fractional number in JSON at position 2"],
  ["JSON.parse('1e')", "!SyntaxError: Exponent part is missing a number in JSON at position 2"],
  ["JSON.parse('trux')", "!SyntaxError: Unexpected token 'x', \"trux\" is not valid JSON"],
  ["JSON.parse(undefined)", '!SyntaxError: "undefined" is not valid JSON'],
  [
    "JSON.parse({})",
    '!SyntaxError: "[object Object]" is not valid JSON. It is an object already: use it without JSON.parse.',
  ],
  [
    "JSON.parse('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,x,21,22,23,24,25,26,27,28,29,30,31]')",
    "!SyntaxError: Unexpected token 'x', ...\",18,19,20,x,21,22,23\"... is not valid JSON",
  ],
  [
    String.raw`JSON.parse('[{"a\\"b":1},{"a"b":1}]')`,
    "!SyntaxError: Expected ':' after property name in JSON at position 16",
  ],
  [
    String.raw`JSON.stringify(JSON.parse('[{"a":1,"b":2},{"a" :3,"b":4,"a":5},{"a":6,"c":7}]'))`,
    '[{"a":1,"b":2},{"a":5,"b":4},{"a":6,"c":7}]',
  ],
  ["JSON.parse('[' + '[1],'.repeat(3000) + '1]').length", "3001"],
  [
    "(d => { let n = 0; for (let v = JSON.parse('['.repeat(d) + ']'.repeat(d)); v.length; v = v[0]) n++; return n })(20000)",
    "19999",
  ],
])

table("revivers", [
  [
    "JSON.stringify(JSON.parse('{\"a\":1,\"b\":[2,3]}', (k, v) => typeof v === 'number' ? v * 10 : v))",
    '{"a":10,"b":[20,30]}',
  ],
  ["JSON.stringify(JSON.parse('[1,2,3]', (k, v) => v === 2 ? undefined : v))", "[1,null,3]"],
  [
    "String(JSON.parse('{\"id\":12345678901234567890}', (k, v, { source }) => k === 'id' ? BigInt(source) : v).id)",
    "12345678901234567890",
  ],
  [
    "JSON.stringify(JSON.parse('[1.0,{\"a\":-0}]', (k, v, context) => typeof v === 'number' ? context.source : v))",
    '["1.0",{"a":"-0"}]',
  ],
])

table("stringify", [
  [
    "JSON.stringify({ a: undefined, b: () => 1, c: Symbol('x'), d: [undefined, () => 1], e: NaN, f: null, g: 1 === 2 })",
    '{"d":[null,null],"e":null,"f":null,"g":false}',
  ],
  ["JSON.stringify(undefined) + JSON.stringify(() => 1)", "NaN"],
  [
    "JSON.stringify({ a: [1, { b: 2 }], c: [], d: {} }, null, 2)",
    '{\n  "a": [\n    1,\n    {\n      "b": 2\n    }\n  ],\n  "c": [],\n  "d": {}\n}',
  ],
  ["JSON.stringify([1], null, '--------------')", "[\n----------1\n]"],
  ["JSON.stringify({ a: 1, b: { a: 2, c: 3 } }, ['a', 'b'])", '{"a":1,"b":{"a":2}}'],
  ["JSON.stringify({ a: 1, b: 'x' }, (k, v) => typeof v === 'number' ? v + 1 : v)", '{"a":2,"b":"x"}'],
  ["JSON.stringify({ toJSON: k => 'json' + k })", '"json"'],
  ["JSON.stringify({ x: { toJSON: k => 'json' + k } })", '{"x":"jsonx"}'],
  ["JSON.stringify({ get a() { return 5 } })", '{"a":5}'],
  ["JSON.stringify([Object(1), Object('s'), Object(false)])", '[1,"s",false]'],
  ["JSON.stringify({ 2: 'b', 1: 'a', x: 'c' })", '{"1":"a","2":"b","x":"c"}'],
  ["JSON.stringify(new Proxy([1, 2], {})) + JSON.stringify(new Proxy({ a: 1 }, {}))", '[1,2]{"a":1}'],
  ["JSON.stringify('\\ud800\\u2028\"')", '"\\ud800\u2028\\""'],
  ["JSON.stringify({ a: 1n })", "!TypeError: Do not know how to serialize a BigInt"],
  [
    "(a => { a.a = a; return JSON.stringify(a) })({})",
    "!TypeError: Converting circular structure to JSON\n    --> starting at object with constructor 'Object'\n    --- property 'a' closes the circle",
  ],
  [
    "(a => { a.b.c[0].e.d = a; return JSON.stringify(a) })({ b: { c: [{ e: {} }] } })",
    "!TypeError: Converting circular structure to JSON\n    --> starting at object with constructor 'Object'\n    |     property 'b' -> object with constructor 'Object'\n    |     property 'c' -> object with constructor 'Array'\n    |     ...\n    |     property 'e' -> object with constructor 'Object'\n    --- property 'd' closes the circle",
  ],
  [
    "(d => { let v = []; for (let i = 0; i < d; i++) v = [v]; return JSON.stringify(v).length })(20000)",
    "40002",
  ],
  [
    "(t => JSON.stringify([t, { t }]).length + ' ' + (JSON.parse(JSON.stringify({ t })).t === t))('a\\n😀'.repeat(100001))",
    "1000023 true",
  ],
  ["JSON.stringify({ n: JSON.rawJSON('1e1000') })", '{"n":1e1000}'],
  ["JSON.isRawJSON(JSON.rawJSON('1')) && !JSON.isRawJSON({})", "true"],
  ["JSON.rawJSON('{}')", "!SyntaxError: Invalid value for JSON.rawJSON"],
])
