/** Every example of a capability runs and gives what it promises. */
import { expect, test } from "bun:test"
import * as fetching from "../../examples/capabilities/fetch.ts"
import * as making from "../../examples/capabilities/output.ts"
import * as keeping from "../../examples/capabilities/store.ts"
import * as waiting from "../../examples/capabilities/timers.ts"

test("fetch", async () => {
  expect(await fetching.run()).toMatchObject({
    ok: true,
    value: {
      warmest: { name: "Lima", celsius: 19 },
      elsewhere: expect.stringContaining(
        "fetch: https://example.com is not allowed. Allowed: http://localhost:",
      ),
    },
  })
})

test("timers", async () => {
  expect(await waiting.run()).toMatchObject({ ok: true, value: ["build is done", "gave up on deploy"] })
})

test("output", async () => {
  const { artifacts, ...result } = await making.run()
  expect(result).toMatchObject({
    ok: true,
    value: "A table and a chart are with the user; the total is 22240",
  })
  expect(artifacts!.map(({ name, mediaType }) => [name, mediaType])).toEqual([
    ["sales.csv", "text/csv"],
    ["sales.svg", "image/svg+xml"],
    ["summary", "text/plain"],
  ])
})

test("store", async () => {
  expect(await keeping.run()).toMatchObject([
    { value: { fresh: ["Rain in Lima", "Snow in Oslo"], keys: ["seen"] } },
    { value: { fresh: ["Sun in Rome"], keys: ["seen"] } },
  ])
})
