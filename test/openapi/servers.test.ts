import { describe, expect, test } from "bun:test"
import * as OpenAPI from "../../src/OpenAPI.ts"
import { isPrivateHost } from "../../src/openapi/url.ts"
import { operationOf, sentFor } from "./client.ts"

const withServers = (servers: unknown, more: object = {}): object => operationOf({}, { servers, ...more })
const urlOf = async (servers: unknown, options: object = {}): Promise<string> =>
  (await sentFor({ spec: withServers(servers), ...options }, {})).url
const reasonOf = (spec: object, options: object = {}): string | undefined =>
  OpenAPI.fromSpec({ spec, ...options }).skipped[0]?.reason

describe("which server", () => {
  test("operation over path over document, the first of a list, baseUrl over all", async () => {
    const server = (name: string): object => ({
      servers: [{ url: `https://${name}.test/v1` }, { url: "https://second.test" }],
    })
    const spec = (operation: object, path: object): object => ({
      openapi: "3.1.0",
      ...server("document"),
      paths: { "/s": { ...path, get: { responses: {}, ...operation } } },
    })
    expect((await sentFor(spec({}, {}), {})).url).toBe("https://document.test/v1/s")
    expect((await sentFor(spec({}, server("path")), {})).url).toBe("https://path.test/v1/s")
    expect((await sentFor(spec(server("operation"), server("path")), {})).url).toBe(
      "https://operation.test/v1/s",
    )
    expect((await sentFor(spec({ servers: [] }, {}), {})).url).toBe("https://document.test/v1/s")
    expect(
      (await sentFor({ spec: spec(server("operation"), {}), baseUrl: "https://base.test/x/" }, {})).url,
    ).toBe("https://base.test/x/s")
  })
  test("variables by their defaults", async () => {
    const variables = {
      env: { default: "prod", enum: ["prod"] },
      port: { default: 8443 },
      base: { default: "" },
    }
    expect(await urlOf([{ url: "https://{env}.test:{port}/{base}", variables }])).toBe(
      "https://prod.test:8443/s",
    )
    expect(reasonOf(withServers([{ url: "https://{env}.test" }]))).toBe(
      "server variable env has no default: pass baseUrl",
    )
  })
  test.each([
    ["../api", "https://docs.test/specs/v1/openapi.json", "https://docs.test/specs/api/s"],
    ["/api", "https://docs.test/specs/openapi.json", "https://docs.test/api/s"],
    [".", "https://docs.test/specs/openapi.json", "https://docs.test/specs/s"],
    ["//other.test/api", "https://docs.test/openapi.json", "https://other.test/api/s"],
  ])("%s at %s", async (url, documentUrl, expected) => {
    expect(await urlOf([{ url }], { documentUrl })).toBe(expected)
  })
  test("no server means the root of where the document came from", async () => {
    expect(await urlOf(undefined, { documentUrl: "https://docs.test/specs/openapi.json" })).toBe(
      "https://docs.test/s",
    )
    expect(await urlOf([], { documentUrl: "https://docs.test/specs/openapi.json" })).toBe(
      "https://docs.test/s",
    )
  })
})

describe("servers that are skipped", () => {
  test.each<[unknown, string]>([
    [undefined, 'server "/" is not absolute: pass baseUrl'],
    [[{ url: "/api" }], 'server "/api" is not absolute: pass baseUrl'],
    [[{ url: "Your API URL" }], 'server "Your API URL" is no URL: pass baseUrl'],
    [[{}], "malformed servers: pass baseUrl"],
    ["https://a.test", "malformed servers: pass baseUrl"],
    [[null], "malformed servers: pass baseUrl"],
    [[{ url: "wss://a.test" }], "WebSocket server"],
    [[{ url: "ftp://a.test" }], "server scheme ftp: is not http or https: pass baseUrl"],
    [[{ url: "https://u:p@a.test" }], "server URL with credentials in it: pass baseUrl"],
    [[{ url: "https://a.test?x=1" }], "server URL with a query or a fragment: pass baseUrl"],
    [[{ url: "http://localhost:8080" }], "server localhost:8080 is private: pass allowedHosts or baseUrl"],
  ])("%j", (servers, reason) => {
    expect(reasonOf(withServers(servers))).toBe(reason)
    expect(reasonOf(withServers(servers), { baseUrl: "https://a.test" })).toBeUndefined()
  })
  test("one operation's server spoils no other", () => {
    const get = { responses: {} }
    const spec = {
      openapi: "3.1.0",
      servers: [{ url: "https://a.test" }],
      paths: { "/a": { get }, "/b": { get: { ...get, servers: [{ url: "x" }] } } },
    }
    const result = OpenAPI.fromSpec({ spec })
    expect(Object.keys(result.tools)).toEqual(["getA"])
    expect(result.skipped).toEqual([
      { method: "GET", path: "/b", reason: 'server "x" is no URL: pass baseUrl' },
    ])
  })
})

describe("private hosts", () => {
  test.each([
    "localhost", "app.localhost", "printer", "printer.local", "db.internal", "a.home.arpa", "LOCALHOST.", "127.0.0.1",
    "127.255.0.9", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
    "255.255.255.255", "224.0.0.1", "[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[fc00::]", "[ff02::1]",
    "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::a00:1]", "[2002:a00:1::]",
  ])("%s", (host) => {
    expect(isPrivateHost(new URL(`http://${host}`).hostname)).toBe(true)
  }) // prettier-ignore
  test.each([
    "example.com",
    "172.32.0.1",
    "172.15.0.1",
    "100.128.0.1",
    "8.8.8.8",
    "[2606:4700::1111]",
    "[::ffff:8.8.8.8]",
    "local.example.com",
  ])("%s is public", (host) => {
    expect(isPrivateHost(new URL(`http://${host}`).hostname)).toBe(false)
  })
  test.each(["http://0x7f000001", "http://2130706433", "http://127.1", "http://017700000001"])(
    "%s is 127.0.0.1",
    (url) => {
      expect(reasonOf(withServers([{ url }]))).toBe(
        "server 127.0.0.1 is private: pass allowedHosts or baseUrl",
      )
    },
  )
  test("need allowedHosts, by name or by name and port, or baseUrl", async () => {
    const servers = [{ url: "http://10.0.0.5:8080/v1" }]
    expect(reasonOf(withServers(servers), { allowedHosts: ["10.0.0.6", "10.0.0.5:80"] })).toBe(
      "server 10.0.0.5:8080 is private: pass allowedHosts or baseUrl",
    )
    expect(await urlOf(servers, { allowedHosts: ["10.0.0.5"] })).toBe("http://10.0.0.5:8080/v1/s")
    expect(await urlOf(servers, { allowedHosts: ["10.0.0.5:8080"] })).toBe("http://10.0.0.5:8080/v1/s")
    expect(await urlOf([{ url: "http://10.0.0.5" }], { baseUrl: "http://192.168.0.1" })).toBe(
      "http://192.168.0.1/s",
    )
  })
})

describe("options that cannot serve", () => {
  test.each([
    [{ baseUrl: "/v1" }, "baseUrl must be an absolute http or https URL"],
    [{ baseUrl: "ftp://a.test" }, "baseUrl must be an absolute http or https URL"],
    [
      { baseUrl: "https://u:s3cret@a.test" },
      "baseUrl must not hold credentials (give them through auth.resolve)",
    ],
    [{ baseUrl: "https://a.test?x" }, "baseUrl must not have a query or a fragment"],
    [{ documentUrl: "openapi.json" }, 'documentUrl must be an absolute URL, got "openapi.json"'],
  ])("%j", (options, message) => {
    expect(() => OpenAPI.fromSpec({ spec: operationOf({}), ...options })).toThrow(new TypeError(message))
  })
})
