/**
 * What a model reads before it writes a program: workflow, rules, language, limits, and the budgeted catalog.
 * Never decides what a budget is, and never names a real tool outside the catalog.
 */
import { toolExpression, type NamespaceInfo } from "../Namespace.ts"
import type { Resolved as ResolvedLimits } from "../Limits.ts"
import { selectFairly, type ResolvedDiscovery } from "./budget.ts"
import { shortened } from "./docs.ts"
import type { Entry } from "./entry.ts"
import { ShownTool } from "./shownTool.ts"

/** What the instructions are about. Entries are in alphabetical order. */
export interface InstructionsSource {
  readonly entries: ReadonlyArray<Entry>
  readonly namespaces: ReadonlyMap<string, NamespaceInfo>
  readonly discovery: ResolvedDiscovery
  readonly limits: ResolvedLimits
  /** Names of the globals that extensions add. */
  readonly globals: ReadonlyArray<string>
  readonly timeZone: string
  readonly locale: string
}

/** The instructions as Markdown, without a line break at the end. */
export function instructions(source: InstructionsSource): string {
  const groups = groupsOf(source)
  const shown = selectFairly(
    groups.map((group) => group.tools),
    source.discovery.catalogBudget,
  )
  const isComplete = shown.size === source.entries.length
  const isFolded = [...shown].some(({ entry }) =>
    fold.test(entry.folded(source.discovery.signatureBudget).text),
  )
  return [
    introduction,
    section("Workflow", workflow(isComplete)),
    section("Rules", rules(isComplete, isFolded)),
    section("Language", language(source)),
    section("Limits", limitLines(source.limits)),
    catalogSection(source, groups, shown),
  ].join("\n\n")
}

/** A comment of a folded signature. */
const fold = /\/\* \d+ (?:more )?(?:field|value|alternative|element)s? \*\//

const introduction =
  "Runs one JavaScript or TypeScript program that calls tools: it chains dependent calls, runs independent ones side by side, and returns only what you need."

const section = (title: string, lines: ReadonlyArray<string>): string => `## ${title}\n${lines.join("\n")}`

const workflow = (isComplete: boolean): ReadonlyArray<string> => [
  isComplete
    ? "1. Pick tools from the list below."
    : '1. Pick tools from the list below, or find others in a program: `return search("<words>")` gives paths and signatures.',
  "2. Call each exactly as printed: `const result = await tools.<namespace>.<tool>({ <field>: <value> })`.",
  "3. Start independent calls together: `await Promise.all([...])`.",
  "4. Filter, join and count in code, and `return` only the fields you need.",
]

function rules(isComplete: boolean, isFolded: boolean): ReadonlyArray<string> {
  const lines = [
    "- The tools below exist only inside programs, as members of `tools`: you cannot call them directly, and programs cannot call your other tools.",
    "- Arguments and results are plain data. Results are parsed already: no `JSON.parse`.",
    "- A `Promise<unknown>` result has no known shape: look at it before you read its fields.",
    "- A failed call throws where it is awaited. Catch it where the program can go on without it.",
    "- `await` every call whose outcome matters: what still runs when the program ends is interrupted.",
  ]
  if (!isComplete) {
    lines.push(
      "- `search({ query?, namespace?, limit?, offset? })` returns `{ items: [{ path, description, signature }], remaining, next }` at once. Without a query it lists; with `...next` it goes on.",
    )
  }
  if (isFolded || !isComplete) {
    lines.push(
      '- Where a signature counts what it leaves out, as in `/* 9 more fields */`, `search("<path>")` gives it whole.',
    )
  }
  return lines
}

/** What models try that is not there unless an extension adds it. */
const absentGlobals = ["fetch", "setTimeout", "process", "Buffer", "fs"]

function language({ globals, timeZone, locale }: InstructionsSource): ReadonlyArray<string> {
  const absent = absentGlobals.filter((name) => !globals.includes(name)).map((name) => `\`${name}\``)
  return [
    "- ECMAScript 2026 in strict mode, or TypeScript, whose types are erased; `await` and `return` work at the top level.",
    `- Not available: ${[...absent, "`eval`", "`export`", "packages"].join(", ")}.`,
    ...(globals.length === 0 ? [] : [`- The host adds: ${globals.map((name) => `\`${name}\``).join(", ")}.`]),
    `- \`console.log\` lines come back beside the result. Dates are in ${timeZone}, formats in ${locale}.`,
  ]
}

function limitLines(limits: ResolvedLimits): ReadonlyArray<string> {
  const lines: Array<string> = []
  const { timeoutMs, computeMs, maxToolCalls, maxConcurrentToolCalls, toolTimeoutMs, maxOutputBytes } = limits
  if (timeoutMs !== Infinity) lines.push(`- A program has ${seconds(timeoutMs)}.`)
  if (computeMs !== Infinity) lines.push(`- It may compute for ${seconds(computeMs)}, waiting not counted.`)
  if (toolTimeoutMs !== Infinity) lines.push(`- One call has ${seconds(toolTimeoutMs)}.`)
  if (maxToolCalls !== Infinity) {
    lines.push(`- At most ${count(maxToolCalls, "call")}, \`search\` included; one more ends the program.`)
  }
  if (maxConcurrentToolCalls !== Infinity) {
    lines.push(`- ${count(maxConcurrentToolCalls, "call")} at once; more wait their turn.`)
  }
  lines.push(
    maxOutputBytes === Infinity
      ? "- The result is not cut, and all of it enters your context: return little."
      : `- Result and logs: ${bytes(maxOutputBytes)} together (about ${Math.ceil(maxOutputBytes / 4).toLocaleString("en-US")} tokens). What is longer is cut.`,
  )
  return lines
}

const count = (n: number, noun: string): string => `${n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`

const seconds = (ms: number): string =>
  ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toLocaleString("en-US")} s`

const bytes = (n: number): string =>
  n >= 1_024 && n % 1_024 === 0 ? `${(n / 1_024).toLocaleString("en-US")} KiB` : count(n, "byte")

interface Group {
  /** The first segment of its tools' paths; empty for tools that lie in no namespace. */
  readonly name: string
  readonly tools: ReadonlyArray<ShownTool>
}

/** The tools by outermost namespace, in alphabetical order; those in none come first. */
function groupsOf({ entries, discovery }: InstructionsSource): ReadonlyArray<Group> {
  const groups = new Map<string, Array<ShownTool>>()
  for (const entry of entries) {
    const dot = entry.path.indexOf(".")
    const name = dot < 0 ? "" : entry.path.slice(0, dot)
    const tool = new ShownTool(entry, discovery.signatureBudget)
    const tools = groups.get(name)
    if (tools === undefined) groups.set(name, [tool])
    else tools.push(tool)
  }
  return [...groups].map(([name, tools]) => ({ name, tools })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function catalogSection(
  source: InstructionsSource,
  groups: ReadonlyArray<Group>,
  shown: ReadonlySet<ShownTool>,
): string {
  const total = source.entries.length
  if (total === 0) return "## Available tools\nNone: programs can only compute."
  const isComplete = shown.size === total
  const state = isComplete
    ? `COMPLETE: ${count(total, "tool")}.`
    : `PARTIAL - ${shown.size} of ${total} shown; \`search\` finds the rest.`
  const parts = groups.map((group) => groupText(source.namespaces, group, shown, isComplete))
  return `## Available tools\n${state}\n\n${parts.join("\n\n")}`
}

function groupText(
  namespaces: ReadonlyMap<string, NamespaceInfo>,
  { name, tools }: Group,
  shown: ReadonlySet<ShownTool>,
  isComplete: boolean,
): string {
  const visible = tools.filter((tool) => shown.has(tool))
  const hidden = tools.length - visible.length
  const note =
    isComplete || hidden === 0 ? "" : visible.length === 0 ? ", none shown" : `, ${visible.length} shown`
  const about = shortened(namespaces.get(name)?.description ?? "")
  const heading = `### ${name === "" ? "tools" : toolExpression(name)} (${count(tools.length, "tool")}${note})${about.length === 0 ? "" : `: ${about[0]}`}`
  const inner = isComplete || hidden === 0 ? "" : innerNamespaces(name, tools)
  return heading + inner + (visible.length === 0 ? "" : `\n${fenced(visible.map(({ text }) => text))}`)
}

/** The namespaces inside one that is not shown whole, each with its count. */
function innerNamespaces(name: string, tools: ReadonlyArray<ShownTool>): string {
  const counts = new Map<string, number>()
  for (const { entry } of tools) {
    const dot = entry.path.lastIndexOf(".")
    if (dot > name.length)
      counts.set(entry.path.slice(0, dot), (counts.get(entry.path.slice(0, dot)) ?? 0) + 1)
  }
  if (counts.size === 0) return ""
  const prefix = toolExpression(name).length
  return `\nInside: ${[...counts].map(([path, n]) => `${toolExpression(path).slice(prefix)} (${n})`).join(", ")}`
}

/** A block that no signature in it can end. */
function fenced(texts: ReadonlyArray<string>): string {
  const body = texts.join("\n")
  const longest = Math.max(2, ...(body.match(/`{3,}/g) ?? []).map((run) => run.length))
  const fence = "`".repeat(longest + 1)
  return `${fence}ts\n${body}\n${fence}`
}
