/**
 * What is wrong with a value, field by field, in words that a model can act on.
 * Shows a bounded part of the value and never throws, whatever the value is.
 */
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

/** One wrong field. */
export interface Problem {
  /** A JSON Pointer into the value, `/labels/0`; empty for the value itself. */
  readonly path: string
  /** What is wrong, what was expected and what came: `expected string, got 1`. */
  readonly message: string
}

/** The most problems that one message lists. */
const maxListed = 20
/** The most forms of a union, fields of an object, or names that one problem lists. */
const maxNames = 8
/** The most UTF-16 units of a text that one problem shows. */
const maxText = 60

/**
 * The problems that `issue` found in `value`: in the schema's order, fields that are not allowed last. At most 20, then
 * one that counts the rest.
 */
export function problemsOf(issue: SchemaIssue.Issue, value: unknown): ReadonlyArray<Problem> {
  const list: List = { problems: [], omitted: 0 }
  collect(issue, { value, path: [], parent: undefined, override: undefined }, list)
  return list.omitted === 0
    ? list.problems
    : [...list.problems, { path: "", message: `and ${list.omitted} more problems` }]
}

/** `problems` as the lines of one message below `headline`. */
export const describeProblems = (headline: string, problems: ReadonlyArray<Problem>): string =>
  [headline, ...problems.map((problem) => `  ${describe(problem)}`)].join("\n")

const describe = ({ path, message }: Problem): string => (path === "" ? message : `${path}: ${message}`)

interface List {
  readonly problems: Array<Problem>
  omitted: number
}

interface Place {
  readonly value: unknown
  readonly path: ReadonlyArray<PropertyKey>
  /** The schema of the object or array that the last segment of `path` belongs to. */
  readonly parent: SchemaAST.AST | undefined
  /** A check's own words, which take the place of those of the issues inside it. */
  readonly override: string | undefined
}

function collect(issue: SchemaIssue.Issue, place: Place, list: List): void {
  if (list.problems.length >= maxListed && issue._tag !== "Pointer" && issue._tag !== "Composite") {
    list.omitted++
    return
  }
  switch (issue._tag) {
    case "Pointer":
      return collect(issue.issue, { ...place, path: [...place.path, ...issue.path] }, list)
    case "Encoding":
      return collect(issue.issue, place, list)
    case "Filter":
      return collect(issue.issue, { ...place, override: place.override ?? checkMessage(issue, place) }, list)
    case "Composite":
      for (const inner of inOrder(issue.issues)) collect(inner, { ...place, parent: issue.ast }, list)
      return
    case "AnyOf":
      return collectAnyOf(issue, place, list)
    default:
      list.problems.push(problem(place, place.override ?? leafMessage(issue, place)))
  }
}

/** Fields that are not allowed last: what is missing or wrong says more about what was meant. */
function inOrder(issues: ReadonlyArray<SchemaIssue.Issue>): ReadonlyArray<SchemaIssue.Issue> {
  const isExcess = (issue: SchemaIssue.Issue) =>
    issue._tag === "Pointer" && issue.issue._tag === "UnexpectedKey"
  return [...issues.filter((issue) => !isExcess(issue)), ...issues.filter(isExcess)]
}

function collectAnyOf(issue: SchemaIssue.AnyOf, place: Place, list: List): void {
  if (issue.issues.length === 1) return collect(issue.issues[0]!, place, list)
  list.problems.push(problem(place, place.override ?? noForm(issue, place)))
}

/** What a union says where none of its members fits and none was clearly meant. */
function noForm(issue: SchemaIssue.AnyOf, place: Place): string {
  const forms = issue.issues.slice(0, maxNames).map((inner) => {
    const list: List = { problems: [], omitted: 0 }
    collect(inner, place, list)
    return list.problems
  })
  const here = pointer(place.path)
  const isWhole = forms.every((form) => form.length === 1 && form[0]!.path === here)
  if (isWhole) return mismatch(issue.ast, place)
  const listed = forms.map((form, index) => `${index + 1}) ${form.map(describe).join("; ")}`)
  return `fits none of ${issue.issues.length} forms: ${listed.join(" ")}`
}

const problem = (place: Place, message: string): Problem => ({ path: pointer(place.path), message })

const pointer = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

function leafMessage(issue: SchemaIssue.Leaf, place: Place): string {
  switch (issue._tag) {
    case "InvalidType":
      return issue.ast._tag === "Never" ? "not allowed" : mismatch(issue.ast, place)
    case "MissingKey":
      return text(issue.annotations?.["messageMissingKey"]) ?? missing(place)
    case "UnexpectedKey":
      return text(issue.ast.annotations?.["messageUnexpectedKey"]) ?? notAllowed(issue.ast)
    case "OneOf":
      return `fits ${issue.successes.length} forms, expected exactly one`
    case "InvalidValue":
      return (
        text(issue.annotations?.["message"]) ??
        `expected ${text(issue.annotations?.["expected"]) ?? "a valid value"}, got ${received(place)}`
      )
    case "Forbidden":
      return text(issue.annotations?.["message"]) ?? "has no JSON form"
  }
}

/** A check's own message, or what it expects, unless the issue inside it says more. */
function checkMessage(issue: SchemaIssue.Filter, place: Place): string | undefined {
  const { message, expected } = issue.filter.annotations ?? {}
  const own =
    text(message) ??
    (issue.issue._tag === "InvalidValue" ? text(issue.issue.annotations?.["message"]) : undefined)
  if (own !== undefined || issue.issue._tag !== "InvalidValue") return own
  const wanted = text(issue.issue.annotations?.["expected"]) ?? text(expected) ?? "a valid value"
  return `expected ${wanted}, got ${received(place)}`
}

const text = (u: unknown): string | undefined => (typeof u === "string" ? u : undefined)

/** A schema's own `message`, or what it expects and what came. */
const mismatch = (ast: SchemaAST.AST, place: Place): string =>
  text(ast.annotations?.["message"]) ?? `expected ${expected(ast)}, got ${received(place)}`

function missing(place: Place): string {
  const type = partAt(place.parent, place.path[place.path.length - 1])
  return type === undefined ? "missing" : `missing, expected ${expected(SchemaAST.toEncoded(type))}`
}

function partAt(parent: SchemaAST.AST | undefined, key: PropertyKey | undefined): SchemaAST.AST | undefined {
  if (parent === undefined) return undefined
  if (SchemaAST.isObjects(parent)) return parent.propertySignatures.find(({ name }) => name === key)?.type
  if (SchemaAST.isArrays(parent)) return parent.elements[Number(key)] ?? parent.rest[0]
  return undefined
}

function notAllowed(parent: SchemaAST.AST): string {
  if (!SchemaAST.isObjects(parent)) return "not allowed"
  const names = parent.propertySignatures.map(({ name }) => String(name))
  if (names.length === 0) return "not allowed, no field is"
  return `not allowed, the fields are ${enumerate(names)}`
}

const enumerate = (names: ReadonlyArray<string>): string =>
  names.slice(0, maxNames).join(", ") +
  (names.length > maxNames ? `, and ${names.length - maxNames} more` : "")

/** What a schema expects, in Effect's words: `string`, `"a" | "b"`, `{ "kind": "a", ... }`. */
function expected(ast: SchemaAST.AST): string {
  const sentence = SchemaIssue.defaultLeafHook(new SchemaIssue.InvalidType(ast))
  return sentence.replace(/^Expected /, "").replaceAll(/(?<=[{,] )readonly /g, "")
}

/** What stands at a place of the value, shortened. */
function received(place: Place): string {
  try {
    let value = place.value
    for (const key of place.path) value = (value as Record<PropertyKey, unknown>)[key]
    return show(value)
  } catch {
    return "an unreadable value"
  }
}

function show(value: unknown): string {
  if (typeof value === "string") {
    return value.length <= maxText ? JSON.stringify(value) : `${JSON.stringify(value.slice(0, maxText))}...`
  }
  if (typeof value === "function") return "a function"
  if (typeof value !== "object" || value === null) return String(value)
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${value.length}`
  if (value instanceof Date) return "a Date"
  const names = Object.keys(value)
  return names.length === 0 ? "an empty object" : `an object with ${enumerate(names.map(shortened))}`
}

const shortened = (name: string): string => (name.length <= maxText ? name : `${name.slice(0, maxText)}...`)
