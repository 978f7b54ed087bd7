/** Types that the compiler checks: a wrong one fails `npm run typecheck`. */
import { expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Backend, store } from "../../src/Capabilities.ts"
import * as Extension from "../../src/Extension.ts"

type Equal<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false
/** Compiles only where `X` and `Y` are the same type. */
const same = <X, Y>(_equal: Equal<X, Y>): void => undefined
/** The services of an extension. */
type R<E> = E extends Extension.Definition<infer S> ? S : "not an extension"

class A extends Context.Service<A, { readonly a: string }>()("A") {}
class B extends Context.Service<B, { readonly b: string }>()("B") {}

const constants = Extension.make({
  name: "constants",
  globals: {
    config: {
      list: [1, "a"],
      when: new Date(0),
      sizes: new Map([["a", 1]]),
      bytes: new Uint8Array(1),
      pattern: /a/,
      none: null,
    },
  },
})
same<R<typeof constants>, never>(true)

const deep = Extension.make({
  name: "deep",
  globals: {
    a: () => A,
    b: { c: { d: Extension.async(() => Effect.map(B, ({ b }) => b)) } },
    e: async () => 1,
    f: 1,
  },
})
same<R<typeof deep>, A | B>(true)

const listed = Extension.make({ name: "listed", globals: { all: [() => A] } })
same<R<typeof listed>, A>(true)

const inDatabase = store({
  backend: {
    get: (_key: string) => Effect.map(A, ({ a }) => a),
    set: async () => {},
    delete: () => Effect.map(B, () => true),
    keys: () => [],
  },
})
same<R<typeof inDatabase>, A | B>(true)
same<R<ReturnType<typeof inMemoryStore>>, never>(true)
const inMemoryStore = () => store({ maxKeys: 1 })
const anyBackend = (backend: Backend) => store({ backend })
same<R<ReturnType<typeof anyBackend>>, never>(true)

test("services are inferred at any depth", () => {
  expect([constants, deep, listed, inDatabase].every(Extension.isExtension)).toBe(true)
})
