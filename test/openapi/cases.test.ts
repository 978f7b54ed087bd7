import { describe, expect, test } from "bun:test"
import * as OpenAPI from "../../src/OpenAPI.ts"
import cases from "../fixtures/openapi/requests.json" with { type: "json" }
import { flatTools, refusalFor, sentFor, toolOf } from "./client.ts"

interface Case {
  readonly id: string
  readonly title: string
  readonly spec: { readonly openapi?: string }
  readonly docUrl?: string
  readonly given: Readonly<Record<string, unknown>>
  readonly secrets?: Readonly<Record<string, string>>
  readonly expect: {
    readonly method?: string
    readonly url?: string
    readonly alsoUrl?: ReadonlyArray<string>
    readonly headers?: Readonly<Record<string, string>>
    readonly absentHeaders?: ReadonlyArray<string>
    readonly body?: string
    readonly form?: ReadonlyArray<readonly [string, string]>
    readonly refused?: boolean
    readonly tools?: number
    readonly required?: ReadonlyArray<string>
  }
}

function optionsOf({ spec, docUrl, secrets }: Case): OpenAPI.Options {
  return {
    spec,
    documentUrl: docUrl,
    auth: {
      resolve: ({ name, scheme }) => {
        const secret = secrets?.[name]
        if (secret === undefined) return undefined
        return scheme["type"] === "apiKey"
          ? { type: "apiKey", value: secret }
          : { type: "bearer", token: secret }
      },
    },
  }
}

/** The cases give values by location; the inputs are flat, and no case has two of one name. */
const inputOf = ({ given }: Case): unknown => {
  const { body, ...rest } = given
  const flat = Object.assign({}, ...Object.values(rest)) as object
  if (body === undefined) return flat
  return typeof body === "object" && !Array.isArray(body) ? { ...flat, ...body } : { ...flat, body }
}

describe("requests", () => {
  for (const one of cases as unknown as ReadonlyArray<Case>) {
    test(`${one.id} ${one.title}`, async () => {
      const options = optionsOf(one)
      if (one.spec.openapi === undefined) {
        expect(() => OpenAPI.fromSpec(options)).toThrow(/OpenAPI 3/)
        return
      }
      if (one.expect.refused === true) {
        expect(await refusalFor(options, inputOf(one))).toStartWith("GET /")
        return
      }
      const sent = await sentFor(options, inputOf(one))
      expect(sent.method).toBe(one.expect.method!)
      expect([one.expect.url, ...(one.expect.alsoUrl ?? [])]).toContain(sent.url)
      expect(sent.headers).toMatchObject(one.expect.headers ?? {})
      for (const name of one.expect.absentHeaders ?? []) expect(sent.headers[name]).toBeUndefined()
      if (one.expect.body !== undefined) expect(sent.body).toBe(one.expect.body)
      if (one.expect.form !== undefined)
        expect([...new URLSearchParams(sent.body)] as unknown).toEqual(one.expect.form)
      const result = OpenAPI.fromSpec(options)
      if (one.expect.tools !== undefined) expect(flatTools(result).size).toBe(one.expect.tools)
      if (one.expect.required !== undefined)
        expect(toolOf(result).input).toMatchObject({ schema: { required: one.expect.required } })
    })
  }
})
