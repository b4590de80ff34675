import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer, inParallel, until } from "../../../test/harness.ts"
import type { FxComparison } from "./schema.ts"

const demoKey = "csdemo_only-for-tests"
const server = await startTestServer({ DEMO_INTEGRATION_KEYS: `another-demo-key-here, ${demoKey}` })
const pageHeaders = { authorization: `ApiKey ${demoKey}`, "x-tenant-id": null, origin: "https://shop.example" }

type Query = Record<string, string | number | undefined>
const fx: Query = { sourceAmount: 100_000, sourceCurrency: "EUR", targetCountry: "BR", targetCurrency: "BRL" }
const financing: Query = { amount: 100_000, currency: "BRL", gateway: "simulator", method: "card" }
const parametersOf = (query: Query) => {
  const defined = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]))
  return new URLSearchParams(defined).toString()
}
const get = (path: string, query: Query | string) =>
  server.api.get(`${path}?${typeof query === "string" ? query : parametersOf(query)}`, path.startsWith("/demo") ? pageHeaders : {})

for (const [name, query] of [
  ["fx-rates", fx],
  ["financing-rates", financing],
] as const) {
  test(`${name} is the same, byte for byte, for a web page and for an API key`, async () => {
    const [page, caller] = await Promise.all([get(`/demo/${name}`, query), get(`/v1/${name}`, query)])
    assert.deepEqual([page.status, caller.status], [200, 200])
    assert.equal(page.text, caller.text)
  })

  test(`${name} for web pages needs a demo key, and a demo key gives access to nothing else`, async () => {
    const path = `/demo/${name}?${parametersOf(query)}`
    const codeWith = async (authorization: string | null) => (await server.api.get(path, { ...pageHeaders, authorization })).body.error.code
    assert.equal(await codeWith(null), "AUT-1001")
    assert.equal(await codeWith(demoKey), "AUT-1002")
    assert.equal(await codeWith("ApiKey unknown"), "AUT-1003")
    assert.equal(await codeWith(`ApiKey ${server.keys.apiKey}`), "AUT-1003")
    assert.equal((await server.api.get(`/v1/${name}?${parametersOf(query)}`, { authorization: `ApiKey ${demoKey}` })).status, 401)
  })

  test(`a page of any origin may request ${name}, read errors, and cache the response for a minute`, async () => {
    const { headers } = await get(`/demo/${name}`, query)
    assert.equal(headers.get("access-control-allow-origin"), "*")
    assert.equal(headers.get("cache-control"), "private, max-age=60")
    assert.equal(headers.get("content-encoding"), "gzip")
    const plain = await server.api.get(`/demo/${name}?${parametersOf(query)}`, { ...pageHeaders, "accept-encoding": "gzip;q=0, identity" })
    assert.equal(plain.headers.get("content-encoding"), null)
    const refused = await get(`/demo/${name}`, {})
    assert.deepEqual([refused.status, refused.headers.get("access-control-allow-origin")], [400, "*"])
    assert.equal(refused.headers.get("cache-control"), "no-store")
    const preflight = await server.api.send("OPTIONS", `/demo/${name}`, undefined, { "access-control-request-headers": "authorization" })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /authorization/i)
    assert.equal(preflight.headers.get("access-control-allow-methods"), "GET")
  })
}

const huge = "9007199254740991"
const refusals: [path: "fx-rates" | "financing-rates", change: Query, code: string, message: RegExp][] = [
  ["fx-rates", { sourceAmount: undefined }, "VAL-1002", /sourceAmount is required/],
  ["fx-rates", { targetCountry: undefined }, "VAL-1002", /targetCountry is required/],
  ["fx-rates", { sourceAmount: 0 }, "VAL-1003", /at least 1/],
  ["fx-rates", { sourceAmount: -5 }, "VAL-1003", /at least 1/],
  ["fx-rates", { sourceAmount: "1.5" }, "VAL-1003", /whole number/],
  ["fx-rates", { sourceAmount: "1e3" }, "VAL-1003", /whole number/],
  ["fx-rates", { sourceAmount: "" }, "VAL-1003", /whole number/],
  ["fx-rates", { sourceAmount: "99999999999999999999" }, "VAL-1003", /sourceAmount must be/],
  ["fx-rates", { sourceAmount: huge }, "FXR-1004", /too much/],
  ["fx-rates", { sourceCurrency: "eur" }, "VAL-1003", /three capital letters/],
  ["fx-rates", { sourceCurrency: "ZZZ" }, "FXR-1001", /sourceCurrency ZZZ is not served; use one of AED, ARS/],
  ["fx-rates", { targetCurrency: "constructor" }, "VAL-1003", /three capital letters/],
  ["fx-rates", { targetCurrency: "KWD" }, "FXR-1001", /targetCurrency KWD/],
  ["fx-rates", { targetCountry: "ZZ" }, "FXR-1002", /Unknown country ZZ/],
  ["fx-rates", { targetCountry: "USA" }, "VAL-1003", /two capital letters/],
  ["fx-rates", { targetCurrency: "EUR" }, "FXR-1003", /Both currencies are EUR/],
  ["fx-rates", { amount: 1 }, "VAL-1004", /amount is not a parameter.*sourceAmount, sourceCurrency/],
  ["financing-rates", { amount: undefined }, "VAL-1002", /amount is required/],
  ["financing-rates", { amount: "0" }, "VAL-1003", /at least 1/],
  ["financing-rates", { amount: "1.5" }, "VAL-1003", /whole number/],
  ["financing-rates", { amount: huge }, "FIN-1004", /too much/],
  ["financing-rates", { currency: "USD" }, "FIN-1001", /not offered in USD; use BRL/],
  ["financing-rates", { gateway: "unknown" }, "FIN-1002", /no gateway unknown/],
  ["financing-rates", { method: "barter" }, "FIN-1003", /simulator does not finance barter/],
  ["financing-rates", { toString: 1 } as unknown as Query, "VAL-1004", /toString is not a parameter/],
]

for (const [path, change, code, message] of refusals)
  test(`${path} with ${JSON.stringify(change)} is refused with ${code} by both routes`, async () => {
    for (const prefix of ["/demo", "/v1"]) {
      const { status, body } = await get(`${prefix}/${path}`, { ...(path === "fx-rates" ? fx : financing), ...change })
      assert.deepEqual([status, body.error.code], [400, code])
      assert.match(body.error.message, message)
      assert.deepEqual(Object.keys(body), path === "fx-rates" ? ["error"] : ["success", "error"])
      assert.ok(path === "fx-rates" || (body as unknown as { success: boolean }).success === false)
    }
  })

test("every provider but our own is marked as illustrative", async () => {
  const entries = Object.values((await get("/demo/fx-rates", fx)).body.data as FxComparison)
  for (const { gateway, provider } of entries) assert.equal(provider.illustrative, gateway !== "countersign", gateway)
})

test("every page may load every logo, and every logo is small", async () => {
  const entries = Object.values((await get("/demo/fx-rates", fx)).body.data as FxComparison)
  const urls = entries.flatMap(({ provider }) => Object.values(provider.logos.normal)).filter(url => url !== null)
  assert.equal(urls.length, 8)
  for (const url of urls) {
    const response = await fetch(url)
    assert.equal(response.headers.get("cross-origin-resource-policy"), "cross-origin")
    assert.match(response.headers.get("content-type") ?? "", url.endsWith("svg") ? /svg/ : /png/)
    assert.ok((await response.arrayBuffer()).byteLength <= 10_240)
  }
})

test("a parameter that is sent twice is refused", async () => {
  const { body } = await get("/demo/fx-rates", `${parametersOf(fx)}&sourceAmount=1`)
  assert.deepEqual([body.error.code, body.error.message], ["VAL-1003", "sourceAmount must be given once"])
})

test("too many requests are refused, with the time to wait", async () => {
  const path = `/demo/fx-rates?${parametersOf(fx)}`
  const refused = await until(
    async () => (await inParallel(200, () => server.api.get(path, pageHeaders))).find(({ status }) => status === 429),
    "refused",
  )
  assert.equal(refused.body.error.code, "RTE-1001")
  assert.ok(Number(refused.headers.get("retry-after")) >= 1)
  assert.equal(refused.headers.get("access-control-allow-origin"), "*")
})
