import { expect, test } from "bun:test"
import { runProgram } from "../harness.ts"
import { evaluate } from "./evaluate.ts"
import { shown } from "./shown.ts"
import { table } from "./table.ts"

table("regular expressions", [
  [shown('/a(b)?(c)/.exec("xac")'), '["ac","undefined","c"]'],
  [
    shown(
      '(()=>{const m=/(?<y>\\d+)-(?<m>\\d+)/d.exec("in 2020-12");return [m.index,m.input,m.groups,m.indices,m.indices.groups,Object.keys(m)]})()',
    ),
    '[3,"in 2020-12",{"y":"2020","m":"12"},[[3,10],[3,7],[8,10]],{"y":[3,7],"m":[8,10]},["0","1","2","index","input","groups","indices"]]',
  ],
  [shown('Object.getPrototypeOf(/(?<a>.)/.exec("x").groups)'), "null"],
  [
    shown(
      '(()=>{const r=/o/g;return [r.test("foo"),r.lastIndex,r.test("foo"),r.lastIndex,r.test("foo"),r.lastIndex]})()',
    ),
    "[true,2,true,3,false,0]",
  ],
  [
    shown(
      '(()=>{const r=/foo/y;r.lastIndex=3;return [r.test("barfoo"),r.lastIndex,r.test("barfoo"),r.lastIndex]})()',
    ),
    "[true,6,false,0]",
  ],
  [shown('(()=>{const r=/a/;r.lastIndex=5;return [r.test("a"),r.lastIndex]})()'), "[true,5]"],
  [
    shown('(()=>{const r=/a/g;r.lastIndex={valueOf(){return 1}};return [r.exec("aa").index,r.lastIndex]})()'),
    "[1,2]",
  ],
  [shown('"aBc".match(/b/i)'), '["B"]'],
  [shown('"a1b22".match(/\\d+/g)'), '["1","22"]'],
  [shown('"abc".match(/x/g)'), "null"],
  [shown('"abc".match(/x/)'), "null"],
  [shown('"aaa".match(/a*?/g)'), '["","","",""]'],
  [shown('"\ud83d\ude00x".match(/(?:)/gu).length'), "3"],
  [shown('"\ud83d\ude00x".match(/(?:)/g).length'), "4"],
  [
    shown('[..."a1b2".matchAll(/([a-z])(\\d)/g)].map(m=>[...m,m.index])'),
    '[["a1","a","1",0],["b2","b","2",2]]',
  ],
  [shown('[..."aa".matchAll(/(?:)/g)].length'), "3"],
  [
    shown('"aa".matchAll(/a/)'),
    "!TypeError: String.prototype.matchAll called with a non-global RegExp argument",
  ],
  [shown('"x-y-z".replace(/-/g,"+")'), '"x+y+z"'],
  [shown('"x-y-z".replace(/-/,"+")'), '"x+y-z"'],
  [
    shown('"John Smith".replace(/(\\w+)\\s(\\w+)/,"$2, $1 $$ $& [$`] [$\'] $3 $10 $01 $<x>")'),
    '"Smith, John $ John Smith [] [] $3 John0 John $<x>"',
  ],
  [shown('"2020-12".replace(/(?<y>\\d+)-(?<m>\\d+)/,"$<m>/$<y>/$<z>/$<")'), '"12/2020//$<"'],
  [
    shown('"abc".replace(/(?<x>b)/,(...a)=>JSON.stringify(a))'),
    '"a[\\"b\\",\\"b\\",1,\\"abc\\",{\\"x\\":\\"b\\"}]c"',
  ],
  [shown('"aBc".replace(/[A-Z]/g,(c,i,s)=>c.toLowerCase()+i+s.length)'), '"ab13c"'],
  [shown('"aaa".replace(/a/g,(m,i)=>i===1?undefined:null)'), '"nullundefinednull"'],
  [shown('"abc".replace(/(x)?b/,"[$1]")'), '"a[]c"'],
  [shown('"abc".replaceAll(/b/g,"$&$&")'), '"abbc"'],
  [
    shown('"abc".replaceAll(/b/,"x")'),
    "!TypeError: String.prototype.replaceAll called with a non-global RegExp argument",
  ],
  [shown('"ab".replace(/(?:)/g,"-")'), '"-a-b-"'],
  [shown('"abc".search(/c/)'), "2"],
  [shown('"abc".search(/x/g)'), "-1"],
  [shown('"a1b2c".split(/\\d/)'), '["a","b","c"]'],
  [shown('"a1b2c".split(/(\\d)/)'), '["a","1","b","2","c"]'],
  [shown('"a1b2c".split(/(\\d)/,3)'), '["a","1","b"]'],
  [shown('"abc".split(/(?:)/)'), '["a","b","c"]'],
  [shown('"".split(/x/)'), '[""]'],
  [shown('"".split(/(?:)/)'), "[]"],
  [
    shown('"A<B>bold</B>and<CODE>coded</CODE>".split(/<(\\/)?([^<>]+)>/)'),
    '["A","undefined","B","bold","/","B","and","undefined","CODE","coded","/","CODE",""]',
  ],
  [shown('"test".split(/(?=s)/)'), '["te","st"]'],
  [shown('"\ud83d\ude00b".split(/(?:)/u)'), '["\ud83d\ude00","b"]'],
  [shown("String(/a\\/b/)"), '"/a\\\\/b/"'],
  [shown('String(new RegExp("/"))'), '"/\\\\//"'],
  [shown('String(new RegExp("\\n"))'), '"/\\\\n/"'],
  [shown('String(RegExp(""))'), '"/(?:)/"'],
  [shown('new RegExp("a","gimsuyd").flags'), '"dgimsuy"'],
  [shown('new RegExp(/x/g,"i").flags'), '"i"'],
  [shown("RegExp(/x/g).flags"), '"g"'],
  [shown("(()=>{const r=/x/;return RegExp(r)===r && new RegExp(r)!==r})()"), "true"],
  [shown('new RegExp("a","gg")'), "!SyntaxError: Invalid flags supplied to RegExp constructor 'gg'"],
  [shown('new RegExp("(")'), "!SyntaxError: Invalid regular expression: /(/: Unterminated group"],
  [shown('new RegExp("[")'), "!SyntaxError: Invalid regular expression: /[/: Unterminated character class"],
  [shown('new RegExp("*")'), "!SyntaxError: Invalid regular expression: /*/: Nothing to repeat"],
  [shown('new RegExp("\\\\","")'), "!SyntaxError: Invalid regular expression: /\\/: \\ at end of pattern"],
  [
    shown('new RegExp("(?<a>x)(?<a>y)")'),
    "!SyntaxError: Invalid regular expression: /(?<a>x)(?<a>y)/: Duplicate capture group name",
  ],
  [shown('new RegExp("a","uv")'), "!SyntaxError: Invalid flags supplied to RegExp constructor 'uv'"],
  [shown("RegExp.prototype.source+RegExp.prototype.flags+RegExp.prototype.global"), '"(?:)undefined"'],
  [
    shown('Object.getOwnPropertyDescriptor(RegExp.prototype,"flags").get.call(1)'),
    "!TypeError: RegExp.prototype.flags getter called on non-object 1",
  ],
  [
    shown('Object.getOwnPropertyDescriptor(RegExp.prototype,"global").get.call({})'),
    "!TypeError: RegExp.prototype.global getter called on non-RegExp object",
  ],
  [
    shown("RegExp.prototype.exec.call({})"),
    "!TypeError: Method RegExp.prototype.exec called on incompatible receiver #<Object>",
  ],
  [
    shown("RegExp.prototype.test.call({})"),
    "!TypeError: Method RegExp.prototype.exec called on incompatible receiver #<Object>",
  ],
  [
    shown('RegExp.prototype[Symbol.match].call(1,"a")'),
    "!TypeError: Method RegExp.prototype.@@match called on incompatible receiver 1",
  ],
  [
    shown("RegExp.prototype.test.call({exec(){return 1}})"),
    "!TypeError: RegExp exec method returned something other than an Object or null",
  ],
  [
    shown('(()=>{"use strict";return Object.freeze(/a/g).exec("a")})()'),
    "!TypeError: Cannot assign to read only property 'lastIndex' of object '[object RegExp]'",
  ],
  [shown('Object.freeze(/a/).exec("a")'), '["a"]'],
  [
    shown('(()=>{const r=/a/;r.exec=()=>({0:"zz",index:1,length:1});return "abc".replace(r,"[$&]")})()'),
    '"a[zz]"',
  ],
  [
    shown(
      '(()=>{class R extends RegExp{exec(s){const m=super.exec(s);if(m)m[0]=m[0].toUpperCase();return m}};return "abab".replace(new R("a","g"),"$&!")})()',
    ),
    '"A!bA!b"',
  ],
  [
    shown(
      '(()=>{class R extends RegExp{static get [Symbol.species](){return RegExp}};return ["a,b".split(new R(",")),new R("x") instanceof R]})()',
    ),
    '[["a","b"],true]',
  ],
  [shown('(()=>{class R extends RegExp{};return [..."ab".matchAll(new R(".","g"))].length})()'), "2"],
  [shown('"abc".replace({[Symbol.replace](s,r){return s+r}},"!")'), '"abc!"'],
  [shown('"axb".split({[Symbol.split](s,l){return [s,l]}},2)'), '["axb",2]'],
  [
    shown('(()=>{const r=/a/g;r.compile("b","i");return [r.source,r.flags,r.test("B")]})()'),
    '["b","i",true]',
  ],
  [
    shown('/a/.compile(/b/,"g")'),
    "!TypeError: Cannot supply flags when constructing one RegExp from another",
  ],
  [shown("JSON.stringify(/a/)"), '"{}"'],
  [shown("Object.prototype.toString.call(/a/)"), '"[object RegExp]"'],
  [
    shown(
      '(()=>{const r=/a/g;let s="";"aaa".replace(r,()=>{s+=r.lastIndex;r.lastIndex=7;return ""});return [s,r.lastIndex]})()',
    ),
    '["077",7]',
  ],
  [shown('(()=>{const r=/a|b/g;return "abc".replace(r,m=>{r.compile("c");return m+m})})()'), '"aabbc"'],
  [shown('/(?<!a)b/.exec("ab b").index'), "3"],
  [shown('/\\p{L}+/u.exec("1\u00e92")[0]'), '"\u00e9"'],
  [shown('/^.$/su.test("\\n")'), "true"],
  [shown('/\\bfoo\\b/.test("a foo b")'), "true"],
  [shown('/(a+)+b/.test("a".repeat(28))'), "false"],
  [shown('"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".replace(/(a+)+$/,"x").length'), "31"],
  [shown('"x".repeat(1000).replace(/x/g,"$`").length'), "499500"],
  [shown('"ab".repeat(500).match(/b/g).length'), "500"],
  [shown('"ab".repeat(500).split(/b/).length'), "501"],
  [
    shown(
      '(()=>{const l=[];for(const m of "k1=v1;k2=v2".matchAll(/(?<k>\\w+)=(?<v>\\w+)/g))l.push(m.groups.k+m.groups.v);return l})()',
    ),
    '["k1v1","k2v2"]',
  ],
  [
    shown('Object.getOwnPropertyDescriptor(/a/,"lastIndex")'),
    '{"value":0,"writable":true,"enumerable":false,"configurable":false}',
  ],
  [
    shown("[RegExp.length,RegExp.name,RegExp.prototype.exec.length,RegExp.prototype[Symbol.replace].name]"),
    '[2,"RegExp",1,"[Symbol.replace]"]',
  ],
  [shown('Array.from("a-b".matchAll(/-/g))[0].input'), '"a-b"'],
  [shown('"a".matchAll(/a/g)[Symbol.toStringTag]'), '"RegExp String Iterator"'],
])

table("RegExp.escape", [
  ["RegExp.escape('a.b-c d\\n(é)')", "\\x61\\.b\\x2dc\\x20d\\n\\(é\\)"],
  ["new RegExp(RegExp.escape('^$\\\\.*+?()[]{}|/')).test('^$\\\\.*+?()[]{}|/')", "true"],
  ["RegExp.escape(1)", "!TypeError: 1 is not a string"],
])

test("a match that takes long stops and goes on, with the same result", () => {
  const source = "return /(?:a|a)*b/.test('a'.repeat(3_000))"
  const { value, stops } = runProgram(source, { quantum: 100, maxSlices: 10_000 })
  expect(value).toBe(false)
  expect(stops).toBeGreaterThan(5)
})

test("a match that never ends can be stopped", () => {
  const source = "return /(a|a)*b\\1$/.test('a'.repeat(300))"
  const { state, stops } = runProgram(source, { quantum: 1_000, maxSlices: 50 })
  expect([state, stops]).toEqual(["stopped", 51])
})

const uses = (text: string) => [
  `${text}.replace(/[ab]+/g, 'x').length`,
  `${text}.split(/,/).length`,
  `${text}.match(/b/g).length`,
]

test.each([
  ["ours", false, 5_000],
  ["the host's, of a text too long for one call", true, 50_000],
])("every method stops midway: %s", (_name, hostAllowed, count) => {
  const results = uses(`'ab,'.repeat(${count})`).map((use) =>
    runProgram(`return ${use}`, {
      quantum: 50,
      maxSlices: 200_000,
      prepare: (machine) => (machine.regExpEngines.hostAllowed = hostAllowed),
    }),
  )
  expect(results.map(({ value }) => value)).toEqual([2 * count, count + 1, count])
  for (const { stops } of results) expect(stops).toBeGreaterThan(20)
})

test("all matches are the host's at once only where there is room for the most there can be", () => {
  const matchesOfHost = (room: number) =>
    uses("'ab,'.repeat(5000)").map((use) => {
      const { machine } = runProgram(`return ${use}`, {
        prepare: ({ meter }) => (meter.threshold = meter.used + room),
      })
      return machine.regExpEngines.host
    })
  expect(matchesOfHost(2_000_000)).toEqual([1, 1, 1])
  expect(matchesOfHost(600_000)).toEqual([1, 5_000, 5_001])
})

test("a replacement that would be too long is refused", () => {
  const source = "return 'x'.repeat(2 ** 20).replace(/x/g, '$`')"
  expect(evaluate(source, 1_000_000)).toBe("RangeError: Invalid string length")
})

test("a changed method by a symbol is seen at once", () => {
  const source = `
    const ask = () => ["ab".match(/b/).index, "ab".replace(/b/, "c"), "ab".search(/b/), "ab".split(/b/).length].join()
    const out = [ask()]
    for (const name of ["match", "replace", "search", "split"]) {
      const own = RegExp.prototype[Symbol[name]]
      RegExp.prototype[Symbol[name]] = () => [name]
      out.push(ask())
      RegExp.prototype[Symbol[name]] = own
    }
    const pattern = /b/
    pattern[Symbol.replace] = () => "own"
    out.push("ab".replace(pattern, "c"), ask())
    return out.join(" ")`
  const plain = "1,ac,1,2"
  const changed = [",ac,1,2", "1,replace,1,2", "1,ac,search,2", "1,ac,1,1"].join(" ")
  expect(evaluate(source, 1_000_000)).toBe(`${plain} ${changed} own ${plain}`)
})

test("a changed exec, flag or species is seen at once", () => {
  const source = `
    const out = ["aa".replace(/a/g, "b")]
    const { exec } = RegExp.prototype
    RegExp.prototype.exec = function (text) { out.push("exec"); return exec.call(this, text) }
    out.push("aa".replace(/a/g, "b"))
    RegExp.prototype.exec = exec
    Object.defineProperty(RegExp.prototype, "global", { get() { return true } })
    out.push(/a/.flags)
    return out.join()`
  expect(evaluate(source, 1_000_000)).toBe("bb,exec,exec,exec,bb,g")
})
