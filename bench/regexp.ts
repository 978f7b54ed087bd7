/**
 * All matches of realistic patterns in 100 KB: by the host's engine in its loop of `exec`, by the engine that we choose, and
 * by our matcher alone. Wanted: where the host's is chosen within 3 times, else within 20, and twice the text twice the time.
 * Run: npx bun bench/regexp.ts, or bundled: npx bun build bench/regexp.ts --target=node --outfile=/tmp/regexp.mjs && node /tmp/regexp.mjs
 */
import { findByHost, hostDecision, type Payer } from "../src/regexp/byHost.ts"
import { type CompiledPattern, compilePattern, foundBy, match, startMatch } from "../src/regexp/pattern.ts"
import type { MatchState, Meter } from "../src/regexp/state.ts"

const CASES: ReadonlyArray<readonly [name: string, source: string, line: (i: number) => string]> = [
  [
    "emails",
    "[\\w.+-]+@[\\w-]+\\.[\\w.-]+",
    (i) => `Contact user.${i}@mail-${i % 7}.example.com or call us at work. `,
  ],
  [
    "dates",
    "(\\d{4})-(\\d{2})-(\\d{2})",
    (i) => `On 2024-0${(i % 9) + 1}-1${i % 9} the build ${i} was made by hand. `,
  ],
  ["csv fields", '("(?:[^"]|"")*"|[^,"\\n]*)(,|\\n|$)', (i) => `${i},"Smith, ""Jo""",plain text,3.5,,last\n`],
  [
    "log lines",
    "^(\\S+) \\[([^\\]]+)\\] (GET|POST) (\\S+) (\\d{3})$",
    (i) => `10.0.0.${i % 255} [12/Mar/2024:10:00:0${i % 9}] GET /items/${i}?q=a 200\n`,
  ],
  [
    "urls",
    "https?:\\/\\/[^\\s/$.?#][^\\s]*",
    (i) => `See https://example.com/path/${i}?a=b#c for more about this topic. `,
  ],
  [
    "markdown links",
    "\\[([^\\]]+)\\]\\(([^)\\s]+)\\)",
    (i) => `Read [the docs ${i}](https://docs.example.com/p${i}) and then go on reading. `,
  ],
  ["trimming", "^\\s+|\\s+$", (i) => `   an indented line ${i} with trailing blanks   \n`],
  ["words", "\\b\\w+\\b", (i) => `The quick brown fox ${i} jumps over the lazy dog. `],
  [
    "numbers",
    "-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?",
    (i) => `value ${i}.25 and -${i}e10 were read from the sensor. `,
  ],
  ["tags", "<\\/?([a-zA-Z][a-zA-Z0-9]*)\\b[^>]*>", (i) => `<div class="c${i}"><b>text</b> more of it</div> `],
]

const flagsOf = (name: string): string => (name === "log lines" || name === "trimming" ? "gm" : "g")

const textOf = (line: (i: number) => string): string => {
  let text = ""
  for (let i = 0; text.length < 100_000; i++) text += line(i)
  return text
}

const meter: Meter = { charge: () => true, chargeBytes: () => true }
const payer: Payer = { charge: () => true, regExpEngines: { hostAllowed: true, host: 0, own: 0 } }

const countOwn = (pattern: CompiledPattern, text: string): number => {
  let count = 0
  let state: MatchState | null = null
  for (let lastIndex = 0; lastIndex <= text.length;) {
    state = startMatch(pattern, text, lastIndex, false, state)
    if (match(pattern, text, state, meter) !== true) break
    const { start, end } = foundBy(pattern, state)
    count++
    lastIndex = end === start ? end + 1 : end
  }
  return count
}

/** What the host's engine is let do, else ours. */
const countChosen = (pattern: CompiledPattern, text: string): number => {
  let count = 0
  for (let lastIndex = 0; lastIndex <= text.length;) {
    const found = findByHost(pattern, text, lastIndex, false, payer)
    if (found === undefined) return countOwn(pattern, text)
    if (found === null) break
    count++
    lastIndex = found.end === found.start ? found.end + 1 : found.end
  }
  return count
}

/** The same with the host's own match arrays. */
const countHost = (pattern: RegExp, text: string): number => {
  let count = 0
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    count++
    if (found[0] === "") pattern.lastIndex++
  }
  return count
}

/** Milliseconds of processor time, so that other processes do not count. */
const median = (run: () => number): number => {
  const times: number[] = []
  for (let i = 0; i < 10; i++) run()
  for (let i = 0; i < 21; i++) {
    const begin = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(begin)
    times.push((user + system) / 1000)
  }
  return times.sort((a, b) => a - b)[10]!
}

const columns = (cells: ReadonlyArray<string | number>): string =>
  cells.map((cell) => String(cell).padStart(13)).join("")

const ratio = (a: number, b: number): string => (a / b).toFixed(1)

console.log(columns(["pattern", "matches", "chosen", "host ms", "chosen/host", "own/host", "own, 2x text"]))
for (const [name, source, line] of CASES) {
  const flags = flagsOf(name)
  const text = textOf(line)
  const pattern = compilePattern(source, flags)
  const hostPattern = new RegExp(source, flags)
  const counts = [countHost(hostPattern, text), countChosen(pattern, text), countOwn(pattern, text)]
  if (new Set(counts).size !== 1) throw new Error(`${name}: engines disagree: ${counts.join()}`)
  const host = median(() => countHost(hostPattern, text))
  const chosen = median(() => countChosen(pattern, text))
  const own = median(() => countOwn(pattern, text))
  const twice = text + text
  const doubled = median(() => countOwn(pattern, twice))
  console.log(
    columns([
      name,
      counts[0]!,
      hostDecision(pattern, text.length),
      host.toFixed(2),
      ratio(chosen, host),
      ratio(own, host),
      ratio(doubled, own),
    ]),
  )
}
