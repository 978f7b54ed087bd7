/** Says where a mode's answers differ from what a corpus file expects. */
import type { Case } from "./format.ts"
import type { Mode } from "./modes.ts"
import { programOf } from "./program.ts"

export interface Difference {
  readonly line: number
  readonly expected: string
  readonly actual: string
}

export async function differences(
  cases: ReadonlyArray<Case>,
  mode: Mode,
): Promise<ReadonlyArray<Difference>> {
  const found = cases
    .filter((it) => !it.notOn.includes(mode.engine))
    .map(async ({ line, expected, ...it }) => ({ line, expected, actual: await answer(it, mode) }))
  return (await Promise.all(found)).filter(({ expected, actual }) => !agrees(expected, actual, mode))
}

async function answer(it: Pick<Case, "source">, mode: Mode): Promise<string> {
  try {
    return await mode.run(programOf(it))
  } catch (error) {
    return `the mode failed: ${String(error)}`
  }
}

/** an expectation that leaves the message open */
const isNameOnly = /^! \w*Error$/

function agrees(expected: string, actual: string, mode: Mode): boolean {
  if (isNameOnly.test(expected)) return expected === errorName(actual)
  return mode.comparesMessages ? expected === actual : errorName(expected) === errorName(actual)
}

/** `! TypeError: message` without its message; anything else as it is */
function errorName(text: string): string {
  return text.replace(/^(! \w*Error)(?:: .*)?$/s, "$1")
}
