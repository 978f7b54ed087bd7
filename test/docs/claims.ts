/**
 * The values that comments in examples claim: `// { ok: true }` and `// => 3` after a statement, `// a.b: [1]` of an
 * expression. `...` at the end of a list stands for more elements, `{...}` for any value.
 */
import { expect } from "bun:test"
import ts from "typescript"

const claim = /^\/\/ (?:([\w.]+): (?=[{[])|=> |(?=[{[]))(.+)$/

/** An example in which each claim is a call of `claimed`. */
export function withClaims(text: string): { readonly text: string; readonly claims: number } {
  const source = ts.createSourceFile("example.ts", text, ts.ScriptTarget.ES2024, true)
  const edits: Array<{ readonly from: number; readonly to: number; readonly text: string }> = []
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isExpressionStatement(node) && !ts.isVariableStatement(node)) return
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.end) ?? []) {
      const [, subject, expected] = claim.exec(text.slice(pos, end)) ?? []
      if (expected === undefined) continue
      const value = subject ?? (ts.isVariableStatement(node) ? nameOf(node) : node.expression.getText())
      const from = subject === undefined && ts.isExpressionStatement(node) ? node.getStart() : node.end
      edits.push({ from, to: node.end, text: `;claimed(${value}, (any, more) => (${withHoles(expected)}));` })
    }
  }
  visit(source)
  const edited = edits.reduceRight(
    (text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to),
    text,
  )
  return { text: edited, claims: edits.length }
}

const nameOf = ({ declarationList }: ts.VariableStatement): string =>
  declarationList.declarations[0]!.name.getText()

const withHoles = (expected: string): string =>
  expected.replaceAll(/\{\s*\.\.\.\s*\}/g, "any").replaceAll(/,\s*\.\.\.\s*\]/g, ", more]")

const any = Symbol("any")
const more = Symbol("more")

/** Fails unless a value is as an example says. */
export function claimed(value: unknown, expected: (any: symbol, more: symbol) => unknown): void {
  expect(value).toEqual(filled(expected(any, more), value))
}

/** What is expected, its holes filled with what came. */
function filled(expected: unknown, value: unknown): unknown {
  if (expected === any) return value
  if (Array.isArray(expected)) {
    const given = Array.isArray(value) ? value : []
    return expected.flatMap((element, at) =>
      element === more ? given.slice(at) : [filled(element, given[at])],
    )
  }
  if (typeof expected !== "object" || expected === null) return expected
  return Object.fromEntries(
    Object.entries(expected).map(([name, element]) => [
      name,
      filled(element, (value as Readonly<Record<string, unknown>> | undefined)?.[name]),
    ]),
  )
}
