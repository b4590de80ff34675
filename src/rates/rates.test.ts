import assert from "node:assert/strict"
import { test } from "node:test"
import { openHouse, storm, until } from "../../test/harness.ts"
import type { FxComparison } from "./schema.ts"

const demoKey = "csdemo_only-for-tests"
const house = await openHouse({ DEMO_INTEGRATION_KEYS: `another-demo-key-here, ${demoKey}` })
const asPage = { authorization: `ApiKey ${demoKey}`, "x-tenant-id": null, origin: "https://shop.example" }

type Query = Record<string, string | number | undefined>
const fx: Query = { sourceAmount: 100_000, sourceCurrency: "EUR", targetCountry: "BR", targetCurrency: "BRL" }
const financing: Query = { amount: 100_000, currency: "BRL", gateway: "simulator", method: "card" }
const within = (query: Query) => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]))
  return new URLSearchParams(given).toString()
}
const ask = (path: string, query: Query | string) =>
  house.api.get(`${path}?${typeof query === "string" ? query : within(query)}`, path.startsWith("/demo") ? asPage : {})

for (const [name, query] of [
  ["fx-rates", fx],
  ["financing-rates", financing],
] as const) {
  test(`${name} answers a web page and a caller alike`, async () => {
    const [page, caller] = await Promise.all([ask(`/demo/${name}`, query), ask(`/v1/${name}`, query)])
    assert.deepEqual([page.status, caller.status], [200, 200])
    assert.equal(page.text, caller.text)
  })

  test(`${name} needs the demo key, and the demo key opens nothing else`, async () => {
    const path = `/demo/${name}?${within(query)}`
    const refused = async (authorization: string | null) => (await house.api.get(path, { ...asPage, authorization })).body.error.code
    assert.equal(await refused(null), "AUT-1001")
    assert.equal(await refused(demoKey), "AUT-1002")
    assert.equal(await refused("ApiKey nobody"), "AUT-1003")
    assert.equal(await refused(`ApiKey ${house.keys.apiKey}`), "AUT-1003")
    assert.equal((await house.api.get(`/v1/${name}?${within(query)}`, { authorization: `ApiKey ${demoKey}` })).status, 401)
  })

  test(`any page may ask for ${name}, read its refusals, and keep the answer for a minute`, async () => {
    const { headers } = await ask(`/demo/${name}`, query)
    assert.equal(headers.get("access-control-allow-origin"), "*")
    assert.equal(headers.get("cache-control"), "private, max-age=60")
    assert.equal(headers.get("content-encoding"), "gzip")
    const plain = await house.api.get(`/demo/${name}?${within(query)}`, { ...asPage, "accept-encoding": "gzip;q=0, identity" })
    assert.equal(plain.headers.get("content-encoding"), null)
    const refused = await ask(`/demo/${name}`, {})
    assert.deepEqual([refused.status, refused.headers.get("access-control-allow-origin")], [400, "*"])
    assert.equal(refused.headers.get("cache-control"), "no-store")
    const preflight = await house.api.send("OPTIONS", `/demo/${name}`, undefined, { "access-control-request-headers": "authorization" })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /authorization/i)
    assert.equal(preflight.headers.get("access-control-allow-methods"), "GET")
  })
}

const huge = "9007199254740991"
const refusals: [path: "fx-rates" | "financing-rates", change: Query, code: string, says: RegExp][] = [
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
  ["fx-rates", { targetCountry: "ZZ" }, "FXR-1002", /ZZ is no country/],
  ["fx-rates", { targetCountry: "USA" }, "VAL-1003", /two capital letters/],
  ["fx-rates", { targetCurrency: "EUR" }, "FXR-1003", /Both currencies are EUR/],
  ["fx-rates", { amount: 1 }, "VAL-1004", /amount is not a parameter.*sourceAmount, sourceCurrency/],
  ["financing-rates", { amount: undefined }, "VAL-1002", /amount is required/],
  ["financing-rates", { amount: "0" }, "VAL-1003", /at least 1/],
  ["financing-rates", { amount: "1.5" }, "VAL-1003", /whole number/],
  ["financing-rates", { amount: huge }, "FIN-1004", /too much/],
  ["financing-rates", { currency: "USD" }, "FIN-1001", /not offered in USD; use BRL/],
  ["financing-rates", { gateway: "nobody" }, "FIN-1002", /no gateway nobody/],
  ["financing-rates", { method: "barter" }, "FIN-1003", /simulator finances no barter/],
  ["financing-rates", { toString: 1 } as unknown as Query, "VAL-1004", /toString is not a parameter/],
]

for (const [path, change, code, says] of refusals)
  test(`${path} with ${JSON.stringify(change)} is refused with ${code} at both doors`, async () => {
    for (const door of ["/demo", "/v1"]) {
      const { status, body } = await ask(`${door}/${path}`, { ...(path === "fx-rates" ? fx : financing), ...change })
      assert.deepEqual([status, body.error.code], [400, code])
      assert.match(body.error.message, says)
      assert.deepEqual(Object.keys(body), path === "fx-rates" ? ["error"] : ["success", "error"])
      assert.ok(path === "fx-rates" || (body as unknown as { success: boolean }).success === false)
    }
  })

test("every logo is served to every page, and is small", async () => {
  const entries = Object.values((await ask("/demo/fx-rates", fx)).body.data as FxComparison)
  const urls = entries.flatMap(({ provider }) => Object.values(provider.logos.normal)).filter(url => url !== null)
  assert.equal(urls.length, 8)
  for (const url of urls) {
    const answer = await fetch(url)
    assert.equal(answer.headers.get("cross-origin-resource-policy"), "cross-origin")
    assert.match(answer.headers.get("content-type") ?? "", url.endsWith("svg") ? /svg/ : /png/)
    assert.ok((await answer.arrayBuffer()).byteLength <= 10_240)
  }
})

test("a parameter that is given twice is refused", async () => {
  const { body } = await ask("/demo/fx-rates", `${within(fx)}&sourceAmount=1`)
  assert.deepEqual([body.error.code, body.error.message], ["VAL-1003", "sourceAmount must be given once"])
})

test("whoever asks too often is told to wait, and for how long", async () => {
  const path = `/demo/fx-rates?${within(fx)}`
  const refused = await until(
    async () => (await storm(200, () => house.api.get(path, asPage))).find(({ status }) => status === 429),
    "refused",
  )
  assert.equal(refused.body.error.code, "RTE-1001")
  assert.ok(Number(refused.headers.get("retry-after")) >= 1)
  assert.equal(refused.headers.get("access-control-allow-origin"), "*")
})
