import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { buildSource, guestFiles, versions } from "../../.ci/buildHash.ts"
import { buildParts, fingerprintOf, hashSources, type Parts } from "../../src/snapshot/fingerprint.ts"
import { builtIns } from "../../src/stdlib/globals.ts"

test("the hash of the sources is what `npm run generate` writes", () => {
  const written = readFileSync(join(import.meta.dir, "../../src/snapshot/build.gen.ts"), "utf8")
  expect(written).toBe(buildSource())
})

describe("the fingerprint changes with", () => {
  const parts = buildParts(builtIns)
  const before = fingerprintOf(parts)
  const differs = (change: Partial<Parts>): void =>
    expect(fingerprintOf({ ...parts, ...change })).not.toEqual(before)

  test("nothing", () => {
    expect(fingerprintOf(buildParts(builtIns))).toEqual(before)
    expect(before.length).toBe(16)
  })

  test("a field of a kind", () => {
    const [first, ...rest] = parts.kinds
    differs({ kinds: [[first![0], [...first![1], ["more", "value"]]], ...rest] })
  })

  test("a kind of object", () => {
    differs({
      objectKinds: parts.objectKinds.map(([name, number]) => [
        name,
        name === "Proxy" ? number + 100 : number,
      ]),
    })
  })

  test("a field of frames or of the machine", () => {
    differs({ frame: parts.frame.slice(1) })
    differs({ machine: parts.machine.slice(1) })
  })

  test("the name of a built-in's steps", () => {
    differs({ steps: parts.steps.map((name) => (name === "ResolvePromise" ? "ResolveThePromise" : name)) })
  })

  test("the name of a built-in", () => {
    expect(parts.builtIns).toContain("Array.prototype")
    differs({ builtIns: parts.builtIns.map((name) => (name === "flatMap" ? "mapFlat" : name)) })
  })

  test("the text of a guest built-in", () => {
    expect(parts.guestTexts.length).toBeGreaterThan(20)
    differs({
      guestTexts: parts.guestTexts.map(([path, text], index) => [path, index === 3 ? `${text} ` : text]),
    })
  })

  test("the format", () => {
    differs({ format: parts.format + 1 })
  })

  const files = guestFiles()
  const changed = (path: string, from: string, to: string): string => {
    const source = files.get(path)!
    expect(source).toContain(from)
    return hashSources(new Map([...files, [path, source.replace(from, to)]]), versions())
  }

  test("a kind of node", () => {
    differs({ sources: changed("interpreter/build.ts", "IfStatement", "WhenStatement") })
  })

  test("a state number", () => {
    differs({ sources: changed("interpreter/promises.ts", "frame.state = 1", "frame.state = 3") })
  })

  test("a parser's version, and the package's", () => {
    differs({ sources: hashSources(files, { ...versions(), acorn: "8.99.0" }) })
    differs({ sources: hashSources(files, { ...versions(), codemode: "0.1.1" }) })
  })
})
