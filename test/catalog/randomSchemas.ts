/** Random JSON Schemas, and values that are likely to be valid for them. */
import fc from "fast-check"

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

const defined = (schema: Record<string, unknown>): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, part]) => part !== undefined))

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
      fc.record({ if: sub, then: sub, else: sub }),
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
        composed.map(defined),
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
    const it = part as Record<string, any>
    if ("const" in it) return it["const"]
    if ("enum" in it) return pick(it["enum"])
    if ("$ref" in it)
      return make(it["$ref"] === "#" ? schema : root.$defs?.[it["$ref"].slice(8) as "one"], depth + 1)
    for (const keyword of ["anyOf", "oneOf", "allOf"]) {
      if (keyword in it && (it["type"] === undefined || below(3) === 0)) {
        const made = make({ type: it["type"], ...pick(it[keyword] as Array<object>) }, depth + 1)
        if (it["type"] !== "object") return made
        return { ...(makeObject(it, depth) as object), ...(typeof made === "object" ? made : {}) }
      }
    }
    if ("then" in it) return make(pick([it["then"], it["else"]]), depth + 1)
    const type = Array.isArray(it["type"]) ? pick(it["type"]) : it["type"]
    if (type === "object") return makeObject(it, depth)
    if (type === "array") return makeArray(it, depth)
    return {
      string: pick(["s", "t", "long"]),
      integer: pick([1, 2, 7]),
      number: pick([2.5, 3]),
      boolean: below(2) === 0,
      null: null,
    }[type as "null"]
  }
  const makeObject = (it: Record<string, any>, depth: number): unknown => {
    const made: Record<string, unknown> = {}
    const wanted = new Set<string>([
      ...(it["required"] ?? []),
      ...Object.keys(it["properties"] ?? {}).filter(() => below(2) === 0),
    ])
    if (it["additionalProperties"] !== false && below(3) === 0) wanted.add(pick(names))
    if (it["patternProperties"] !== undefined) wanted.add(pick(["x-d", "a", "b"]))
    for (const key of wanted) {
      made[key] = make(
        it["properties"]?.[key] ??
          it["patternProperties"]?.[key === "x-d" ? "^x-" : key === "a" ? "^a" : "b$"] ??
          it["additionalProperties"] ??
          true,
        depth + 1,
      )
    }
    return made
  }
  const makeArray = (it: Record<string, any>, depth: number): unknown => {
    const length = Math.max(it["minItems"] ?? 0, below(4))
    const prefix: Array<unknown> = it["prefixItems"] ?? (Array.isArray(it["items"]) ? it["items"] : [])
    const rest = Array.isArray(it["items"]) ? it["additionalItems"] : it["items"]
    return Array.from({ length: Math.min(length, it["maxItems"] ?? length) }, (_, index) =>
      make(prefix[index] ?? rest ?? true, depth + 1),
    )
  }
  return Array.from({ length: count }, () => make(schema, 0))
}
