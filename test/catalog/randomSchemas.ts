/** Random JSON Schemas, and values that are likely to be valid for them. */
import * as fc from "fast-check"

export type Schema = boolean | { readonly [keyword: string]: unknown }

export type Draft = "2020-12" | "draft-07"

export const names = ["a", "b", "c", "x-d", "e f"]
const name = fc.constantFrom(...names)

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom("", "s", "t", "it's", 'q"', "*/", "\u202e"),
  fc.constantFrom(0, 1, -1.5, 7),
  fc.boolean(),
  fc.constant(null),
)

const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  ),
})).value

const refs = ["#/$defs/one", "#/$defs/two", "#"]

const optional = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.option(arbitrary, { nil: undefined })

const defined = (schema: object): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, part]) => part !== undefined))

const conditional = (schemas: ReadonlyArray<Schema>): Schema =>
  Object.fromEntries(["if", "then", "else"].map((keyword, at) => [keyword, schemas[at]]))

/** A schema of a draft, with definitions that it may refer to. Every schema that constrains one type names it. */
export function schemas(draft: Draft): fc.Arbitrary<Schema> {
  const { schema } = fc.letrec<{ schema: Schema; partial: Schema }>((tie) => {
    const sub = tie("schema")
    const annotations = {
      description: optional(fc.constantFrom("words", "ends */ here", "two\nlines\u2028")),
    }
    const string = fc.record({ type: fc.constant("string"), minLength: optional(fc.nat(2)), ...annotations })
    const number = fc.record({
      type: fc.constantFrom("number", "integer"),
      minimum: optional(fc.nat(2)),
      ...annotations,
    })
    const plain = fc.record({ type: fc.constantFrom("boolean", "null", "object", "array", "string") })
    const literals = fc.oneof(
      fc.record({ const: value }),
      fc.record({
        enum: fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: (it) => JSON.stringify(it) }),
      }),
    )
    const objectKeywords = {
      properties: optional(fc.dictionary(name, sub, { maxKeys: 3 })),
      required: optional(fc.uniqueArray(name, { maxLength: 2 })),
      additionalProperties: optional(fc.oneof(fc.boolean(), sub)),
      patternProperties: optional(fc.dictionary(fc.constantFrom("^x-", "^a", "b$"), sub, { maxKeys: 2 })),
      propertyNames: optional(fc.constantFrom<Schema>({ enum: ["a", "b"] }, { minLength: 1 })),
    }
    const object = fc.record({ type: fc.constant("object"), ...objectKeywords, ...annotations })
    const arrayKeywords: Record<string, fc.Arbitrary<unknown>> = draft === "2020-12"
      ? { prefixItems: optional(fc.array(sub, { minLength: 1, maxLength: 2 })), items: optional(sub) }
      : {
          items: optional(fc.oneof(sub, fc.array(sub, { minLength: 1, maxLength: 2 }))),
          additionalItems: optional(sub),
        }
    const limits = { minItems: optional(fc.nat(2)), maxItems: optional(fc.nat(3)) }
    const array = fc.record({ type: fc.constant("array"), ...arrayKeywords, ...limits, ...annotations })
    const several = fc.record({
      type: fc.uniqueArray(fc.constantFrom("string", "integer", "null", "array", "object", "boolean"), {
        minLength: 1,
      }),
      ...objectKeywords,
      ...limits,
    })
    const ref = fc.record({ $ref: fc.constantFrom(...refs), ...annotations })
    const parts = fc.array(sub, { minLength: 1, maxLength: 3 })
    const composed = fc.oneof(
      fc.record({ allOf: parts }),
      fc.record({ anyOf: parts, ...annotations }),
      fc.record({ oneOf: parts }),
      fc.tuple(sub, sub, sub).map(conditional),
      fc.record({ anyOf: parts, allOf: parts }),
      fc.record({ not: sub, type: fc.constantFrom("object", "string", "number") }),
      fc.record({ not: fc.oneof(literals, plain), enum: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    )
    const refined = fc
      .tuple(
        object,
        fc.array(tie("partial"), { minLength: 1, maxLength: 3 }),
        fc.constantFrom("allOf", "anyOf", "oneOf"),
      )
      .map(([base, partials, keyword]) => defined({ ...base, [keyword]: partials }))
    return {
      partial: fc.record({ ...objectKeywords, propertyNames: fc.constant(undefined) }).map(defined),
      schema: fc.oneof(
        { depthSize: "small", maxDepth: 4 },
        fc.oneof(fc.boolean(), string.map(defined), number.map(defined), plain, literals),
        object.map(defined),
        array.map(defined),
        several.map(defined),
        ref.map(defined),
        composed.map((it) => defined(it as object)),
        refined,
      ),
    }
  })
  const uri =
    draft === "2020-12"
      ? "https://json-schema.org/draft/2020-12/schema"
      : "http://json-schema.org/draft-07/schema#"
  return fc.tuple(schema, schema, schema).map(([root, one, two]) => {
    if (typeof root === "boolean") return root
    return { $schema: uri, ...root, $defs: { one, two } }
  })
}

/** Keywords as `candidates` reads them: the generator above wrote them. */
interface Keywords {
  readonly type?: string | ReadonlyArray<string>
  readonly const?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<object>
  readonly oneOf?: ReadonlyArray<object>
  readonly allOf?: ReadonlyArray<object>
  readonly then?: Schema
  readonly else?: Schema
  readonly properties?: { readonly [name: string]: Schema }
  readonly patternProperties?: { readonly [pattern: string]: Schema }
  readonly additionalProperties?: Schema
  readonly required?: ReadonlyArray<string>
  readonly prefixItems?: ReadonlyArray<Schema>
  readonly items?: Schema | ReadonlyArray<Schema>
  readonly additionalItems?: Schema
  readonly minItems?: number
  readonly maxItems?: number
}

const matchedBy: { readonly [name: string]: string } = { "x-d": "^x-", a: "^a", b: "b$" }

const anything = fc.sample(value, { numRuns: 50, seed: 1 })

/** Values for a schema: made along its keywords, without care for all of them at once. */
export function candidates(schema: Schema, count: number, seed: number): ReadonlyArray<unknown> {
  let state = seed
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  const pick = <A>(list: ReadonlyArray<A>): A => list[below(list.length)]!
  const root = schema as { readonly $defs?: { readonly one: Schema; readonly two: Schema } }

  const make = (part: unknown, depth: number): unknown => {
    if (typeof part !== "object" || part === null || depth > 6 || below(12) === 0) return pick(anything)
    const it: Keywords = part
    if ("const" in it) return it.const
    if (it.enum !== undefined) return pick(it.enum)
    if (it.$ref !== undefined)
      return make(it.$ref === "#" ? schema : root.$defs?.[it.$ref.slice(8) as "one"], depth + 1)
    for (const parts of [it.anyOf, it.oneOf, it.allOf]) {
      if (parts === undefined || (it.type !== undefined && below(3) > 0)) continue
      const made = make({ type: it.type, ...pick(parts) }, depth + 1)
      if (it.type !== "object") return made
      return { ...makeObject(it, depth), ...(typeof made === "object" ? made : {}) }
    }
    if (it.then !== undefined) return make(pick([it.then, it.else]), depth + 1)
    const type = typeof it.type === "object" ? pick(it.type) : it.type
    if (type === "object") return makeObject(it, depth)
    if (type === "array") return makeArray(it, depth)
    if (type === "string") return pick(["s", "t", "long"])
    if (type === "boolean") return below(2) === 0
    return type === "null" ? null : pick(type === "integer" ? [1, 2, 7] : [2.5, 3])
  }
  const makeObject = (it: Keywords, depth: number): object => {
    const wanted = new Set<string>(it.required)
    for (const name of Object.keys(it.properties ?? {})) if (below(2) === 0) wanted.add(name)
    if (it.additionalProperties !== false && below(3) === 0) wanted.add(pick(names))
    if (it.patternProperties !== undefined) wanted.add(pick(Object.keys(matchedBy)))
    const place = (name: string): unknown =>
      it.properties?.[name] ??
      it.patternProperties?.[matchedBy[name] ?? ""] ??
      it.additionalProperties ??
      true
    return Object.fromEntries([...wanted].map((name) => [name, make(place(name), depth + 1)]))
  }
  const makeArray = (it: Keywords, depth: number): ReadonlyArray<unknown> => {
    const listed = it.prefixItems ?? (Array.isArray(it.items) ? (it.items as ReadonlyArray<Schema>) : [])
    const rest = Array.isArray(it.items) ? it.additionalItems : it.items
    const length = Math.min(Math.max(it.minItems ?? 0, below(4)), it.maxItems ?? 4)
    return Array.from({ length }, (_, index) => make(listed[index] ?? rest ?? true, depth + 1))
  }
  return Array.from({ length: count }, () => make(schema, 0))
}
