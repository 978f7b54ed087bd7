/**
 * Reads one source file of ours: what it imports, which names it takes from outside, whether it only re-exports.
 * Knows nothing of the rules.
 */
import ts from "typescript"

export interface Import {
  readonly specifier: string
  readonly line: number
  /** erased before it runs */
  readonly typeOnly: boolean
  /** `import()`, which loads when it is reached */
  readonly lazy: boolean
}

export interface Use {
  /** a free name (`process`), or a name with its member (`Math.random`) */
  readonly name: string
  readonly line: number
}

export interface Source {
  readonly path: string
  readonly imports: ReadonlyArray<Import>
  readonly uses: ReadonlyArray<Use>
  readonly onlyReexports: boolean
}

export function readSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const imports: Array<Import> = []
  const references: Array<Use> = []
  const declared = new Set<string>()
  const lineOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1

  const visit = (node: ts.Node): void => {
    const found = importOf(node)
    if (found !== undefined) imports.push({ ...found, line: lineOf(node) })
    if (ts.isIdentifier(node)) {
      if (isBinding(node)) declared.add(node.text)
      else if (isReference(node)) references.push({ name: node.text, line: lineOf(node) })
    }
    if (isAsync(node)) references.push({ name: "async", line: lineOf(node) })
    const member = memberUse(node)
    if (member !== undefined) references.push({ name: member, line: lineOf(node) })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return {
    path,
    imports,
    uses: references.filter((use) => !declared.has(use.name.split(".")[0]!)),
    onlyReexports: file.statements.some(ts.isExportDeclaration) && file.statements.every(isReexport),
  }
}

function importOf(node: ts.Node): Omit<Import, "line"> | undefined {
  if (ts.isImportDeclaration(node)) {
    return { specifier: textOf(node.moduleSpecifier), typeOnly: importsTypesOnly(node), lazy: false }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return { specifier: textOf(node.moduleSpecifier), typeOnly: node.isTypeOnly, lazy: false }
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return { specifier: textOf(node.arguments[0]), typeOnly: false, lazy: true }
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: textOf(node.argument.literal), typeOnly: true, lazy: false }
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return { specifier: textOf(node.moduleReference.expression), typeOnly: node.isTypeOnly, lazy: false }
  }
  return undefined
}

function importsTypesOnly(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause
  if (clause === undefined) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = clause.namedBindings
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly)
}

function textOf(node: ts.Node | undefined): string {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : "(not a literal)"
}

function isBinding(node: ts.Identifier): boolean {
  const parent = node.parent
  return (
    (ts.isVariableDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isBindingElement(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isFunctionExpression(parent) ||
      ts.isClassDeclaration(parent) ||
      ts.isClassExpression(parent) ||
      ts.isInterfaceDeclaration(parent) ||
      ts.isTypeAliasDeclaration(parent) ||
      ts.isTypeParameterDeclaration(parent) ||
      ts.isImportClause(parent) ||
      ts.isNamespaceImport(parent) ||
      ts.isImportSpecifier(parent)) &&
    parent.name === node
  )
}

function isReference(node: ts.Identifier): boolean {
  const parent = node.parent
  if (ts.isTypeReferenceNode(parent)) return false
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent)) return !isMemberName(parent, node)
  if (ts.isBindingElement(parent) || ts.isImportSpecifier(parent)) return parent.propertyName !== node
  if (ts.isExportSpecifier(parent) || ts.isLabeledStatement(parent)) return false
  if (ts.isShorthandPropertyAssignment(parent)) return true
  return !("name" in parent && parent.name === node)
}

function isMemberName(parent: ts.PropertyAccessExpression | ts.QualifiedName, node: ts.Identifier): boolean {
  return ts.isQualifiedName(parent) ? parent.right === node : parent.name === node
}

/** `Math.random`, `Math["random"]`, and a time that nobody gave: `new Date()`, `Date()` as `Date.now` */
function memberUse(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    return `${node.expression.text}.${node.name.text}`
  }
  if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression)) {
    return `${node.expression.text}.${textOf(node.argumentExpression)}`
  }
  const isNew = ts.isNewExpression(node) && (node.arguments?.length ?? 0) === 0
  if ((isNew || ts.isCallExpression(node)) && ts.isIdentifier(node.expression)) {
    return node.expression.text === "Date" ? "Date.now" : undefined
  }
  return undefined
}

function isAsync(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node)) return true
  return (
    ts.canHaveModifiers(node) && node.modifiers?.some((it) => it.kind === ts.SyntaxKind.AsyncKeyword) === true
  )
}

function isReexport(statement: ts.Statement): boolean {
  return ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
}
