import { expect, test } from "bun:test"
import { run } from "../../src/interpreter/machine.ts"
import { slotsOf } from "../../src/interpreter/promises.ts"
import { startProgram } from "../../src/interpreter/start.ts"
import type { Value } from "../../src/objects/value.ts"
import { compile, newMachine, runProgram } from "../harness.ts"
import { evaluate } from "./evaluate.ts"
import { shown } from "./shown.ts"
import { table } from "./table.ts"

table("platform", [
  [shown('new URL("x")'), "!TypeError: Invalid URL"],
  [
    shown('new URL("HTTP://user:pa%20ss@EXAMPLE.com:80/a/../b?x=1 2#frag").href'),
    '"http://user:pa%20ss@example.com/b?x=1%202#frag"',
  ],
  [shown('new URL("../c?d", "https://a.b/x/y").href'), '"https://a.b/c?d"'],
  [shown('JSON.stringify(new URL("http://a/?b"))'), '"\\"http://a/?b\\""'],
  [
    shown(
      '["href","origin","protocol","username","password","host","hostname","port","pathname","search","hash"].map(k=>new URL("https://u:p@h.example:8443/p/q?r=s#t")[k])',
    ),
    '["https://u:p@h.example:8443/p/q?r=s#t","https://h.example:8443","https:","u","p","h.example:8443","h.example","8443","/p/q","?r=s","#t"]',
  ],
  [
    shown(
      '(()=>{const u=new URL("http://a/");u.pathname="/x y";u.search="a=b&c";u.hash="z";u.port="99";u.host="q:1";u.protocol="https";u.username="me";return u.href})()',
    ),
    '"https://me@q:1/x%20y?a=b&c#z"',
  ],
  [
    shown(
      '(()=>{const u=new URL("http://a/?x=1");u.searchParams.append("y","2 3");u.searchParams.delete("x");return [u.href,u.search,u.searchParams===u.searchParams]})()',
    ),
    '["http://a/?y=2+3","?y=2+3",true]',
  ],
  [
    shown(
      '(()=>{const u=new URL("http://a/?x=1");const p=u.searchParams;u.search="?q=9";return [p.get("q"),p.get("x"),String(p)]})()',
    ),
    '["9",null,"q=9"]',
  ],
  [
    shown(
      '(()=>{const u=new URL("http://a/?x=1");const p=u.searchParams;u.href="http://b/?z=1";return [String(p),u.host]})()',
    ),
    '["z=1","b"]',
  ],
  [
    shown('(()=>{const u=new URL("http://a/?x=1");u.searchParams.delete("x");return u.href})()'),
    '"http://a/"',
  ],
  [shown('(()=>{const u=new URL("http://a");u.href="x"})()'), "!TypeError: Invalid URL"],
  [shown('URL.canParse("http://a")'), "true"],
  [
    shown('[URL.canParse("a"),URL.canParse("a","http://b"),URL.canParse({toString(){return "http://x"}})]'),
    "[false,true,true]",
  ],
  [shown('URL("http://a")'), "!TypeError: Class constructor URL cannot be invoked without 'new'"],
  [shown("new URL()"), '!TypeError: The "url" argument must be specified'],
  [shown('`${new URL("http://a")}`'), '"http://a/"'],
  [shown('Object.prototype.toString.call(new URL("http://a"))'), '"[object URL]"'],
  [shown('new URL({toString(){return "http://x/"}}).href'), '"http://x/"'],
  [shown('"origin" in URL.prototype'), "true"],
  [
    shown('(()=>{"use strict";const u=new URL("http://a");try{u.origin="x"}catch(e){return e.name}})()'),
    '"TypeError"',
  ],
  [shown('String(new URLSearchParams("?a=1&b=2&a=3"))'), '"a=1&b=2&a=3"'],
  [shown('new URLSearchParams("a=1&b=2&a=3").getAll("a")'), '["1","3"]'],
  [shown('new URLSearchParams({a:1,b:"x y"}).toString()'), '"a=1&b=x+y"'],
  [shown('new URLSearchParams([["a","1"],["b","2"]]).toString()'), '"a=1&b=2"'],
  [shown('new URLSearchParams(new Map([["a","1"]])).toString()'), '"a=1"'],
  [shown('new URLSearchParams(new URLSearchParams("q=1")).get("q")'), '"1"'],
  [
    shown('new URLSearchParams([["a"]])'),
    "!TypeError: Each query pair must be an iterable [name, value] tuple",
  ],
  [shown("new URLSearchParams([1])"), "!TypeError: Each query pair must be an iterable [name, value] tuple"],
  [shown("new URLSearchParams(5).toString()"), '"5="'],
  [shown("new URLSearchParams(undefined).toString()"), '""'],
  [
    shown('new URLSearchParams("a=%F0%9F%98%80+%zz&=b&c&&\u00e9=\u00fc").toString()'),
    '"a=%F0%9F%98%80+%25zz&=b&c=&%C3%A9=%C3%BC"',
  ],
  [
    shown('[...new URLSearchParams("a=%F0%9F%98%80+%zz&=b&c&&\u00e9=\u00fc")]'),
    '[["a","\ud83d\ude00 %zz"],["","b"],["c",""],["\u00e9","\u00fc"]]',
  ],
  [shown('[...new URLSearchParams("a=1&b=2").keys()]'), '["a","b"]'],
  [shown('[...new URLSearchParams("a=1&b=2").values()]'), '["1","2"]'],
  [shown('(()=>{const p=new URLSearchParams("b=1&a=2&b=0");p.sort();return String(p)})()'), '"a=2&b=1&b=0"'],
  [
    shown(
      '(()=>{const p=new URLSearchParams("b=1&a=2&b=0");p.set("b","9");p.set("c","1");return [String(p),p.size]})()',
    ),
    '["b=9&a=2&c=1",3]',
  ],
  [
    shown(
      '(()=>{const p=new URLSearchParams("b=1&a=2&b=0");return [p.has("b"),p.has("b","0"),p.has("b","7"),p.get("z")]})()',
    ),
    "[true,true,false,null]",
  ],
  [
    shown('(()=>{const p=new URLSearchParams("b=1&a=2&b=0");p.delete("b","0");return String(p)})()'),
    '"b=1&a=2"',
  ],
  [
    shown(
      '(()=>{const o=[];new URLSearchParams("a=1&b=2").forEach(function(v,k,p){o.push(v,k,this.t,String(p))},{t:1});return o})()',
    ),
    '["1","a",1,"a=1&b=2","2","b",1,"a=1&b=2"]',
  ],
  [
    shown("URLSearchParams()"),
    "!TypeError: Class constructor URLSearchParams cannot be invoked without 'new'",
  ],
  [shown('JSON.stringify(new URLSearchParams("a=b"))'), '"{}"'],
  [shown('new URLSearchParams("a").entries()[Symbol.toStringTag]'), '"URLSearchParams Iterator"'],
  [shown('Object.fromEntries(new URLSearchParams("a=1&b=2"))'), '{"a":"1","b":"2"}'],
  [shown("URLSearchParams.prototype[Symbol.iterator]===URLSearchParams.prototype.entries"), "true"],
  [shown('new URLSearchParams("\\ud800=1").toString()'), '"%EF%BF%BD=1"'],
  [shown('[...new Headers({B:"1",a:" 2 "})]'), '[["a","2"],["b","1"]]'],
  [
    shown(
      '(()=>{const h=new Headers();h.append("X","1");h.append("x","2");h.append("Set-Cookie","a");h.append("set-cookie","b");return [[...h],h.get("X"),h.get("set-cookie"),h.getSetCookie(),h.has("q"),h.get("q")]})()',
    ),
    '[[["set-cookie","a"],["set-cookie","b"],["x","1, 2"]],"1, 2","a, b",["a","b"],false,null]',
  ],
  [
    shown(
      '(()=>{const h=new Headers([["a","1"],["b","2"]]);h.set("A","9");h.delete("b");return [...h.entries()]})()',
    ),
    '[["a","9"]]',
  ],
  [shown('new Headers([["a b","c"]])'), '!TypeError: Headers.append: "a b" is an invalid header name.'],
  [shown('new Headers([["a","c\\n d"]])'), '!TypeError: Headers.append: "c\n d" is an invalid header value.'],
  [
    shown('new Headers({a:"\\u0100"})'),
    "!TypeError: Cannot convert argument to a ByteString because the character at index 0 has a value of 256 which is greater than 255.",
  ],
  [
    shown("new Headers(5)"),
    "!TypeError: Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.",
  ],
  [
    shown("new Headers(null)"),
    "!TypeError: Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.",
  ],
  [shown('new Headers().get("a b")'), '!TypeError: Headers.get: "a b" is an invalid header name.'],
  [shown('[...new Headers(new Headers({z:"1"}))]'), '[["z","1"]]'],
  [shown("Object.prototype.toString.call(new Headers)"), '"[object Headers]"'],
  [
    shown('[...new TextEncoder().encode("a\u00e9\u20ac\ud83d\ude00\\ud800x")]'),
    "[97,195,169,226,130,172,240,159,152,128,239,191,189,120]",
  ],
  [shown("new TextEncoder().encode().length"), "0"],
  [shown("new TextEncoder().encoding"), '"utf-8"'],
  [shown('new TextEncoder().encodeInto("a\u00e9\ud83d\ude00",new Uint8Array(5))'), '{"read":2,"written":3}'],
  [
    shown(
      '(()=>{const b=new Uint8Array(4);const r=new TextEncoder().encodeInto("a\u00e9\ud83d\ude00",b.subarray(1));return [r,[...b]]})()',
    ),
    '[{"read":2,"written":3},[0,97,195,169]]',
  ],
  [shown('new TextEncoder().encode("x") instanceof Uint8Array'), "true"],
  [
    shown("new TextDecoder().decode(new Uint8Array([239,187,191,97,195,169,255,240,159,152]))"),
    '"a\u00e9\ufffd\ufffd"',
  ],
  [shown('new TextDecoder("utf-8",{ignoreBOM:true}).decode(new Uint8Array([239,187,191,97])).length'), "2"],
  [shown('new TextDecoder("latin1").encoding'), '"windows-1252"'],
  [
    shown('new TextDecoder("utf-8",{fatal:true}).decode(new Uint8Array([255]))'),
    "!TypeError: The encoded data was not valid for encoding utf-8",
  ],
  [shown('new TextDecoder("xx")'), '!RangeError: The "xx" encoding is not supported'],
  [shown("TextDecoder()"), "!TypeError: Class constructor TextDecoder cannot be invoked without 'new'"],
  [shown("new TextDecoder().decode()"), '""'],
  [shown('new TextDecoder("utf-16le").decode(new Uint8Array([97,0,61,216,0,222]))'), '"a\ud83d\ude00"'],
  [shown('new TextDecoder(" UTF8 ").encoding'), '"utf-8"'],
  [
    shown(
      '(()=>{const d=new TextDecoder();return d.decode(new Uint8Array([0xf0,0x9f]),{stream:true})+"|"+d.decode(new Uint8Array([0x98,0x80,97]),{stream:true})+"|"+d.decode()})()',
    ),
    '"|\ud83d\ude00a|"',
  ],
  [
    shown(
      '(()=>{const d=new TextDecoder();return d.decode(new Uint8Array([0xf0,0x9f]),{stream:true})+"|"+d.decode()})()',
    ),
    '"|\ufffd"',
  ],
  [shown("new TextDecoder().decode(new Uint8Array([97,98,99]).buffer)"), '"abc"'],
  [shown("new TextDecoder().decode(new DataView(new Uint8Array([97,98,99]).buffer,1))"), '"bc"'],
  [shown('atob("aGk=")'), '"hi"'],
  [shown('atob("a")'), "!InvalidCharacterError: The string to be decoded is not correctly encoded."],
  [shown('atob(" YQ = = ")'), '"a"'],
  [shown('atob("****")'), "!InvalidCharacterError: The string to be decoded is not correctly encoded."],
  [shown('atob("YQ=")'), "!InvalidCharacterError: The string to be decoded is not correctly encoded."],
  [shown('atob("YQ")'), '"a"'],
  [shown('atob("")'), '""'],
  [shown('btoa("hi\\xff")'), '"aGn/"'],
  [shown('btoa("\\u0100")'), "!InvalidCharacterError: Invalid character"],
  [
    shown('(()=>{try{btoa("\\u0100")}catch(e){return [e.name,e.code,e instanceof Error]}})()'),
    '["InvalidCharacterError",5,true]',
  ],
  [shown('atob(btoa("x".repeat(100001)))==="x".repeat(100001)'), "true"],
  [
    shown(
      'new TextDecoder().decode(new TextEncoder().encode("\u00e9\ud83d\ude00a".repeat(30000)))==="\u00e9\ud83d\ude00a".repeat(30000)',
    ),
    "true",
  ],
  [
    shown("crypto.getRandomValues(new Float32Array(2))"),
    "!TypeMismatchError: The data argument must be an integer-type TypedArray",
  ],
  [
    shown("crypto.getRandomValues(new Uint8Array(70000))"),
    "!QuotaExceededError: The requested length exceeds 65,536 bytes",
  ],
])

table("WHATWG, where Node differs", [
  ["String(new URLSearchParams(null))", "null="],
  [
    "new URLSearchParams().append('x')",
    "!TypeError: Failed to execute 'append' on 'URLSearchParams': 2 arguments required, but only 1 present.",
  ],
  [
    "new Headers().get()",
    "!TypeError: Failed to execute 'get' on 'Headers': 1 argument required, but only 0 present.",
  ],
  ["Object.prototype.toString.call(crypto)", "[object Crypto]"],
  ["crypto.constructor('x')", "!TypeError: Illegal constructor"],
  ["URL.prototype.toString.call({})", "!TypeError: Illegal invocation"],
  ["new URLSearchParams().get.call(new Headers(), 'a')", "!TypeError: Illegal invocation"],
  ["Object.keys(Object.getPrototypeOf(new URL('http://a'))).join().slice(0, 20)", "href,origin,protocol"],
])

test("what is too long for one step of the host is refused", () => {
  const long = "return new URL('http://a/' + 'x'.repeat(2 ** 20)).href.length"
  expect(evaluate(long, 1_000_000)).toBe("RangeError: The URL is longer than 1048576 characters")
  const query = "return new URLSearchParams('x'.repeat(2 ** 20 + 1)).size"
  expect(evaluate(query, 1_000_000)).toBe("RangeError: The query is longer than 1048576 characters")
})

const many = "Array.from({ length: 16_384 }, (_, i) => ['n' + i, 'v'])"
test.each([
  [`new URLSearchParams([...${many}, ['a', 'b']])`, "URLSearchParams"],
  [`new URLSearchParams(${many}).append('a', 'b')`, "URLSearchParams"],
  ["new URLSearchParams('a&'.repeat(16_384))", "URLSearchParams"],
  ["new URL('https://a.b/?' + 'a&'.repeat(16_384)).searchParams", "URLSearchParams"],
  ["const u = new URL('https://a.b'); u.searchParams; u.search = 'a&'.repeat(16_384)", "URLSearchParams"],
  [`new Headers([...${many}, ['a', 'b']])`, "Headers"],
  [`new Headers(${many}).append('a', 'b')`, "Headers"],
])("more than 16,384 pairs are refused: %s", (code, of) => {
  expect(evaluate(code, 1_000_000)).toBe(`RangeError: ${of} has more than 16384 pairs`)
})

test.each(["URLSearchParams", "Headers"])("%s of many pairs are made in portions", (of) => {
  const code = `const made = new ${of}(${many}); return [...made].length`
  const { value, stops } = runProgram(code, { quantum: 500, maxSlices: 100_000 })
  expect(value).toBe(16_384)
  expect(stops).toBeGreaterThan(100)
})

test("coding of long texts stops midway", () => {
  const uses = [
    "new TextEncoder().encode('é'.repeat(1e6)).length",
    "new TextDecoder().decode(new Uint8Array(1e6)).length",
    "btoa('x'.repeat(1e6)).length",
    "atob('YWFh'.repeat(25e4)).length",
  ]
  const results = uses.map((use) => runProgram(`return ${use}`, { quantum: 50, maxSlices: 100_000 }))
  expect(results.map(({ value }) => value)).toEqual([2_000_000, 1_000_000, 1_333_336, 750_000])
  for (const { stops } of results) expect(stops).toBeGreaterThan(5)
})

/** Runs a program whose requests for random bytes get 0, 1, 2... */
function runRandom(source: string): Value {
  const machine = newMachine()
  startProgram(machine, compile(source), [])
  for (;;) {
    machine.fuel = 1_000
    const pause = run(machine)
    if (pause === "idle") return slotsOf(machine.main!).result
    if (pause !== "request") continue
    const { bytes } = machine.request as unknown as { bytes: number }
    machine.request = null
    machine.input = Uint8Array.from({ length: bytes }, (_byte, index) => index) as unknown as Value
  }
}

test("crypto asks the host for randomness", () => {
  expect(runRandom("return crypto.randomUUID()")).toBe("00010203-0405-4607-8809-0a0b0c0d0e0f")
  expect(
    runRandom("const a = new Uint16Array(2); return (crypto.getRandomValues(a) === a) + ' ' + a.join()"),
  ).toBe("true 256,770")
})
