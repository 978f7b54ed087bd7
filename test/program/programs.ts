// What the tests of this folder share: programs parsed with a small scope, and run by the host's engine.

import type { ParsedProgram, SourceError } from "../../src/program/recover.ts"
import { parseProgram } from "../../src/program/recover.ts"
import { loadTypes } from "../../src/program/loadTypes.ts"

const modules = ["node:fs", "node:crypto"]

export const scope = {
  globals: new Set(["tools", "search", "console", "JSON", "limit"]),
  modules,
  isModule: (name: string): boolean => modules.includes(name) || modules.includes(`node:${name}`),
}

export async function parse(source: string): Promise<ParsedProgram | SourceError> {
  const parsed = parseProgram(source, scope)
  if (parsed !== "needs-types") return parsed
  await loadTypes()
  const again = parseProgram(source, scope)
  if (again === "needs-types") throw new Error("TypeScript is loaded")
  return again
}

export async function program(source: string): Promise<ParsedProgram> {
  const parsed = await parse(source)
  if ("kind" in parsed) throw new Error(parsed.message)
  return parsed
}

export async function problem(source: string): Promise<SourceError> {
  const parsed = await parse(source)
  if (!("kind" in parsed)) throw new Error(`parsed: ${parsed.javascript}`)
  return parsed
}

/** The first line of what is wrong with a source. */
export async function sentence(source: string): Promise<string> {
  return (await problem(source)).message.split("\n")[0]!
}

const AsyncFunction = (async () => {}).constructor as new (
  ...code: Array<string>
) => (...args: Array<unknown>) => Promise<unknown>

/** Runs a program by the host's engine, entered as its entry says. */
export async function run(source: string): Promise<unknown> {
  const { javascript, call, completion } = await program(source)
  const globals: Record<string, unknown> = {
    tools: { name: "tools" },
    search: () => "search",
    console: { log() {} },
    limit: 7,
  }
  let code = javascript.replace(/^#!/, "//")
  if (call !== null) {
    const args = call.arguments.map((argument) =>
      argument.kind === "global" ? argument.name : argument.kind === "undefined" ? "undefined" : "everything",
    )
    code = `return (${javascript.slice(call.node.start, call.node.end)})(${args.join()})`
  } else if (completion !== null) {
    code = `${javascript.slice(0, completion.start)}return ${javascript.slice(completion.start)}`
  }
  const names = Object.keys(globals)
  const main = new AsyncFunction("everything", ...names, `"use strict";${code}`)
  return main({ ...globals }, ...Object.values(globals))
}
