// Owns what must be known of a whole tree when its text can be read in two ways. Rarely run: most texts cannot.

import type { Node, Program } from "acorn"
import { commentEnd, lineEnd } from "./tokens.ts"

export interface Survey {
  /** offsets of the `<` that compare */
  readonly lessThans: ReadonlyArray<number>
  /** names of variables and parameters, classes left out */
  readonly variables: ReadonlySet<string>
}

interface AnyNode extends Node {
  readonly operator: string
  readonly left: Node
  readonly right: Node
  readonly id: AnyNode | null
  readonly name: string
  readonly init: Node | null
  readonly param: AnyNode | null
  readonly params: ReadonlyArray<AnyNode>
  readonly properties: ReadonlyArray<AnyNode>
  readonly elements: ReadonlyArray<AnyNode | null>
  readonly value: AnyNode
  readonly argument: AnyNode
  readonly tag: AnyNode
  readonly quasi: AnyNode
}

/** Visits every node of a tree, with a stack of its own. */
function visit(ast: Program, see: (node: AnyNode) => void): void {
  const stack: Array<Node> = [ast]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    see(node as AnyNode)
    for (const field of Object.values(node)) {
      if (Array.isArray(field)) for (const child of field) pushNode(stack, child)
      else pushNode(stack, field)
    }
  }
}

function pushNode(stack: Array<Node>, value: unknown): void {
  if (typeof value === "object" && value !== null && typeof (value as Node).type === "string")
    stack.push(value as Node)
}

/** Finds the comparisons and the variables of a program. */
export function survey(ast: Program, text: string): Survey {
  const lessThans: Array<number> = []
  const variables = new Set<string>()
  const classes = new Set<string>()
  visit(ast, (node) => {
    if (node.type === "BinaryExpression" && node.operator === "<") lessThans.push(operatorOffset(node, text))
    else if (node.type === "ClassDeclaration" && node.id !== null) classes.add(node.id.name)
    else if (node.type === "VariableDeclarator") {
      if (node.init?.type === "ClassExpression") classes.add(node.id!.name)
      else addNames(node.id!, variables)
    } else if (node.type === "CatchClause" && node.param !== null) addNames(node.param, variables)
    else if (node.params !== undefined) for (const parameter of node.params) addNames(parameter, variables)
  })
  for (const name of classes) variables.delete(name)
  return { lessThans: lessThans.sort((a, b) => a - b), variables }
}

/** The names that a pattern binds. */
function addNames(pattern: AnyNode, names: Set<string>): void {
  const stack: Array<AnyNode | null> = [pattern]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    switch (node?.type) {
      case "Identifier":
        names.add(node.name)
        break
      case "ObjectPattern":
        stack.push(...node.properties)
        break
      case "ArrayPattern":
        stack.push(...node.elements)
        break
      case "Property":
        stack.push(node.value)
        break
      case "AssignmentPattern":
        stack.push(node.left as AnyNode)
        break
      case "RestElement":
        stack.push(node.argument)
    }
  }
}

/** Where a `<` stands between its operands: comments and closing parentheses around it skipped. */
function operatorOffset({ left, right }: AnyNode, text: string): number {
  for (let at = left.end; at < right.start; at++) {
    if (text[at] === "<") return at
    if (text.startsWith("//", at)) at = lineEnd(text, at)
    else if (text.startsWith("/*", at)) at = commentEnd(text, at) - 1
  }
  return left.end
}

/** Whether a program reads a Markdown fence as code: "```" as a template that a template calls, `~~~` as operators. */
export function readsFence(ast: Program, text: string): boolean {
  if (!text.includes("```") && !text.includes("~~~")) return false
  let found = false
  visit(ast, (node) => {
    if (node.type === "UnaryExpression" && text.startsWith("~~~", node.start)) found = true
    else if (node.type === "TaggedTemplateExpression" && isFence(node)) found = true
  })
  return found
}

/** An empty template that another template follows at once. */
function isFence({ tag, quasi }: AnyNode): boolean {
  if (tag.end !== quasi.start) return false
  const template = tag.type === "TaggedTemplateExpression" ? tag.quasi : tag
  return template.type === "TemplateLiteral" && template.end - template.start === 2
}
