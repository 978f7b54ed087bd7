import { expect, test } from "bun:test"
import { evaluate } from "./evaluate.ts"
import { shown } from "./shown.ts"
import { table } from "./table.ts"

table("Intl", [
  [
    shown('new Intl.NumberFormat("de-DE", {style:"currency", currency:"EUR"}).format(1234567.891)'),
    '"1.234.567,89\u00a0\u20ac"',
  ],
  [shown('new Intl.NumberFormat("en-US", {notation:"compact"}).format(1234567)'), '"1.2M"'],
  [shown("new Intl.NumberFormat().format(12345678901234567890n)"), '"12,345,678,901,234,567,890"'],
  [
    shown('[1,2.5,1e21].map(new Intl.NumberFormat("fr").format)'),
    '["1","2,5","1\u202f000\u202f000\u202f000\u202f000\u202f000\u202f000\u202f000"]',
  ],
  [shown("(1234.5).toLocaleString()"), '"1,234.5"'],
  [shown('(1234.5).toLocaleString("de")'), '"1.234,5"'],
  [shown('(0.256).toLocaleString("en-US",{style:"percent",maximumFractionDigits:1})'), '"25.6%"'],
  [shown('123456789n.toLocaleString("de-DE")'), '"123.456.789"'],
  [shown("[1234.5, new Date(0)].toLocaleString()"), '"1,234.5,1/1/1970, 12:00:00 AM"'],
  [shown("new Date(0).toLocaleString()"), '"1/1/1970, 12:00:00 AM"'],
  [shown("new Date(0).toLocaleDateString()"), '"1/1/1970"'],
  [shown("new Date(0).toLocaleTimeString()"), '"12:00:00 AM"'],
  [
    shown(
      'new Date(0).toLocaleDateString("de-DE",{weekday:"long",year:"numeric",month:"long",day:"numeric"})',
    ),
    '"Donnerstag, 1. Januar 1970"',
  ],
  [
    shown(
      'new Date(0).toLocaleTimeString("en-GB",{hour:"2-digit",minute:"2-digit",timeZone:"America/New_York"})',
    ),
    '"19:00"',
  ],
  [
    shown('new Date(0).toLocaleString("en-US",{dateStyle:"medium",timeStyle:"short"})'),
    '"Jan 1, 1970, 12:00 AM"',
  ],
  [
    shown('new Date(0).toLocaleDateString("en-US",{timeStyle:"short"})'),
    "!TypeError: Invalid option : timeStyle",
  ],
  [shown("new Date(NaN).toLocaleString()"), '"Invalid Date"'],
  [shown('new Intl.DateTimeFormat("en-US",{month:"short"}).format(new Date(0))'), '"Jan"'],
  [
    shown('new Intl.DateTimeFormat("en-US").formatToParts(0)'),
    '[{"type":"month","value":"1"},{"type":"literal","value":"/"},{"type":"day","value":"1"},{"type":"literal","value":"/"},{"type":"year","value":"1970"}]',
  ],
  [shown('new Intl.DateTimeFormat("en-US").format(NaN)'), "!RangeError: Invalid time value"],
  [shown("new Intl.DateTimeFormat().resolvedOptions().timeZone"), '"UTC"'],
  [shown("new Intl.DateTimeFormat().resolvedOptions().locale"), '"en-US"'],
  [shown('new Intl.PluralRules("en",{type:"ordinal"}).select(22)'), '"two"'],
  [shown('new Intl.RelativeTimeFormat("en",{numeric:"auto"}).format(-1,"day")'), '"yesterday"'],
  [shown('new Intl.RelativeTimeFormat("en").format(3,"month")'), '"in 3 months"'],
  [
    shown('new Intl.RelativeTimeFormat("en").formatToParts(3,"month")'),
    '[{"type":"literal","value":"in "},{"type":"integer","value":"3","unit":"month"},{"type":"literal","value":" months"}]',
  ],
  [shown('new Intl.ListFormat("en",{type:"disjunction"}).format(["a","b","c"])'), '"a, b, or c"'],
  [shown('new Intl.ListFormat("en").format(new Set(["a","b"]))'), '"a and b"'],
  [
    shown('new Intl.ListFormat("en").formatToParts(["a","b"])'),
    '[{"type":"element","value":"a"},{"type":"literal","value":" and "},{"type":"element","value":"b"}]',
  ],
  [shown('new Intl.DisplayNames("en",{type:"region"}).of("DE")'), '"Germany"'],
  [shown('["b","a","\u00e4","A"].sort(new Intl.Collator("de").compare)'), '["a","A","\u00e4","b"]'],
  [shown('["10","9","2"].sort(new Intl.Collator("en",{numeric:true}).compare)'), '["2","9","10"]'],
  [
    shown('Array.from(new Intl.Segmenter("en",{granularity:"word"}).segment("Hi there!"))'),
    '[{"segment":"Hi","index":0,"input":"Hi there!","isWordLike":true},{"segment":" ","index":2,"input":"Hi there!","isWordLike":false},{"segment":"there","index":3,"input":"Hi there!","isWordLike":true},{"segment":"!","index":8,"input":"Hi there!","isWordLike":false}]',
  ],
  [shown('new Intl.Segmenter().segment("abc").containing(1)'), '{"segment":"b","index":1,"input":"abc"}'],
  [
    shown(
      '[..."x"].length && [...new Intl.Segmenter("en",{granularity:"grapheme"}).segment("\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67a")].map(s=>s.segment)',
    ),
    '["\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67","a"]',
  ],
  [shown('Intl.getCanonicalLocales(["EN-us","de"])'), '["en-US","de"]'],
  [shown('Intl.getCanonicalLocales("EN-us")'), '["en-US"]'],
  [shown('Intl.NumberFormat.supportedLocalesOf(["en","tlh"])'), '["en"]'],
  [shown("Intl.PluralRules()"), "!TypeError: Constructor Intl.PluralRules requires 'new'"],
  [shown('Intl.NumberFormat("en").format(1)'), '"1"'],
  [shown("Object.prototype.toString.call(new Intl.NumberFormat())"), '"[object Intl.NumberFormat]"'],
  [shown("Intl.NumberFormat.name + Intl.NumberFormat.length + Intl.DisplayNames.length"), '"NumberFormat02"'],
  [shown('new Intl.Locale("en-Latn-US-u-ca-buddhist").calendar'), '"buddhist"'],
  [shown('new Intl.Locale("zh").maximize().toString()'), '"zh-Hans-CN"'],
  [shown('new Intl.Locale("en",{region:"GB"}).baseName'), '"en-GB"'],
  [shown('new Intl.NumberFormat(new Intl.Locale("de")).format(1.5)'), '"1,5"'],
  [shown("String(Intl)"), '"[object Intl]"'],
  [shown('Intl.supportedValuesOf("unit").includes("meter")'), "true"],
  [shown('new Intl.NumberFormat("en",{style:"unit",unit:"kilometer-per-hour"}).format(50)'), '"50 km/h"'],
  [
    shown('new Intl.NumberFormat("en-US",{style:"currency",currency:"USD"}).formatToParts(-12.5)'),
    '[{"type":"minusSign","value":"-"},{"type":"currency","value":"$"},{"type":"integer","value":"12"},{"type":"decimal","value":"."},{"type":"fraction","value":"50"}]',
  ],
])

test.each([
  "new Intl.NumberFormat('xx-invalid-locale-zzzzzzzzzz')",
  "new Intl.DateTimeFormat('en', { timeZone: 'Nowhere/X' })",
  "new Intl.NumberFormat('en', { minimumFractionDigits: 200 })",
  "new Intl.RelativeTimeFormat('en').format(3, 'foo')",
])("%s is the program's RangeError", (expression) => {
  expect(evaluate(`return ${expression}`, 1_000_000)).toMatch(/^RangeError: /)
})

table("Intl's defaults are the run's", [
  ["new Intl.DateTimeFormat().resolvedOptions().timeZone", "UTC"],
  ["new Intl.NumberFormat().resolvedOptions().locale", "en-US"],
  [
    "new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short' }).format().length > 10",
    "true",
  ],
])

table("Intl reads options in order, by program code", [
  [
    `(() => {
      const log = []
      const options = new Proxy({ style: "unit", unit: { toString: () => (log.push("text"), "meter") } },
        { get: (target, key) => (log.push(key), target[key]) })
      return new Intl.NumberFormat(["en"], options).format(5) + " " + log.slice(0, 9).join()
    })()`,
    "5 m localeMatcher,numberingSystem,style,currency,currencyDisplay,currencySign,unit,text,unitDisplay",
  ],
  ["Object.prototype.toString.call(Intl.NumberFormat.prototype)", "[object Intl.NumberFormat]"],
  [
    "Intl.NumberFormat.prototype.resolvedOptions.call({})",
    "!TypeError: Method Intl.NumberFormat.prototype.resolvedOptions called on incompatible receiver #<Object>",
  ],
])
