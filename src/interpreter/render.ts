/** Source-like text of an expression for a message, as V8 prints the thing that is not a function or not iterable. */
import type { Syntax } from "../program/syntax.ts"

const MAX_RENDERED_CHARACTERS = 120
/** Expressions inside one another that are shown. */
const MAX_DEPTH = 20
const OTHER = "(intermediate value)"

export function render(syntax: Syntax): string {
  return renderNode(syntax, 0).slice(0, MAX_RENDERED_CHARACTERS)
}

/** The callee of a call: a chain in parentheses is no text of its own. */
export function renderCallee(syntax: Syntax): string {
  return syntax.type === "ChainExpression" ? OTHER : render(syntax)
}

/** What "is not iterable" says of an expression: a call may have failed at either end. */
export function renderIterable(syntax: Syntax): string {
  if (syntax.type === "ChainExpression") return ""
  if (syntax.type !== "CallExpression" && syntax.type !== "NewExpression") return render(syntax)
  return `${renderCallee(syntax.callee)} is not a function or its return value`
}

/** The same of an array pattern's source: V8 points past what is read from an object, or computed. */
export function renderDestructured(syntax: Syntax): string {
  return syntax.type === "MemberExpression" || syntax.type === "BinaryExpression"
    ? ""
    : renderIterable(syntax)
}

type Renderer = (node: Syntax, depth: number) => string

const renderers: Readonly<Record<string, Renderer>> = {
  Identifier: (node) => node.name,
  ThisExpression: () => "this",
  MetaProperty: () => ".new.target",
  Literal: (node) => literalText(node),
  TemplateLiteral: (node, depth) => {
    if (node.expressions.length === 0) return `"${node.quasis[0].value.cooked}"`
    return node.expressions.map((part: Syntax) => renderNode(part, depth)).join("")
  },
  ChainExpression: (node, depth) => renderNode(node.expression, depth),
  ParenthesizedExpression: (node, depth) => renderNode(node.expression, depth),
  MemberExpression: (node, depth) => renderMember(node, depth),
  CallExpression: (node, depth) => `${renderNode(node.callee, depth)}(...)`,
  TaggedTemplateExpression: (node, depth) => `${renderNode(node.tag, depth)}(...)`,
  ArrayExpression: (node, depth) =>
    `[${node.elements.map((element: Syntax | null) => (element === null ? OTHER : renderNode(element, depth))).join(",")}]`,
  SpreadElement: (node, depth) => `(...${renderNode(node.argument, depth)})`,
  ObjectExpression: (node) => `{${OTHER.repeat(node.properties.length)}}`,
  ConditionalExpression: () => OTHER.repeat(3),
  SequenceExpression: (node, depth) =>
    `(${node.expressions.map((expression: Syntax) => renderNode(expression, depth)).join(" , ")})`,
  AssignmentExpression: (node, depth) => renderNode(node.left, depth),
  ArrayPattern: (node, depth) => renderers["ArrayExpression"]!(node, depth),
  ObjectPattern: (node, depth) => renderers["ObjectExpression"]!(node, depth),
  UnaryExpression: (node, depth) => renderUnary(node, depth),
  UpdateExpression: (node, depth) => {
    const argument = renderNode(node.argument, depth)
    return node.prefix ? `(${node.operator}${argument})` : `(${argument}${node.operator})`
  },
  BinaryExpression: (node, depth) => `(${renderOperands(node, depth)})`,
  LogicalExpression: (node, depth) => `(${renderOperands(node, depth)})`,
}

function renderNode(node: Syntax, depth: number): string {
  const renderer = renderers[node.type]
  return renderer === undefined || depth > MAX_DEPTH ? OTHER : renderer(node, depth + 1)
}

function literalText(node: Syntax): string {
  if (typeof node.value === "string") return `"${node.value}"`
  if (node.regex) return `/${node.regex.pattern}/${node.regex.flags}`
  return node.bigint ? OTHER : String(node.value)
}

function renderMember(node: Syntax, depth: number): string {
  const object = node.object.type === "ChainExpression" ? OTHER : renderNode(node.object, depth)
  const { property } = node
  if (property.type === "PrivateIdentifier") return `${object}${node.optional ? "?." : ""}[#${property.name}]`
  const name = node.computed ? namedKey(property) : property.name
  if (name !== null) return `${object}${node.optional ? "?." : "."}${name}`
  return `${object}${node.optional ? "?." : ""}[${renderNode(property, depth)}]`
}

/** The text of a computed key that is a string: it is shown as a name. */
function namedKey(property: Syntax): string | null {
  if (property.type === "Literal" && typeof property.value === "string") return property.value
  const isPlainTemplate = property.type === "TemplateLiteral" && property.expressions.length === 0
  return isPlainTemplate ? (property["quasis"] as Syntax[])[0]!["value"].cooked : null
}

function renderUnary(node: Syntax, depth: number): string {
  const { operator, argument } = node
  if (operator === "-" && argument.type === "Literal" && typeof argument.value === "number")
    return `-${argument.value}`
  return `(${operator}${operator.length > 1 ? " " : ""}${renderNode(argument, depth)})`
}

/** A chain of one operator is shown without parentheses inside. */
function renderOperands(node: Syntax, depth: number): string {
  const { operator, left, right } = node
  const isChain = left.type === node.type && left.operator === operator
  const before = isChain && depth <= MAX_DEPTH ? renderOperands(left, depth + 1) : renderNode(left, depth)
  return `${before} ${operator} ${renderNode(right, depth)}`
}
