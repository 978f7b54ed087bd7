import { describe, expect, test } from "bun:test"
import { blowUpDegree } from "../../src/regexp/analyse.ts"
import { findByHost, findEndByHost, hostDecision, matchesByHost } from "../../src/regexp/byHost.ts"
import { compilePattern, match, startMatch } from "../../src/regexp/pattern.ts"
import { freeMeter } from "./run.ts"

describe("degree of growth", () => {
  const degrees: ReadonlyArray<readonly [source: string, degree: number]> = [
    ["abc", 1],
    ["a+", 1],
    ["\\d+(?:\\.\\d+)?", 1],
    ["\\d{4}-\\d{2}-\\d{2}", 1],
    ['"[^"]*"', 1],
    ["https?:\\/\\/[^\\s]+", 1],
    ["^(\\S+) (\\S+)$", 1],
    ["a+b", 2],
    ["\\s+$", 2],
    ["<[^>]*>", 2],
    ["(?:ab)*c", 2],
    ["\\d+-\\d+", 2],
    ["(?=.*a)b", 2],
    ["a+a+b", 3],
    ["a*a*a*b", 4],
    ["^a+a+b", 2],
    ["(a+)+b", Infinity],
    ["(a|a)*b", Infinity],
    ["(?:a|ab|b)*c", Infinity],
    ["(a?){20}a{20}", Infinity],
    ["(a+)\\1", Infinity],
    ["^(?=(a+)+$)", Infinity],
  ]
  for (const [source, degree] of degrees) {
    test(`/${source}/`, () => expect(blowUpDegree(compilePattern(source, "").tree)).toBe(degree))
  }
})

describe("which engine", () => {
  const decisions: ReadonlyArray<
    readonly [source: string, flags: string, length: number, engine: "host" | "own"]
  > = [
    ["\\d+", "g", 4_000_000, "host"],
    ["\\d+", "g", 4_000_001, "own"],
    ["(?=a)".repeat(9), "", 1_000, "own"],
    ["()".repeat(100), "", 1_000, "own"],
    ["(?:".repeat(70) + "a" + ")*".repeat(70), "", 1_000, "own"],
    ["(?:ab|cd|ef|gh)+", "", 1_000, "host"],
    ["\\d+", "g", 100, "own"],
    ["a+b", "", 1_000, "host"],
    ["a+b", "", 1_001, "own"],
    ["a+a+b", "", 128, "own"],
    ['"[^"]*"', "g", 1_000, "host"],
    ['"[^"]*"', "g", 1_001, "own"],
    ['^"[^"]*"', "", 4_000_000, "host"],
    ["(a+)+b", "", 200, "own"],
    ["(?<=a)b", "", 200, "own"],
    ["(?<n>a)|(?<n>b)", "", 200, "own"],
    ["(a)\\1", "", 200, "own"],
    ["(?:(a)|b?)*", "", 200, "own"],
  ]
  for (const [source, flags, length, engine] of decisions) {
    test(`/${source.slice(0, 40)}/${flags} on ${length} units: ${engine}`, () => {
      expect(hostDecision(compilePattern(source, flags), length)).toBe(engine)
    })
  }

  test("short texts are the host's once a pattern has met 32,768 units in them", () => {
    const pattern = compilePattern("\\d+", "g")
    for (let count = 1; count <= 258; count++) expect(hostDecision(pattern, 127)).toBe("own")
    expect(hostDecision(pattern, 127)).toBe("host")
    expect(hostDecision(pattern, 1)).toBe("host")
    expect(hostDecision(compilePattern("\\d+", "g"), 1)).toBe("own")
  })

  const payer = (hostAllowed: boolean) => ({
    units: 0,
    charge(more: number) {
      this.units += more
    },
    regExpEngines: { hostAllowed, host: 0, own: 0 },
  })

  test("the host's matches have texts, and with `d` places", () => {
    const text = `${"-".repeat(300)}key=;`
    const whole = { start: 300, end: 305 }
    const texts = ["key=;", "key", undefined]
    for (const [flags, indices] of [
      ["", null],
      ["d", [300, 305, 300, 303, -1, -1]],
    ] as const) {
      const host = payer(true)
      const found = findByHost(compilePattern("(\\w+)=(\\d+)?;", flags), text, 0, false, host)!
      expect({ ...found, texts: [...found.texts!] }).toEqual({ ...whole, indices, texts })
      expect(host.regExpEngines.host).toBe(1)
    }
  })

  test("a run may do without the host's engine", () => {
    const pattern = compilePattern("a", "g")
    const text = "a".repeat(300)
    expect(findByHost(pattern, text, 0, false, payer(false))).toBe(undefined)
    expect(findEndByHost(pattern, text, 0, false, payer(false))).toBe(undefined)
    expect(matchesByHost(pattern, text, payer(false))).toBe(undefined)
  })

  test("what the host did is charged", () => {
    const text = "a".repeat(4_000)
    const spent = (run: (host: ReturnType<typeof payer>) => unknown) => {
      const host = payer(true)
      run(host)
      return host.units
    }
    expect(spent((host) => findByHost(compilePattern("b", ""), text, 0, false, host))).toBe(63)
    expect(spent((host) => findByHost(compilePattern("a", ""), text, 0, false, host))).toBe(1)
    expect(spent((host) => findEndByHost(compilePattern("b", ""), text, 64, false, host))).toBe(62)
    expect(spent((host) => matchesByHost(compilePattern("a", "g"), text, host))).toBe(4_063)
  })
})

describe("our matcher keeps no useless ways", () => {
  const spentOn = (source: string, text: string): number => {
    const pattern = compilePattern(source, "")
    let units = 0
    const charge = (more: number) => {
      units += more
      return true
    }
    match(pattern, text, startMatch(pattern, text, 0), { ...freeMeter, charge })
    return units
  }
  const linear: ReadonlyArray<readonly [source: string, pump: string]> = [
    ["\\s+$", " x"],
    ["\\s+$", " "],
    ["a+b", "a"],
    ["\\w+@\\w+", "w"],
    ["(a+)+b", "a"],
    ["(a|a)*b", "a"],
    ["(?:a?){30}b", "a"],
  ]
  for (const [source, pump] of linear) {
    test(`/${source}/ over many ${JSON.stringify(pump)}`, () => {
      const once = spentOn(source, `${pump.repeat(2_000)}!`)
      const twice = spentOn(source, `${pump.repeat(4_000)}!`)
      expect(twice / once).toBeLessThan(4.5)
    })
  }
})
