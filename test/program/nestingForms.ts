// Every form that nests in JavaScript and TypeScript, each with a hole, and texts that repeat one or two of them.

type Kind = "expression" | "statement" | "type"

interface Form {
  readonly inside: Kind
  readonly is: Kind
  /** the hole takes only primary expressions or types */
  readonly tight?: boolean
  readonly typescript?: boolean
  readonly nest: (inner: string, index: number) => string
}

const expressions: Record<string, (inner: string) => string> = {
  array: (x) => `[${x}]`,
  parenthesis: (x) => `(${x})`,
  object: (x) => `{a:${x}}`,
  spread: (x) => `[...${x}]`,
  computed: (x) => `{[${x}]:1}`,
  argument: (x) => `f(${x})`,
  newArgument: (x) => `new F(${x})`,
  index: (x) => `a[${x}]`,
  optionalArgument: (x) => `a?.(${x})`,
  template: (x) => `\`\${${x}}\``,
  tagged: (x) => `t\`\${${x}}\``,
  assignment: (x) => `a=${x}`,
  compound: (x) => `a+=${x}`,
  arrow: (x) => `a=>${x.startsWith("{") ? `(${x})` : x}`,
  asyncArrow: (x) => `async a=>${x.startsWith("{") ? `(${x})` : x}`,
  parameter: (x) => `(a=${x})=>1`,
  pattern: (x) => `({a=${x}})=>1`,
  alternate: (x) => `a?b:${x}`,
  consequent: (x) => `a?${x}:b`,
  sequence: (x) => `(a,${x})`,
  classField: (x) => `class{x=${x}}`,
  classKey: (x) => `class{[${x}](){}}`,
  importCall: (x) => `import(${x})`,
}

const tightExpressions: Record<string, (inner: string) => string> = {
  test: (x) => `${x}?a:b`,
  right: (x) => `a+${x}`,
  left: (x) => `${x}+a`,
  comparison: (x) => `${x}<a`,
  coalesce: (x) => `${x}??a`,
  power: (x) => `a**${x}`,
  powerBase: (x) => `${x}**a`,
  not: (x) => `!${x}`,
  negative: (x) => `- ${x}`,
  typeOf: (x) => `typeof ${x}`,
  await: (x) => `await ${x}`,
  new: (x) => `new ${x}`,
  member: (x) => `${x}.a`,
  optional: (x) => `${x}?.a`,
  call: (x) => `${x}()`,
  indexed: (x) => `${x}[0]`,
  tag: (x) => `${x}\`\``,
  heritage: (x) => `class extends ${x}{}`,
}

const statements: Record<string, (inner: string, index: number) => string> = {
  block: (x) => `{${x}}`,
  ifBlock: (x) => `if(a){${x}}`,
  if: (x) => `if(a)${x}`,
  else: (x) => `if(a){}else ${x}`,
  elseBlock: (x) => `if(a){}else{${x}}`,
  for: (x) => `for(;;)${x}`,
  forOf: (x) => `for(a of b){${x}}`,
  while: (x) => `while(a)${x}`,
  do: (x) => `do ${x} while(a);`,
  label: (x, index) => `l${index}:${x}`,
  switch: (x) => `switch(a){case 1:${x}}`,
  try: (x) => `try{${x}}catch{}`,
  finally: (x) => `try{}finally{${x}}`,
}

const functions: Record<string, (inner: string) => string> = {
  function: (x) => `(function(){${x}})`,
  asyncFunction: (x) => `(async function(){${x}})`,
  arrowBlock: (x) => `()=>{${x}}`,
  asyncArrowBlock: (x) => `async()=>{${x}}`,
  method: (x) => `{async f(){${x}}}`,
  getter: (x) => `{get f(){${x}}}`,
  classMethod: (x) => `class{async f(){${x}}}`,
  staticBlock: (x) => `class{static{${x}}}`,
}

const holders: Record<string, (inner: string) => string> = {
  expressionStatement: (x) => `(${x});`,
  variable: (x) => `{let a=${x}}`,
  condition: (x) => `if(${x});`,
  return: (x) => `{async function f(){return ${x}}}`,
  default: (x) => `{function f(a=${x}){}}`,
  throw: (x) => `throw ${x};`,
  head: (x) => `for(a of ${x});`,
}

const typescript: Record<string, Form> = {
  as: form("expression", "expression", (x) => `${x} as any`, true),
  satisfies: form("expression", "expression", (x) => `${x} satisfies any`, true),
  nonNull: form("expression", "expression", (x) => `${x}!`, true),
  assertion: form("expression", "expression", (x) => `<any>${x}`, true),
  typeArgument: form("type", "expression", (x) => `f<${x}>()`),
  annotation: form("type", "statement", (x) => `{let a:${x}}`),
  returnType: form("type", "statement", (x) => `function f():${x}{}`),
  alias: form("type", "statement", (x) => `{type A=${x}}`),
  namespace: form("statement", "statement", (x) => `namespace N{${x}}`),
  parameterProperty: form("statement", "expression", (x) => `class{constructor(private a){${x}}}`),
  generic: form("type", "type", (x) => `A<${x}>`),
  tuple: form("type", "type", (x) => `[${x}]`),
  literal: form("type", "type", (x) => `{a:${x}}`),
  functionType: form("type", "type", (x) => `()=>${x}`),
  constructorType: form("type", "type", (x) => `new()=>${x}`),
  conditional: form("type", "type", (x) => `A extends B?C:${x}`),
  typeParenthesis: form("type", "type", (x) => `(${x})`),
  templateType: form("type", "type", (x) => `\`\${${x}}\``),
  arrayType: form("type", "type", (x) => `${x}[]`, true),
  union: form("type", "type", (x) => `${x}|A`, true),
  intersection: form("type", "type", (x) => `A&${x}`, true),
  keyOf: form("type", "type", (x) => `keyof ${x}`, true),
}

function form(inside: Kind, is: Kind, nest: Form["nest"], tight = false): Form {
  return { inside, is, nest, tight, typescript: true }
}

function table(
  inside: Kind,
  is: Kind,
  forms: Record<string, Form["nest"]>,
  tight = false,
): Array<[string, Form]> {
  return Object.entries(forms).map(([name, nest]) => [name, { inside, is, nest, tight }])
}

/** All forms by name. */
export const forms: ReadonlyMap<string, Form> = new Map<string, Form>([
  ...table("expression", "expression", expressions),
  ...table("expression", "expression", tightExpressions, true),
  ...table("statement", "statement", statements),
  ...table("statement", "expression", functions),
  ...table("expression", "statement", holders),
  ...Object.entries(typescript),
])

function adapt(text: string, is: Kind, { inside, tight }: Form): string {
  if (is === inside) return tight && text.length > 1 ? `(${text})` : text
  if (inside === "statement") return is === "type" ? `{let a:${text}}` : `(${text});`
  if (inside === "type") return is === "expression" ? `typeof import(\`\`)` : "A"
  const expression = is === "type" ? `f<${text}>()` : `async()=>{${text}}`
  return tight ? `(${expression})` : expression
}

/** A program of `depth` forms inside one another, the two taking turns; `undefined` if they cannot. */
export function nested(one: Form, other: Form, depth: number): string | undefined {
  let is: Kind = (depth % 2 === 0 ? other : one).inside
  if (one.inside === "type" && other.is !== "type" && one !== other) return undefined
  if (other.inside === "type" && one.is !== "type" && one !== other) return undefined
  if (one === other && one.inside === "type" && one.is !== "type") return undefined
  let text = { expression: "a", statement: ";", type: "A" }[is]
  for (let index = depth; index > 0; index--) {
    const form = index % 2 === 0 ? other : one
    text = form.nest(adapt(text, is, form), index)
    is = form.is
  }
  if (is === "type") return `let z:${text}`
  return is === "expression" ? `z=${text}` : text
}
