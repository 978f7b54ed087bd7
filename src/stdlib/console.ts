/** console, of the WHATWG Console Standard: what a program writes goes to the run's logs, one entry for each call. */
import type { Collection } from "../objects/collection.ts"
import { isObject, type JSObject, Kind } from "../objects/object.ts"
import { findSlot, slotKeys } from "../objects/properties.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { ACCESSOR, ENUMERABLE } from "../objects/shape.ts"
import { ABRUPT, type Completion, EMPTY, type Empty, type Value } from "../objects/value.ts"
import type { Machine } from "../interpreter/machine.ts"
import { type Member, method, object } from "../interpreter/native.ts"
import { flat } from "../interpreter/operations.ts"
import { trace } from "../interpreter/throws.ts"
import { inspect, inspectInner } from "./inspect.ts"

const MAX_TABLE_ROWS = 200
const MAX_TABLE_COLUMNS = 30

/** Writes one entry, charged before it is kept; a text of the program's own is not charged again. */
function write(machine: Machine, text: string, args: readonly Value[] = []): Completion {
  machine.charge(1 + (text.length >> 8))
  if (!machine.allocate(text === args[0] ? 32 : text.length * 2 + 32)) return ABRUPT
  machine.logs.push(text)
  return undefined
}

/** Formatter, Console Standard 2.2: directives of the first text take the arguments after it; the rest follow it. */
function format(machine: Machine, args: readonly Value[]): string {
  const [first, ...rest] = args.map((value) => flat(machine, value))
  if (args.length === 0) return ""
  if (typeof first !== "string" || rest.length === 0)
    return [first, ...rest].map((value) => inspect(machine, value)).join(" ")
  let used = 0
  const text = first.replace(/%[sdifjoOc%]/g, (directive) => {
    if (directive === "%%") return "%"
    return used < rest.length ? directed(machine, directive, rest[used++]) : directive
  })
  return [text, ...rest.slice(used).map((value) => inspect(machine, value))].join(" ")
}

function directed(machine: Machine, directive: string, value: Value): string {
  switch (directive) {
    case "%d":
    case "%i":
    case "%f":
      return numberText(directive, value)
    case "%c":
      return ""
    case "%s":
      return inspect(machine, value)
    default:
      return inspectInner(machine, value)
  }
}

function numberText(directive: string, value: Value): string {
  if (typeof value === "bigint" && directive !== "%f") return `${value}n`
  if (typeof value === "symbol" || isObject(value)) return "NaN"
  const number =
    directive === "%i"
      ? Number.parseInt(String(value), 10)
      : directive === "%f"
        ? Number.parseFloat(String(value))
        : Number(value)
  return Object.is(number, -0) ? "-0" : String(number)
}

function logger(): Member {
  return method(0, (machine, _this, args) => write(machine, format(machine, args), args))
}

const dir = method(0, (machine, _this, args) =>
  write(machine, typeof args[0] === "string" ? inspectInner(machine, args[0]) : inspect(machine, args[0])),
)

const traceMember = method(0, (machine, _this, args) => {
  const lines = trace(machine).map(({ unit, functionName, position }) => {
    const { line, column } = unit.locate(Math.max(position, 0))
    const place = `${unit.name}:${line}:${column}`
    return `\n    at ${functionName === "" ? place : `${functionName} (${place})`}`
  })
  const message = format(machine, args)
  return write(machine, `Trace${message === "" ? "" : `: ${message}`}${lines.join("")}`)
})

// console.table

interface Row {
  readonly index: string
  /** Texts by column; the value itself where it has no columns. */
  readonly cells: ReadonlyMap<string, string>
  readonly value: string | null
}

const table = method(1, (machine, _this, args) => {
  const data = args[0]
  if (!isObject(data) || data.kind === Kind.Proxy) return write(machine, format(machine, args))
  const only = columnsOf(args[1])
  const rows = entriesOf(machine, data).map(([index, value]) => rowOf(machine, index, value, only))
  const columns =
    only ?? [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].slice(0, MAX_TABLE_COLUMNS)
  const hasValues = rows.some(({ value }) => value !== null)
  const head = [
    data.kind === Kind.Map || data.kind === Kind.Set ? "(iteration index)" : "(index)",
    ...columns,
    ...(hasValues ? ["Values"] : []),
  ]
  const body = rows.map(({ index, cells, value }) => [
    index,
    ...columns.map((column) => cells.get(column) ?? ""),
    ...(hasValues ? [value ?? ""] : []),
  ])
  return write(machine, drawTable(head, body))
})

function columnsOf(value: Value): string[] | null {
  if (!isObject(value) || value.kind !== Kind.Array) return null
  return (value.data as Array<Value | Empty>).filter((column) => typeof column === "string")
}

function entriesOf(machine: Machine, data: JSObject): Array<[string, Value]> {
  if (data.kind === Kind.Array) {
    const elements = (data.data as Array<Value | Empty>).slice(0, MAX_TABLE_ROWS)
    return elements.map((element, index) => [String(index), element === EMPTY ? undefined : element])
  }
  if (data.kind === Kind.Map || data.kind === Kind.Set) {
    const entries: Array<[string, Value]> = []
    for (
      let entry = (data.data as Collection).first;
      entry !== null && entries.length < MAX_TABLE_ROWS;
      entry = entry.next
    ) {
      entries.push([
        data.kind === Kind.Map ? inspect(machine, entry.key) : String(entries.length),
        data.kind === Kind.Map ? entry.value : entry.key,
      ])
    }
    return entries
  }
  return fieldsOf(machine, data).slice(0, MAX_TABLE_ROWS)
}

/** Own enumerable data, without running anything. */
function fieldsOf(machine: Machine, data: JSObject): Array<[string, Value]> {
  const { realm } = machine
  return slotKeys(realm, data).flatMap((key): Array<[string, Value]> => {
    const slot = findSlot(realm, data, key)
    const attributes = data.shape.attributesAt(slot)
    if (typeof key !== "string" || (attributes & ENUMERABLE) === 0 || (attributes & ACCESSOR) !== 0) return []
    return [[key, data.slots[slot] as Value]]
  })
}

function rowOf(machine: Machine, index: string, value: Value, only: readonly string[] | null): Row {
  machine.charge(4)
  if (!isObject(value) || (value.kind !== Kind.Ordinary && value.kind !== Kind.Array)) {
    return { index, cells: new Map(), value: inspectInner(machine, value) }
  }
  const fields = value.kind === Kind.Array ? entriesOf(machine, value) : fieldsOf(machine, value)
  const shown = fields.filter(([key]) => only === null || only.includes(key)).slice(0, MAX_TABLE_COLUMNS)
  return {
    index,
    cells: new Map(shown.map(([key, field]) => [key, inspectInner(machine, field)])),
    value: null,
  }
}

function drawTable(head: readonly string[], body: ReadonlyArray<readonly string[]>): string {
  const widths = head.map(
    (title, column) => body.reduce((widest, row) => Math.max(widest, row[column]!.length), title.length) + 2,
  )
  const rule = (left: string, middle: string, right: string): string =>
    left + widths.map((width) => "─".repeat(width)).join(middle) + right
  const line = (cells: readonly string[]): string =>
    `│${cells.map((cell, column) => ` ${cell.padEnd(widths[column]! - 1)}`).join("│")}│`
  return [rule("┌", "┬", "┐"), line(head), rule("├", "┼", "┤"), ...body.map(line), rule("└", "┴", "┘")].join(
    "\n",
  )
}

export const consoleIntrinsics: Intrinsic[] = [
  object({
    name: "console",
    members: [
      ["debug", logger()],
      ["error", logger()],
      ["info", logger()],
      ["log", logger()],
      ["table", table],
      ["warn", logger()],
      ["dir", dir],
      ["trace", traceMember],
    ],
  }),
]
