// Date in UTC: construction, fields, formatting, parsing.

new Date(0).toISOString() //=> "1970-01-01T00:00:00.000Z"
new Date(2020, 1, 29).getDate() //=> 29
Date.UTC(2020, 1, 29, 12, 30, 15, 500) //=> 1582979415500
Date.UTC(2020) //=> 1577836800000
Date.UTC() //=> NaN
Date.UTC(99, 0) //=> 915148800000
new Date(Date.UTC(2020, 12, 1)).toISOString() //=> "2021-01-01T00:00:00.000Z"
new Date(Date.UTC(2020, 0, 0)).toISOString() //=> "2019-12-31T00:00:00.000Z"
new Date(Date.UTC(2019, 1, 29)).toISOString() //=> "2019-03-01T00:00:00.000Z"
new Date(8.64e15).toISOString() //=> "+275760-09-13T00:00:00.000Z"
new Date(8.64e15 + 1) //=> Date(Invalid)
new Date(8.64e15 + 1).toISOString() //! RangeError: Invalid time value
new Date(NaN).getTime() //=> NaN
new Date(undefined).getTime() //=> NaN
new Date(null).getTime() //=> 0
new Date("2020-02-30").getTime() //=> 1583020800000
new Date("x").toISOString() //! RangeError: Invalid time value
String(new Date(NaN)) //=> "Invalid Date"
new Date(NaN).toJSON() //=> null
new Date(0).toJSON() //=> "1970-01-01T00:00:00.000Z"
new Date(-1).toISOString() //=> "1969-12-31T23:59:59.999Z"
new Date(-62198755200000).toISOString() //=> "-000001-01-01T00:00:00.000Z"
new Date(253402300800000).toISOString() //=> "+010000-01-01T00:00:00.000Z"
new Date(1.9).getTime() //=> 1
new Date(true).getTime() //=> 1
new Date("2020-01-01T00:00:00Z").getTime() //=> 1577836800000
new Date("2020-01-01").getTime() //=> 1577836800000
new Date("2020-01").getTime() //=> 1577836800000
new Date("2020").getTime() //=> 1577836800000
new Date("2020-01-01T12:00+02:00").toISOString() //=> "2020-01-01T10:00:00.000Z"
new Date("2020-01-01T12:00:00.123456Z").toISOString() //=> "2020-01-01T12:00:00.123Z"
new Date("2020-01-01T24:00:00Z").toISOString() //=> "2020-01-02T00:00:00.000Z"
new Date("2020-01-01T25:00:00Z").getTime() //=> NaN
new Date("+020200-01-01T00:00:00Z").toISOString() //=> "+020200-01-01T00:00:00.000Z"
new Date("-000000-01-01T00:00:00Z").getTime() //=> NaN
Date.parse("Thu, 01 Jan 1970 00:00:00 GMT") //=> 0
Date.parse("1 January 2000 00:00:00 UTC") //=> 946684800000
Date.parse("2000/01/02 03:04:05 GMT") //=> 946782245000
Date.parse("nonsense") //=> NaN
Date.parse("") //=> NaN
new Date(new Date(5)).getTime() //=> 5
new Date("5", 0) instanceof Date //=> true
new Date({ valueOf: () => 7 }).getTime() //=> 7
new Date([2020, 1]) instanceof Date //=> true
new Date(Symbol()) //! TypeError: Cannot convert a Symbol value to a number
new Date(1n) //! TypeError: Cannot convert a BigInt value to a number
typeof Date() //=> "string"
typeof Date.now() //=> "number"
Date.length //=> 7
const d = new Date(Date.UTC(2024, 1, 29, 23, 59, 58, 999))
d.getUTCFullYear() //=> 2024
d.getUTCMonth() //=> 1
d.getUTCDate() //=> 29
d.getUTCDay() //=> 4
d.getUTCHours() //=> 23
d.getUTCMinutes() //=> 59
d.getUTCSeconds() //=> 58
d.getUTCMilliseconds() //=> 999
d.valueOf() //=> 1709251198999
d.toUTCString() //=> "Thu, 29 Feb 2024 23:59:58 GMT"
d > new Date(0) //=> true
d - new Date(d - 1000) //=> 1000
d == new Date(d) //=> false
+d === d.getTime() //=> true
JSON.stringify({ d }) //=> "{\"d\":\"2024-02-29T23:59:58.999Z\"}"
d.setUTCFullYear(2023) //=> 1677715198999
d.toISOString() //=> "2023-03-01T23:59:58.999Z"
d.setUTCMonth(0, 31)
d.setUTCMonth(1)
d.toISOString() //=> "2023-03-03T23:59:58.999Z"
d.setUTCDate(0) //=> 1677628798999
d.setUTCHours(24) //=> 1677632398999
d.setUTCMinutes(-1) //=> 1677628798999
d.setUTCSeconds(61, 5) //=> 1677628801005
d.setUTCMilliseconds() //=> NaN
d.toISOString() //! RangeError: Invalid time value
d.setTime(5) //=> 5
d.setUTCFullYear(NaN) //=> NaN
d.setUTCFullYear(2000) //=> 946684800000
d.setUTCHours(NaN) //=> NaN
d.setUTCDate(1) //=> NaN
Date.prototype.getTime.call({}) //! TypeError: this is not a Date object.
Date.prototype.toISOString.call(5) //! TypeError: Method Date.prototype.toISOString called on incompatible receiver 5
Date.prototype.toJSON.call({ toISOString: () => "custom" }) //=> "custom"
Date.prototype.toJSON.call({ valueOf: () => NaN }) //=> null
new Date(0)[Symbol.toPrimitive]("default") === String(new Date(0)) //=> true
Object.prototype.toString.call(new Date(0)) //=> "[object Date]"
Object.keys(new Date(0)) //=> []
new Date(0).constructor === Date //=> true
new Date(2020, 0).getTime() === new Date(2020, 0, 1, 0, 0, 0, 0).getTime() //=> true
new Date(0, 0).getFullYear() //=> 1900
new Date(99, 0).getFullYear() //=> 1999
new Date(100, 0).getFullYear() //=> 100
new Date(2020, 5, 15, 10).getHours() //=> 10
new Date(0).toGMTString === new Date(0).toUTCString //=> true
new Date(Date.UTC(2020, 0, 1)).getYear() //=> 120
class Day extends Date { iso() { return this.toISOString().slice(0, 10) } }
new Day(0).iso() //=> "1970-01-01"
Math.max(new Date(1), new Date(2)) //=> 2
[new Date(2), new Date(1)].sort((a, b) => a - b).map(Number) //=> [1, 2]
const addDays = (date, n) => { const r = new Date(date); r.setUTCDate(r.getUTCDate() + n); return r.toISOString().slice(0, 10) }
addDays("2024-02-28", 2) //=> "2024-03-01"
addDays("2023-12-31", 1) //=> "2024-01-01"
addDays("2024-03-01", -1) //=> "2024-02-29"

// A change of the conversions counts from then on.
const differences = [];
const early = new Date(5);
const measure = () => differences.push(new Date(9) - early, +early, early < 6, `${early > 4}`);
measure();
const { valueOf } = Date.prototype;
Date.prototype.valueOf = function () { return valueOf.call(this) * 100 };
measure();
Date.prototype.valueOf = valueOf;
measure();
delete Date.prototype[Symbol.toPrimitive];
measure();
differences //=> [4, 5, true, "true", 400, 500, false, "true", 4, 5, true, "true", 4, 5, true, "true"]

const own = new Date(5);
own.valueOf = () => 7;
[own - 1, own * new Date(3), new (class extends Date { valueOf() { return 11 } })(5) - 1, Object.setPrototypeOf(new Date(5), null) instanceof Date] //=> [6, 21, 10, false]

const moved = new Date(1);
[{ valueOf() { moved.setTime(50); return 100 } } - moved, moved - { valueOf() { moved.setTime(70); return 1 } }, moved.getTime()] //=> [50, 49, 70]

[new Date(0) + 1, `${new Date(0)}`, new Date(NaN) - 1, new Date(2) == 2, [new Date(3), new Date(1)].sort((a, b) => a - b).map(Number), Date.prototype[Symbol.toPrimitive].call(new Date(4), "number")] //=> ["Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)1", "Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)", NaN, false, [1, 3], 4]

Date.prototype[Symbol.toPrimitive].call(new Date(4), "other") //! TypeError: Invalid hint: other

["2020-02-03T04:05:06Z", "2020-02-03T04:05:06.789Z", "2020-02-03", "2020-02-03T24:00:00Z", "2020-13-03", "2020-02-03t04:05:06z", "2020-02-03T04:60:06Z"].map(Date.parse) //=> [1580702706000, 1580702706789, 1580688000000, 1580774400000, NaN, 1580702706000, NaN]
