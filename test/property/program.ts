/**
 * Makes random programs that end: every loop and function takes a tick, and values that loops store stay small. Owns
 * statements, scopes and classes; the expressions are the tables of expressions.ts.
 */
import { type Kind, kinds, leaves, parts, templates } from "./expressions.ts"
import { Random } from "./random.ts"

interface Variable {
  readonly name: string
  readonly kind: Kind
  readonly mutable: boolean
}

interface Context {
  readonly canAwait: boolean
  readonly canYield: boolean
  readonly canReturn: boolean
  /** labels of loops around, and of other statements */
  readonly loops: ReadonlyArray<string>
  readonly blocks: ReadonlyArray<string>
}

const nested: Context = { canAwait: false, canYield: false, canReturn: true, loops: [], blocks: [] }
const isKind = (name: string): name is Kind => (kinds as readonly string[]).includes(name)
const hasFunction = /=>|\bfunction\b|\) \{|\bclass\b/

/** The body of an async function whose last value is its result; every fifth nests deeper. */
export function randomProgram(seed: number): string {
  return new Writer(new Random(seed)).program(seed % 5 === 0 ? 3 : 2)
}

class Writer {
  private variables: Variable[] = []
  private context: Context = { ...nested, canAwait: true }
  private names = 0
  private readonly random: Random

  constructor(random: Random) {
    this.random = random
  }

  program(depth: number): string {
    const body = this.statements(2 + this.random.integer(5), depth)
    return `${body}\nreturn ${this.expression("any", 3)}`
  }

  // ---- expressions

  private expression(kind: Kind, depth: number): string {
    if (this.random.once(30)) return this.expression("any", depth)
    const known = this.variables.filter(
      (it) => it.kind === kind || (it.kind === "any" && this.random.once(6)),
    )
    if (known.length > 0 && !this.random.once(2)) return this.random.pick(known).name
    if (depth <= 0 || this.random.once(5)) return bracketed(this.expand(this.random.pick(leaves[kind]), 0))
    if (this.context.canYield && this.random.once(8))
      return `(yield${this.random.pick(["", "", "*"]) === "*" ? `* ${this.expression("iter", depth - 1)}` : ` ${this.expression("any", depth - 1)}`})`
    let template = this.random.pick(templates[kind])
    while (/\bawait\b/.test(template) && !hasFunction.test(template) && !this.context.canAwait)
      template = this.random.pick(templates[kind])
    return bracketed(this.expand(template, depth - 1))
  }

  /** Fills in a template; names that its patterns declare are known in the rest of it. */
  private expand(template: string, depth: number): string {
    if (!hasFunction.test(template)) return this.fill(template, depth)
    return this.inside({ ...nested, canAwait: /\basync\b/.test(template) }, () => this.fill(template, depth))
  }

  private fill(template: string, depth: number): string {
    return template.replace(/\$(\w+)(?:\((\w+)\))?/g, (whole, name: string, argument: string | undefined) => {
      if (name === "f" || name === "f2") return this.arrow(name === "f" ? 1 : 2, argument!, depth)
      const suffix = argument === undefined ? "" : whole.slice(name.length + 1)
      if (name === "p") return this.parameters(depth) + suffix
      return this.part(name, depth) + suffix
    })
  }

  private part(name: string, depth: number): string {
    if (isKind(name)) return this.expression(name, depth)
    return this.fill(this.random.pick(parts[name]!), depth - 1)
  }

  private arrow(count: number, result: string, depth: number): string {
    return this.inside(nested, () => {
      const names = Array.from({ length: count }, () => this.declare("any", true))
      if (this.random.once(5))
        return `(function (${names.join(", ")}) { tick(); ${this.block(1)}; return ${this.part(result, depth)} })`
      return `((${names.join(", ")}) => tick() && ${this.part(result, depth)})`
    })
  }

  private inside<T>(context: Context, write: () => T): T {
    const saved = { context: this.context, variables: this.variables }
    this.context = context
    this.variables = [...saved.variables]
    const written = write()
    this.context = saved.context
    this.variables = saved.variables
    return written
  }

  private declare(kind: Kind, mutable: boolean): string {
    const name = `v${this.names++}`
    this.variables.push({ name, kind, mutable })
    return name
  }

  private kind(): Kind {
    return this.random.pick(kinds)
  }

  // ---- patterns

  private parameters(depth: number): string {
    const one = () =>
      this.withoutWaiting(() =>
        this.random.once(2)
          ? this.pattern(depth)
          : this.random.once(2)
            ? `${this.declare("any", true)} = ${this.expression("any", depth)}`
            : this.declare("any", true),
      )
    const list = Array.from({ length: this.random.integer(3) }, one)
    if (this.random.once(4)) list.push(`...${this.declare("arr", true)}`)
    return list.join(", ")
  }

  /** In parameters no await and no yield may stand. */
  private withoutWaiting(write: () => string): string {
    const saved = this.context
    this.context = nested
    const written = write()
    this.context = saved
    return written
  }

  private pattern(depth: number): string {
    const element = (): string => {
      const target = this.random.once(4) && depth > 0 ? this.pattern(depth - 1) : this.declare("any", true)
      return this.random.once(3) ? `${target} = ${this.expression("any", depth - 1)}` : target
    }
    if (this.random.once(2)) {
      const list = Array.from({ length: 1 + this.random.integer(2) }, () =>
        this.random.once(6) ? "" : element(),
      )
      return `[${[...list, ...(this.random.once(3) ? [`...${this.declare("arr", true)}`] : [])].join(", ")}]`
    }
    const property = () =>
      `${this.random.once(3) ? `[${this.expression("key", depth - 1)}]` : this.random.pick(["a", "b", "length", "0"])}: ${element()}`
    const list = Array.from({ length: 1 + this.random.integer(2) }, property)
    return `{ ${[...list, ...(this.random.once(3) ? [`...${this.declare("obj", true)}`] : [])].join(", ")} }`
  }

  /** A pattern over what is there: variables and members. */
  private assignmentPattern(depth: number): string {
    const target = () => {
      const mutable = this.variables.filter((it) => it.mutable && it.kind === "any")
      return mutable.length > 0 && this.random.once(2)
        ? this.random.pick(mutable).name
        : `Object(log(${this.expression("obj", 1)}))[${this.expression("key", 1)}]`
    }
    const element = () => target() + (this.random.once(3) ? ` = ${this.expression("any", depth)}` : "")
    return this.random.once(2)
      ? `[${element()}, ${element()}${this.random.once(2) ? `, ...${target()}` : ""}]`
      : `{ ${this.random.pick(["a", "b"])}: ${element()}, [${this.expression("key", 1)}]: ${element()}${this.random.once(2) ? `, ...${target()}` : ""} }`
  }

  // ---- statements

  private statements(count: number, depth: number): string {
    return Array.from({ length: count }, () => this.statement(depth)).join("\n")
  }

  /** Statements with a scope of their own, without braces around. */
  private block(depth: number): string {
    const saved = this.variables
    this.variables = [...saved]
    const written = this.statements(1 + this.random.integer(2), depth - 1)
    this.variables = saved
    return written
  }

  private statement(depth: number): string {
    const simple = [
      this.logged,
      this.logged,
      this.declaration,
      this.declaration,
      this.assignment,
      this.assignment,
      this.mutation,
      this.destructuring,
    ]
    const compound = [
      this.conditional,
      this.forLoop,
      this.forOf,
      this.forOf,
      this.forIn,
      this.whileLoop,
      this.labelled,
      this.switched,
      this.tried,
      this.tried,
      this.functionDeclaration,
      this.classDeclaration,
      this.jump,
      this.deadZone,
      this.forAwait,
    ]
    const write = depth > 0 && this.random.once(2) ? this.random.pick(compound) : this.random.pick(simple)
    return write.call(this, depth)
  }

  private logged(): string {
    return `log(${this.expression(this.kind(), 3)})`
  }

  private declaration(): string {
    const kind = this.kind()
    const value = this.expression(kind, 3)
    const isConstant = this.random.once(3)
    return `${isConstant ? "const" : "let"} ${this.declare(kind, !isConstant)} = ${value}`
  }

  private assignment(): string {
    const known = this.variables.filter((it) => it.mutable || this.random.once(20))
    if (known.length === 0 || this.random.once(2)) {
      const target = `Object(${this.expression(this.random.pick(["obj", "arr", "any"] as const), 2)})[${this.expression("key", 2)}]`
      const operator = this.random.pick(["=", "=", "??=", "||=", "&&="])
      if (this.random.once(4)) return `log(${target}${this.random.pick(["++", "--"])})`
      return `log(${target} ${operator} keep(${this.expression("any", 2)}))`
    }
    const { name, kind } = this.random.pick(known)
    if (kind === "str") return `${name} = cut(${name} + ${this.expression("str", 2)})`
    if (kind === "num" && this.random.once(2))
      return `log(${this.random.pick([`${name}++`, `--${name}`, `${name} += ${this.expression("num", 2)}`, `${name} **= 2`, `${name} >>>= 1`])})`
    return `${name} ${this.random.pick(["=", "=", "??=", "&&=", "||="])} keep(${this.expression(kind, 3)})`
  }

  private mutation(): string {
    const forms = [
      "$arr[$small] = $kept",
      "$arr.length = $tiny",
      "delete $obj[$key]",
      "$obj.a = $kept",
      "$re.lastIndex = $num",
      "$bytes[$small] = $num",
      "$bytes.set($arr, $small)",
      "$map.clear()",
      "log($arr.push(...few($arr)))",
      "$obj[$key] += $num",
      "Object.defineProperty($arr, $small, { get() { log('element'); return $any }, configurable: true })",
      "void $any",
      "$date.setUTCMonth($small)",
      "$num\n;[$num].forEach(log)",
      "$arr.sort(() => 0)",
    ]
    return `;${this.expand(this.random.pick(forms), 2)}`
  }

  private destructuring(): string {
    const value = this.expression(this.random.pick(["arr", "obj", "any", "iter", "map", "str"] as const), 3)
    if (this.random.once(3)) return `;(${this.assignmentPattern(2)} = ${value})`
    return `const ${this.pattern(2)} = ${value}`
  }

  private conditional(depth: number): string {
    const test = this.expression(this.random.pick(["bool", "any"] as const), 2)
    const otherwise = this.random.once(2) ? ` else { ${this.block(depth)} }` : ""
    return `if (${test}) { ${this.block(depth)} }${otherwise}`
  }

  /** A loop's body: it may break and continue. */
  private loopBody(depth: number, label = ""): string {
    const { context } = this
    this.context = { ...context, loops: [...context.loops, label] }
    const written = `tick(); ${this.block(depth)}`
    this.context = context
    return written
  }

  private forLoop(depth: number, label = ""): string {
    return this.scoped(() => {
      const name = this.declare("num", false)
      const closures = this.random.once(3) ? `; (later ??= []).push(() => ${name})` : ""
      const head = `let ${name} = 0${closures === "" ? "" : ", later"}; ${name} < ${1 + this.random.integer(3)}; ${name}++`
      return `for (${head}) { ${this.loopBody(depth, label)}${closures} }`
    })
  }

  private forOf(depth: number, label = ""): string {
    const source = this.expression(
      this.random.pick(["arr", "arr", "map", "set", "str", "iter", "obj", "any"] as const),
      3,
    )
    return this.scoped(() => {
      const head = this.random.once(3)
        ? `const ${this.pattern(1)}`
        : `${this.random.pick(["const", "let"])} ${this.declare("any", false)}`
      return `for (${head} of ${source}) { ${this.loopBody(depth, label)} }`
    })
  }

  private forAwait(depth: number): string {
    if (!this.context.canAwait) return this.forOf(depth)
    return this.forOf(depth).replace(/^for /, "for await ")
  }

  private forIn(depth: number, label = ""): string {
    const source = this.expression(this.random.pick(["obj", "arr", "str", "any"] as const), 3)
    return this.scoped(() => {
      const name = this.declare("str", true)
      const change = this.random.once(4)
        ? `if (typeof ${name} === "string") delete ${this.expression("obj", 1)}[${name}]; `
        : ""
      return `for (let ${name} in bare(${source})) { ${change}${this.loopBody(depth, label)} }`
    })
  }

  private whileLoop(depth: number, label = ""): string {
    const count = `n${this.names++}`
    const test = `${count}++ < 3 && ${this.expression("any", 2)}`
    const body = `{ ${this.loopBody(depth, label)} }`
    const loop = this.random.once(2) ? `while (${test}) ${body}` : `do ${body} while (${test})`
    return label === "" ? `let ${count} = 0; ${loop}` : `{ let ${count} = 0; ${label}: ${loop} }`
  }

  private labelled(depth: number): string {
    const label = `l${this.names++}`
    const form = this.random.integer(5)
    if (form === 0) return `${label}: ${this.forLoop(depth, label)}`
    if (form === 1) return `${label}: ${this.forOf(depth, label)}`
    if (form === 2) return `${label}: ${this.forIn(depth, label)}`
    if (form === 3) return this.whileLoop(depth, label)
    const { context } = this
    this.context = { ...context, blocks: [...context.blocks, label] }
    const written = `${label}: { ${this.block(depth)} }`
    this.context = context
    return written
  }

  private scoped(write: () => string): string {
    const saved = this.variables
    this.variables = [...saved]
    const written = write()
    this.variables = saved
    return written
  }

  private switched(depth: number): string {
    const subject = this.expression("any", 2)
    const clause = (test: string) => {
      const ends = this.random.once(2) ? "; break" : ""
      return `${test} { ${this.block(depth)}${ends} }`
    }
    const tests = Array.from({ length: 2 }, () => `case ${this.expression("any", 2)}:`)
    tests.splice(this.random.integer(3), 0, "default:")
    return `switch (${subject}) { ${tests.map(clause).join(" ")} }`
  }

  private tried(depth: number): string {
    const body = `try { ${this.block(depth)}; ${this.random.once(2) ? this.thrown() : ""} }`
    const error = this.scoped(() => {
      if (this.random.once(5)) return `catch { ${this.block(depth)} }`
      if (this.random.once(5)) return `catch (${this.pattern(1)}) { ${this.block(depth)} }`
      const name = `e${this.names++}`
      return `catch (${name}) { log("caught", nameOf(${name})); ${this.block(depth)}${this.random.once(4) ? `; throw ${name}` : ""} }`
    })
    const last = ` finally { log("finally"); ${this.block(depth)} }`
    const form = this.random.integer(3)
    return body + (form === 0 ? error : form === 1 ? last : ` ${error}${last}`)
  }

  private thrown(): string {
    return this.random.once(3)
      ? `throw new ${this.random.pick(["Error", "TypeError", "RangeError"])}(${this.expression("str", 1)}${this.random.once(3) ? `, { cause: ${this.expression("any", 1)} }` : ""})`
      : `throw ${this.expression("any", 2)}`
  }

  /** break, continue, return or throw, half of the time. */
  private jump(): string {
    const { loops, blocks, canReturn } = this.context
    const forms = [this.thrown(), canReturn ? `return ${this.expression("any", 2)}` : ";"]
    if (loops.length > 0) forms.push("break", "continue")
    for (const label of loops) if (label !== "") forms.push(`break ${label}`, `continue ${label}`)
    for (const label of blocks) forms.push(`break ${label}`)
    return `if (${this.expression("any", 2)}) { ${this.random.pick(forms)} }`
  }

  /** A closure that is called before and after what it reads is initialised. */
  private deadZone(): string {
    const name = `v${this.names++}`
    const reader = `v${this.names++}`
    const value = this.expression("any", 2)
    this.variables.push({ name, kind: "any", mutable: true })
    return `const ${reader} = () => ${name}; try { log(${this.random.pick([`${reader}()`, `typeof ${name}`, `${name} = 1`])}) } catch (e) { log(nameOf(e)) } let ${name} = ${value}; log(${reader}())`
  }

  private functionDeclaration(depth: number): string {
    const name = `f${this.names++}`
    const isAsync = this.random.once(3)
    const isGenerator = this.random.once(3)
    const written = this.inside({ ...nested, canAwait: isAsync, canYield: isGenerator }, () => {
      const parameters = this.parameters(2)
      return `${isAsync ? "async " : ""}function${isGenerator ? "*" : ""} ${name}(${parameters}) { tick(); ${this.block(depth)}; return ${this.expression("any", 2)} }`
    })
    if (!isAsync) this.variables.push({ name, kind: "fn", mutable: false })
    const call = `${name}(${this.expression("any", 2)}, ${this.expression("any", 2)})`
    if (!isGenerator)
      return `${written}\n${isAsync ? `log(${this.context.canAwait && this.random.once(2) ? "await " : ""}handled(${call}))` : `log(${call})`}`
    const iterator = `v${this.names++}`
    const steps = Array.from({ length: 3 }, () => this.random.pick(["next", "next", "return", "throw"]))
    const lines = steps.map(
      (step) =>
        `try { log(${isAsync && this.context.canAwait ? "await " : ""}${isAsync ? "handled" : ""}(${iterator}.${step}(${this.expression("any", 1)}))) } catch (e) { log(nameOf(e)) }`,
    )
    return `${written}\nconst ${iterator} = ${call}; ${lines.join("; ")}`
  }

  // ---- classes

  private classDeclaration(depth: number): string {
    const name = `C${this.names++}`
    const parents = [
      "",
      "",
      " extends Point",
      " extends List",
      " extends Map",
      " extends Error",
      ` extends (log(${this.expression("fn", 1)}))`,
    ]
    const heritage = this.random.pick(parents)
    const members = Array.from({ length: 1 + this.random.integer(4) }, () =>
      this.inside(nested, () => this.member(heritage !== "", depth)),
    )
    const body = [
      heritage === "" ? "#p = 1" : "#p = log('field')",
      "static has(o) { return #p in o }",
      ...members,
    ].join("\n")
    this.variables.push({ name, kind: "fn", mutable: false })
    const instance = this.declare("obj", false)
    return `class ${name}${heritage} {\n${body}\n}\nlet ${instance}; try { ${instance} = new ${name}(${this.expression("any", 2)}) } catch (e) { log(nameOf(e)) } log(${name}.has(Object(${instance})), ${instance}, quiet(${instance}?.m?.()), ${instance}?.x)`
  }

  private member(isDerived: boolean, depth: number): string {
    const key = this.random.once(3)
      ? `[log(${this.expression("key", 1)})]`
      : this.random.pick(["a", "b", "m", "x", `#q${this.names++}`])
    const fixed = this.random.once(4) ? "static " : ""
    const any = () => this.expression("any", 2)
    const self = () =>
      this.random.pick([
        "this.a",
        "this.x",
        "this.#p",
        "this.#p++",
        "(this.b = 1)",
        ...(isDerived ? ["super.x", "super.toString?.name", "(super.z = 2)", "super.has"] : []),
      ])
    switch (this.random.integer(8)) {
      case 0:
        return `${fixed}${key} = ${any()};`
      case 1:
        return `${fixed}get ${key}() { tick(); return ${self()} }`
      case 2:
        return `${fixed}set ${key}(value) { log("set", value); this.b2 = ${self()} }`
      case 3:
        return `static { log("static", ${any()}); ${this.inside({ ...nested, canReturn: false }, () => this.block(depth - 1))} }`
      case 4:
        return `${fixed}*${key}(${this.parameters(1)}) { yield ${self()}; yield* ${this.expression("iter", 1)} }`
      case 5:
        return `async m() { await ${any()}; return ${self()} }`
      default:
        return `${fixed}${key === "#constructor" ? "m" : key}(${this.parameters(1)}) { tick(); ${this.block(depth - 1)}; return ${self()} }`
    }
  }
}

function bracketed(text: string): string {
  return /^[a-z]\w*$/.test(text) ? text : `(${text})`
}
