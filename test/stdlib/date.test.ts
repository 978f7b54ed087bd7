import { expect, test } from "bun:test"
import { dateTimeString } from "../../src/stdlib/dateText.ts"
import { parseDate } from "../../src/stdlib/dateParse.ts"
import { localTime, nameAt, offsetAt, utcTime } from "../../src/stdlib/timeZone.ts"
import { shown } from "./shown.ts"
import { table } from "./table.ts"

table("Date", [
  [shown("new Date(0).toString()"), '"Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)"'],
  [
    shown('new Date(0).toDateString()+"|"+new Date(0).toTimeString()+"|"+new Date(0).toUTCString()'),
    '"Thu Jan 01 1970|00:00:00 GMT+0000 (Coordinated Universal Time)|Thu, 01 Jan 1970 00:00:00 GMT"',
  ],
  [
    shown("new Date(NaN).toString()+new Date(NaN).toDateString()+new Date(NaN).toUTCString()"),
    '"Invalid DateInvalid DateInvalid Date"',
  ],
  [shown("new Date(NaN).toISOString()"), "!RangeError: Invalid time value"],
  [shown("new Date(2020,1,30,25,61,61,1001).toISOString()"), '"2020-03-02T02:02:02.001Z"'],
  [shown("new Date(99,0).getFullYear()"), "1999"],
  [shown("new Date(2020).getTime()"), "2020"],
  [shown('new Date("2020-01-02T03:04:05.678+02:00").toISOString()'), '"2020-01-02T01:04:05.678Z"'],
  [shown("new Date(new Date(5)).getTime()"), "5"],
  [shown("new Date(undefined).getTime()"), '"NaN"'],
  [shown("new Date(null).getTime()"), "0"],
  [shown('new Date("1").getTime()'), "978307200000"],
  [shown("new Date(8.64e15+1).getTime()"), '"NaN"'],
  [shown("new Date({valueOf(){return 5}}).getTime()"), "5"],
  [shown("new Date({[Symbol.toPrimitive](h){return h}}).getTime()"), '"NaN"'],
  [shown("new Date(2020,undefined).getTime()"), '"NaN"'],
  [shown("typeof Date()"), '"string"'],
  [shown("Date.UTC()"), '"NaN"'],
  [shown("Date.UTC(2020)"), "1577836800000"],
  [shown("Date.UTC(2020,0,1,undefined)"), '"NaN"'],
  [shown('Date.parse("Thu, 01 Jan 1970 00:00:00 GMT")'), "0"],
  [
    shown(
      '[Date.parse("Jan 2, 2020 3:04 PM"),Date.parse("2/3/2020"),Date.parse("2020-02-30"),Date.parse("2020-13-01"),Date.parse("hello 1")]',
    ),
    '[1577977440000,1580688000000,1583020800000,"NaN",978307200000]',
  ],
  [
    shown(
      "(()=>{const d=new Date(0);return [d.setFullYear(2020,1,29),d.setMonth(12),d.setDate(0),d.setHours(1,2,3,4),d.setMinutes(5,6),d.setSeconds(7),d.setMilliseconds(8),d.toISOString()]})()",
    ),
    '[1582934400000,1611878400000,1609372800000,1609376523004,1609376706004,1609376707004,1609376707008,"2020-12-31T01:05:07.008Z"]',
  ],
  [
    shown(
      "(()=>{const d=new Date(0);return [d.setUTCFullYear(2021),d.setUTCMonth(5,7),d.setUTCDate(40),d.setUTCHours(26),d.setUTCMinutes(-1),d.setUTCSeconds(90),d.setUTCMilliseconds(-5),d.toJSON()]})()",
    ),
    '[1609459200000,1623024000000,1625875200000,1625968800000,1625968740000,1625968830000,1625968829995,"2021-07-11T02:00:29.995Z"]',
  ],
  [
    shown("(()=>{const d=new Date(NaN);return [d.setMonth(1),d.setFullYear(2020),d.getTime()]})()"),
    '["NaN",1577836800000,1577836800000]',
  ],
  [shown("(()=>{const d=new Date(0);return [d.setHours(),d.getTime()]})()"), '["NaN","NaN"]'],
  [
    shown('(()=>{const d=new Date(0);return [d.setTime("7"),d.setYear(99),d.getYear(),d.setYear("x")]})()'),
    '[7,915148800007,99,"NaN"]',
  ],
  [
    shown(
      '["getDate","getDay","getFullYear","getHours","getMilliseconds","getMinutes","getMonth","getSeconds","getTimezoneOffset","getUTCDate","getUTCDay"].map(k=>new Date(1582979415500)[k]())',
    ),
    "[29,6,2020,12,500,30,1,15,0,29,6]",
  ],
  [shown("new Date(0)+1"), '"Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)1"'],
  [shown("new Date(5)-2"), "3"],
  [shown("`${new Date(0)}`"), '"Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)"'],
  [shown("+new Date(7)"), "7"],
  [shown('new Date(0)[Symbol.toPrimitive]("number")'), "0"],
  [shown('new Date(0)[Symbol.toPrimitive]("x")'), "!TypeError: Invalid hint: x"],
  [shown("Date.prototype.getTime.call({})"), "!TypeError: this is not a Date object."],
  [
    shown("Date.prototype.setTime.call({})"),
    "!TypeError: Method Date.prototype.setTime called on incompatible receiver #<Object>",
  ],
  [
    shown("Date.prototype.toString.call({})"),
    "!TypeError: Method Date.prototype.toString called on incompatible receiver #<Object>",
  ],
  [shown("Date.prototype.toJSON.call({})"), "!TypeError: toISOString is not a function"],
  [
    shown("JSON.stringify({d:new Date(0),n:new Date(NaN)})"),
    '"{\\"d\\":\\"1970-01-01T00:00:00.000Z\\",\\"n\\":null}"',
  ],
  [shown("Date.prototype.toGMTString===Date.prototype.toUTCString"), "true"],
  [
    shown(
      "[Date.length,Date.name,Date.prototype.setHours.length,Date.prototype.setUTCFullYear.length,Date.UTC.length]",
    ),
    '[7,"Date",4,3,7]',
  ],
  [shown("new Date(-62198755200000).toUTCString()"), '"Fri, 01 Jan -0001 00:00:00 GMT"'],
  [shown("new Date(-1e15).toString()"), '"Tue Apr 05 -29719 22:13:20 GMT+0000 (Coordinated Universal Time)"'],
  [
    shown(
      "(()=>{class D extends Date{x(){return this.getTime()}};return [new D(5).x(),new D(5) instanceof Date,Object.prototype.toString.call(new D)]})()",
    ),
    '[5,true,"[object Date]"]',
  ],
  [shown("[new Date(2020,5,1),new Date(2019,5,1)].sort((a,b)=>a-b).map(d=>d.getFullYear())"), "[2019,2020]"],
  [shown("new Date(2020,0,31).getTime()<new Date(2020,1,1).getTime()"), "true"],
  [
    shown(
      '(()=>{const d=new Date(0);let log="";d.setHours({valueOf(){log+="h";d.setTime(1e12);return 1}},{valueOf(){log+="m";return 2}});return [log,d.getTime()]})()',
    ),
    '["hm",3720000]',
  ],
])

const hour = 3_600_000
const berlin = "Europe/Berlin"

test("the offset of a zone changes at the second of its transition", () => {
  const spring = Date.UTC(2021, 2, 28, 1)
  expect(offsetAt(berlin, spring - 1)).toBe(hour)
  expect(offsetAt(berlin, spring)).toBe(2 * hour)
  expect(localTime(berlin, spring)).toBe(spring + 2 * hour)
  expect(offsetAt(berlin, Date.UTC(1893, 2, 31, 23, 6, 31))).toBe(3_208_000)
  expect(offsetAt(berlin, Date.UTC(1893, 2, 31, 23, 6, 32))).toBe(hour)
})

test("a skipped local time counts by the offset before, a repeated one is the first", () => {
  expect(utcTime(berlin, Date.UTC(2021, 2, 28, 2, 30))).toBe(Date.UTC(2021, 2, 28, 1, 30))
  expect(utcTime(berlin, Date.UTC(2021, 9, 31, 2, 30))).toBe(Date.UTC(2021, 9, 31, 0, 30))
})

test("zones by offset", () => {
  expect(offsetAt("+05:30", 0)).toBe(5.5 * hour)
  expect(dateTimeString("-0330", 0)).toBe("Wed Dec 31 1969 20:30:00 GMT-0330 (-0330)")
})

test("texts of a zone", () => {
  expect(dateTimeString(berlin, 1_600_000_000_000)).toBe(
    "Sun Sep 13 2020 14:26:40 GMT+0200 (Central European Summer Time)",
  )
  expect(nameAt("America/New_York", 1_580_000_000_000)).toBe("Eastern Standard Time")
  expect(nameAt(berlin, -1e13)).toBe("Central European Standard Time")
})

const texts: ReadonlyArray<readonly [text: string, utc: string | null, isLocal: boolean]> = [
  ["2020", "2020-01-01T00:00:00.000Z", false],
  ["2020-01", "2020-01-01T00:00:00.000Z", false],
  ["2020-01-02", "2020-01-02T00:00:00.000Z", false],
  ["2020-01-02T03", null, false],
  ["2020-01-02T03:04", "2020-01-02T03:04:00.000Z", true],
  ["2020-01-02T03:04Z", "2020-01-02T03:04:00.000Z", false],
  ["2020-01-02T03:04:05.123456Z", "2020-01-02T03:04:05.123Z", false],
  ["2020-01-02T24:00Z", "2020-01-03T00:00:00.000Z", false],
  ["2020-01-02T24:00:01Z", null, false],
  ["2020-01-02 03:04", "2020-01-02T03:04:00.000Z", true],
  ["2020-1-2", "2020-01-02T00:00:00.000Z", true],
  ["2020/1/2", "2020-01-02T00:00:00.000Z", true],
  ["1/2/2020", "2020-01-02T00:00:00.000Z", true],
  ["1/2/20", "2020-01-02T00:00:00.000Z", true],
  ["1/2/60", "1960-01-02T00:00:00.000Z", true],
  ["Jan 2, 2020 03:04 PM", "2020-01-02T15:04:00.000Z", true],
  ["Thu Jan 02 2020 03:04:05 GMT+0100 (CET)", "2020-01-02T02:04:05.000Z", false],
  ["2020-01-02T03:04:05+01:00", "2020-01-02T02:04:05.000Z", false],
  ["2020-01-02T03:04:05+0100", "2020-01-02T02:04:05.000Z", false],
  ["2020-01-02T03:04:05+01", null, false],
  ["-000001-01-01T00:00:00Z", "-000001-01-01T00:00:00.000Z", false],
  ["-000000-01-01T00:00:00Z", null, false],
  ["2020-02-30", "2020-03-01T00:00:00.000Z", false],
  ["2020-02-32", null, false],
  ["", null, false],
  ["12", "2001-12-01T00:00:00.000Z", true],
  ["13", null, false],
  ["32", "2032-01-01T00:00:00.000Z", true],
  ["100", "0100-01-01T00:00:00.000Z", true],
  ["20200102", null, false],
  ["Tue Mar 01 2022 EST", "2022-03-01T05:00:00.000Z", false],
  ["12:30", null, false],
  ["Jan 1 2020 12:30 PDT", "2020-01-01T19:30:00.000Z", false],
  ["(c) Jan 1 2020", "2020-01-01T00:00:00.000Z", true],
  ["foo 1 2020", null, false],
  ["1 foo 2020", null, false],
  ["2020-01-02 10:00 UTC+2", "2020-01-02T08:00:00.000Z", false],
  ["2020-01-02 10:00 +02:30", "2020-01-02T07:30:00.000Z", false],
  ["Sat, 01-Jan-2000 00:00:00 GMT", "2000-01-01T00:00:00.000Z", false],
  ["275760-09-13", "+275760-09-13T00:00:00.000Z", true],
  ["2020-01-02 junk", "2020-06-01T00:00:00.000Z", true],
  ["24:00 Jan 1 2020", "2020-01-02T00:00:00.000Z", true],
  ["Jan 1 2020 10:60", "2020-01-01T10:00:00.000Z", true],
  ["01/02/2020 13:00 AM", null, false],
  ["01/02/2020 12:00 AM", "2020-01-02T00:00:00.000Z", true],
  ["2020-01-02t03:04:05z", "2020-01-02T03:04:05.000Z", false],
  ["Jan 1 2020 12:30:45.5", "2020-01-01T12:30:45.500Z", true],
]

test.each(texts)("Date.parse of %p as V8 does", (text, utc, isLocal) => {
  const { time, isLocal: local } = parseDate(text)
  expect(Number.isNaN(time) ? null : new Date(time).toISOString()).toBe(utc)
  if (utc !== null) expect(local).toBe(isLocal)
})
