// Owns what programs may not use: each excluded form and name with the sentence that tells the model what to do instead.

import { SyntaxProblem } from "./syntaxError.ts"

const callTool = "Call a tool instead: await tools.<namespace>.<tool>(input)."
const noHost = "A program sees no host objects; use tools, search and the language's own built-ins."

const advice: Readonly<Record<string, string>> = {
  setTimeout: "There are no timers: await what you wait for; a program cannot sleep.",
  fetch: `There is no network access. ${callTool}`,
}

/** What to do instead of a name that programs do not have; the interpreter puts it after V8's sentence. */
export function adviceForName(name: string): string | undefined {
  return Object.hasOwn(advice, name) ? advice[name] : undefined
}

/** What to do about an assignment to a name that nothing declares. */
export function adviceForAssignment(name: string): string {
  return `Declare it first: let ${name} = ...`
}

/** Why a module cannot be loaded, and what can. */
export function adviceForModule(name: string, modules: ReadonlyArray<string>): string {
  const listed = modules.length === 0 ? "No modules are available to programs." : `Available modules: ${modules.join(", ")}.`
  return `Cannot find module '${name}'. ${listed} ${noHost}`
}

export function unknownModule(name: string, modules: ReadonlyArray<string>, offset: number): SyntaxProblem {
  return new SyntaxProblem("UnsupportedSyntax", adviceForModule(name, modules), offset)
}

export function unsupportedExport(statement: { readonly type: string; readonly start: number }): SyntaxProblem {
  return new SyntaxProblem(
    "UnsupportedSyntax",
    "export is not supported. Declare without export, and give the result with a top-level return.",
    statement.start,
  )
}
