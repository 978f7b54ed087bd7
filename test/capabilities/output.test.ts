import { describe, expect, test } from "bun:test"
import * as Schema from "effect/Schema"
import * as CodeMode from "../../src/CodeMode.ts"
import { output } from "../../src/Capabilities.ts"
import { refusalOf, resultOf, runtimeWith, valueOf } from "./programs.ts"

const png = "[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]"

describe("artifacts", () => {
  test("stand beside the result, in order, as the program made them", async () => {
    const code = `
      const made = [
        output.text('hé'),
        output.text('two', 'note'),
        output.file('a.csv', 'x,y'),
        output.file('raw.dat', new Uint8Array([0, 255])),
        output.file('page', '<p>', 'Text/HTML'),
        output.image(new Uint8Array(${png}), 'chart.png'),
      ]
      return made`
    const result = await resultOf(runtimeWith(output()), code)
    expect(result).toEqual({
      ok: true,
      value: [
        { name: "text", bytes: 3 },
        { name: "note", bytes: 3 },
        { name: "a.csv", bytes: 3 },
        { name: "raw.dat", bytes: 2 },
        { name: "page", bytes: 3 },
        { name: "chart.png", bytes: 8 },
      ],
      artifacts: [
        { name: "text", mediaType: "text/plain", encoding: "text", data: "hé" },
        { name: "note", mediaType: "text/plain", encoding: "text", data: "two" },
        { name: "a.csv", mediaType: "text/csv", encoding: "text", data: "x,y" },
        { name: "raw.dat", mediaType: "application/octet-stream", encoding: "base64", data: "AP8=" },
        { name: "page", mediaType: "text/html", encoding: "text", data: "<p>" },
        { name: "chart.png", mediaType: "image/png", encoding: "base64", data: "iVBORw0KGgo=" },
      ],
      toolCalls: [],
    })
    expect(Schema.decodeUnknownSync(CodeMode.Result)(JSON.parse(JSON.stringify(result)))).toEqual(result)
  })

  test("of a run that fails are kept, and there is no field without any", async () => {
    const runtime = runtimeWith(output())
    expect(await resultOf(runtime, "output.text('so far'); null.x")).toMatchObject({
      ok: false,
      artifacts: [{ data: "so far" }],
    })
    expect(await resultOf(runtime, "return 1")).toEqual({ ok: true, value: 1, toolCalls: [] })
  })

  test("of two runs side by side are apart, and none counts as output", async () => {
    const runtime = runtimeWith(output(), { limits: { maxOutputBytes: 1 } })
    const results = await Promise.all(
      ["one", "two"].map((name) => resultOf(runtime, `await null; output.text('${name}'); return 1`)),
    )
    expect(results.map(({ artifacts }) => artifacts!.map(({ data }) => data))).toEqual([["one"], ["two"]])
    expect(results[0]).not.toHaveProperty("truncated")
  })

  test("of images are known by their first bytes", async () => {
    const code = `
      const image = (...bytes) => output.image(new Uint8Array(bytes).buffer)
      image(0xff, 0xd8, 0xff, 0xe0)
      output.image(new TextEncoder().encode('GIF89a...'))
      output.image(new TextEncoder().encode('RIFF....WEBPVP8 '))`
    const { artifacts } = await resultOf(runtimeWith(output()), code)
    expect(artifacts!.map(({ mediaType }) => mediaType)).toEqual(["image/jpeg", "image/gif", "image/webp"])
  })
})

describe("what is refused", () => {
  const cases: ReadonlyArray<readonly [call: string, message: string]> = [
    ["output.text(1)", "output.text: the text must be a string, not number"],
    ["output.text()", "output.text: the text must be a string, not undefined"],
    ["output.text('a', '')", "output.text: the name must be a string that is not empty"],
    ["output.file('../a', 'x')", 'output.file: the name "../a" must be a file name, without a folder'],
    ["output.file('a\\\\b', 'x')", 'output.file: the name "a\\\\b" must be a file name, without a folder'],
    ["output.file('..', 'x')", 'output.file: the name ".." must be a file name, without a folder'],
    ["output.file('a\\0b', 'x')", 'output.file: the name "a\\u0000b" must be a file name, without a folder'],
    ["output.file('x'.repeat(256), 'x')", "output.file: the name has 256 characters; 255 are allowed"],
    ["output.file('a.json', { a: 1 })", "output.file: the content must be a string or a Uint8Array, not an object. Write data with JSON.stringify."],
    ["output.file('a')", "output.file: the content must be a string or a Uint8Array, not undefined. Write data with JSON.stringify."],
    ["output.file('a', 'x', 'html')", 'output.file: "html" is no media type; write one such as "text/csv", or leave it out'],
    ["output.file('a', 'x', 'a/b\\r\\nc: d')", 'output.file: "a/b\\r\\nc: d" is no media type; write one such as "text/csv", or leave it out'],
    ["output.image('data:image/png;base64,')", "output.image: the content must be the bytes of a PNG, JPEG, GIF or WebP image, as a Uint8Array. Give anything else to output.file."],
    ["output.image(new TextEncoder().encode('<svg/>'))", "output.image: the content must be the bytes of a PNG, JPEG, GIF or WebP image, as a Uint8Array. Give anything else to output.file."],
  ] // prettier-ignore
  for (const [call, message] of cases) {
    test(call, async () => expect(await refusalOf(runtimeWith(output()), call)).toBe(message))
  }

  test("too many, and too much together", async () => {
    const few = runtimeWith(output({ maxArtifacts: 1 }))
    const code = "output.text('a'); try { output.text('b') } catch (e) { return e.message }"
    expect(await valueOf(few, code)).toBe("output.text: a run may make 1 artifacts, and has")
    const small = runtimeWith(output({ maxBytes: 5 }))
    const much =
      "output.text('é'); try { output.file('a', new Uint8Array(4)) } catch (e) { return e.message }"
    expect(await valueOf(small, much)).toBe(
      "output.file: 4 bytes are too many: a run's artifacts may have 5 together, and have 2",
    )
    expect(await valueOf(small, "output.text('é'); return output.file('a', new Uint8Array(3)).bytes")).toBe(3)
  })

  test("bounds that are none", () => {
    expect(() => output({ maxArtifacts: 0 })).toThrow(RangeError)
    expect(() => output({ maxBytes: Number.NaN })).toThrow(RangeError)
  })
})
