// Stands at the nesting limit with forms that take turns, and reads each text with all the parsers that a program may
// meet. It runs on Bun and, bundled, on Node: `nestingLimit.ts 3/40` takes every fortieth pair, from the third on.

import typescript from "typescript"
import { loadTypes } from "../../src/program/loadTypes.ts"
import { checkNesting } from "../../src/program/nesting.ts"
import { parseBody } from "../../src/program/parse.ts"
import { SyntaxProblem } from "../../src/program/syntaxError.ts"
import { eraseTypes } from "../../src/program/types.ts"
import { forms, nested } from "./nestingForms.ts"

const names = [...forms.keys()]

/** All pairs, those of a form with itself first. */
export const pairs: ReadonlyArray<readonly [string, string]> = [
  ...names.map((name) => [name, name] as const),
  ...names.flatMap((one) => names.filter((other) => other !== one).map((other) => [one, other] as const)),
]

function accepts(text: string): boolean {
  return checkNesting(text) === undefined && checkNesting(text, { types: true }) === undefined
}

/** The deepest text of two forms that is not refused. */
function deepest(one: string, other: string): string | undefined {
  const text = (depth: number) => nested(forms.get(one)!, forms.get(other)!, depth)
  if (text(2) === undefined) return undefined
  let low = 1
  let high = 520
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (accepts(text(middle)!)) low = middle
    else high = middle - 1
  }
  return text(low)!
}

const tooDeep = "The program is nested too deeply to be parsed"

function overflows(name: string, read: () => unknown): Array<string> {
  try {
    const outcome = read()
    return outcome instanceof SyntaxProblem && outcome.message === tooDeep ? [name] : []
  } catch (error) {
    return [`${name}: ${String(error)}`]
  }
}

function transpile(text: string): void {
  const { ModuleKind, ModuleDetectionKind, ScriptTarget } = typescript
  typescript.transpileModule(text, {
    compilerOptions: {
      target: ScriptTarget.ESNext,
      module: ModuleKind.ESNext,
      moduleDetection: ModuleDetectionKind.Force,
      isolatedModules: true,
      verbatimModuleSyntax: true,
      sourceMap: true,
    },
  })
}

/** Reads the deepest texts of some pairs; the answer names the parsers that overflow. */
export async function standAtTheLimit(
  some: ReadonlyArray<readonly [string, string]>,
): Promise<Array<string>> {
  await loadTypes()
  return some.flatMap(([one, other]) => {
    const text = deepest(one, other)
    if (text === undefined) return []
    return [
      ...overflows("acorn", () => parseBody(text)),
      ...overflows("ts-blank-space", () => eraseTypes(text, [])),
      ...overflows("transpileModule", () => transpile(text)),
    ].map((parser) => `${one} ${other}: ${parser}`)
  })
}

export function every(step: number, from: number): ReadonlyArray<readonly [string, string]> {
  return pairs.filter((_, index) => index % step === from % step)
}

const part = /^(\d+)\/(\d+)$/.exec(process.argv.at(-1) ?? "")
if (part !== null) {
  const some =
    part[2] === "1" ? pairs : [...pairs.slice(0, names.length), ...every(Number(part[2]), Number(part[1]))]
  const failures = await standAtTheLimit(some)
  console.log(JSON.stringify({ pairs: some.length, failures }))
}
