/** Source-like text of an expression for a message, as V8 prints the thing that is not a function. */
import type { Syntax } from "../program/syntax.ts"

const MAX_RENDERED_CHARACTERS = 120

export function render(syntax: Syntax, text: string): string {
  return renderNode(syntax, text, 0).slice(0, MAX_RENDERED_CHARACTERS)
}

const OTHER = "(intermediate value)"

function renderNode(node: Syntax, text: string, depth: number): string {
  if (depth > 20) return OTHER
  switch (node.type) {
    case "Identifier":
      return node.name
    case "ThisExpression":
      return "this"
    case "Super":
      return OTHER
    case "Literal":
      if (typeof node.value === "string") return `"${node.value}"`
      return node.regex === undefined ? String(node.raw) : OTHER
    case "ChainExpression":
      return renderNode(node.expression, text, depth + 1)
    case "MemberExpression":
      return renderMember(node, text, depth)
    case "CallExpression":
      return `${renderNode(node.callee, text, depth + 1)}(...)`
    default:
      return OTHER
  }
}

function renderMember(node: Syntax, text: string, depth: number): string {
  const object = renderNode(node.object, text, depth + 1)
  const link = node.optional ? "?." : ""
  if (!node.computed) {
    const name = node.property.type === "PrivateIdentifier" ? `#${node.property.name}` : node.property.name
    return `${object}${link === "" ? "." : link}${name}`
  }
  const { property } = node
  const key =
    property.type === "Literal" && typeof property.value === "string"
      ? property.value
      : renderNode(property, text, depth + 1)
  return property.type === "Literal" && typeof property.value === "string"
    ? `${object}${link === "" ? "." : link}${key}`
    : `${object}${link}[${key === OTHER ? OTHER : key}]`
}
