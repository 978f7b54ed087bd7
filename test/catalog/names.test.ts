import { expect, test } from "bun:test"
import { parseExpressionAt, type Expression } from "acorn"
import { renderSignature } from "../../src/catalog/signature.ts"
import { propertyKey } from "../../src/catalog/text.ts"
import { flatten, toolExpression } from "../../src/Namespace.ts"
import { hostNames } from "./hostNames.ts"
import { answer, catalogOf, tool } from "./tools.ts"
import { typeErrors } from "./typecheck.ts"

const treeOf = (names: ReadonlyArray<string>) =>
  Object.fromEntries([["host", Object.fromEntries(names.map((name) => [name, tool(`Tool ${name}`)]))]])

/** The segments of a printed path, as the interpreter's parser finds them. */
function segmentsOf(expression: string): ReadonlyArray<string> {
  const segments: Array<string> = []
  let node: Expression = parseExpressionAt(expression, 0, { ecmaVersion: "latest" })
  expect(node.end).toBe(expression.length)
  while (node.type === "MemberExpression") {
    const { property, object }: typeof node = node
    segments.unshift(
      property.type === "Identifier" ? property.name : String((property as { value?: unknown }).value),
    )
    node = object as Expression
  }
  expect(node).toMatchObject({ type: "Identifier", name: "tools" })
  return segments
}

test("what the catalog prints for a host's name leads back to that name", () => {
  const catalog = catalogOf(treeOf(hostNames))
  const printed = hostNames.map((name) => answer(catalog, `host.${name}`).items[0]?.path)
  expect(printed.map((path) => segmentsOf(path!).slice(1).join("."))).toEqual(hostNames)
  expect(new Set(printed).size).toBe(hostNames.length)
})

test("a signature begins with the path as it is printed", () => {
  for (const name of hostNames) {
    const path = `host.${name}`
    expect(renderSignature({ input: { type: "object" }, output: undefined }, path)).toBe(
      `${toolExpression(path)}(): Promise<void>`,
    )
  }
})

test("no printed path holds a character that cannot be seen", () => {
  const printed = hostNames.map((name) => toolExpression(name)).join("")
  expect(printed.match(/[\p{Cc}\p{Zl}\p{Zp}\u202e\u200b]/gu)).toBeNull()
})

test("only one path spelled in two ways is one tool, and the last holds", () => {
  const { tools } = flatten({ "a.b": tool("First."), a: { b: tool("Last."), "b-c": tool("Other.") } })
  expect([...tools.keys()]).toEqual(["a.b", "a.b-c"])
  expect(tools.get("a.b")?.description).toBe("Last.")
})

test("every name is a property of a type as it stands", () => {
  const declarations = hostNames.map(
    (name, at) => `const c${at}: { ${propertyKey(name)}: 1 } = { [${JSON.stringify(name)}]: 1 }`,
  )
  expect(typeErrors(declarations).filter((error) => error !== undefined)).toEqual([])
})
