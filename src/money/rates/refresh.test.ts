import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { after, test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { mergeFeed, parseFeed } from "./feed.ts"
import type { Rates } from "./fx.ts"
import { refreshRates } from "./refresh.ts"

const demoKey = "csdemo_only-for-tests"
const server = await startTestServer({ DEMO_INTEGRATION_KEYS: demoKey, METRICS: "open" })
let published: { status: number; body: string } = { status: 200, body: "" }
let isSilent = false
const feed = createServer((_request, response) => {
  if (!isSilent) response.writeHead(published.status).end(published.body)
}).listen(0, "127.0.0.1")
after(() => {
  feed.closeAllConnections()
  feed.close()
})

const today = new Date().toISOString().slice(0, 10)
const url = () => `http://127.0.0.1:${(feed.address() as AddressInfo).port}`
const publish = (body: string, status = 200) => {
  published = { status, body }
  return refreshRates(url(), 300)
}
const json = (rates: object, date = today, base = "EUR") => JSON.stringify({ date, base, rates })

async function rateOf(targetCurrency: string): Promise<number> {
  const query = `sourceAmount=100&sourceCurrency=EUR&targetCountry=US&targetCurrency=${targetCurrency}`
  const { body } = await server.api.get(`/demo/fx-rates?${query}`, { authorization: `ApiKey ${demoKey}` })
  return body.data.countersign.rate as number
}

const ecb = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<Cube><Cube time='${today}'><Cube currency='USD' rate='1.2500'/><Cube currency='ISK' rate='142.50'/></Cube></Cube>
</gesmes:Envelope>`

test("rates of the European Central Bank replace the shipped ones; currencies that it does not list stay", async () => {
  const before = await rateOf("VND")
  await publish(ecb)
  assert.equal(await rateOf("USD"), 1.245625)
  assert.equal(await rateOf("VND"), before)
})

test("rates from another base are converted to ours, and may be numbers", async () => {
  await publish(json({ EUR: 0.8, BRL: "5.2" }, today, "USD"))
  assert.equal(await rateOf("USD"), 1.245625)
  assert.equal(await rateOf("BRL"), 6.4545)
})

test("a rate that changed by more than a fifth is refused, and the others are stored", async () => {
  await publish(json({ USD: "2.5", GBP: "0.9" }))
  assert.equal(await rateOf("USD"), 1.245625)
  assert.equal(await rateOf("GBP"), 0.89595)
  const [{ since }] = await server.sql("select since from fx_rates")
  assert.deepEqual([since.USD, since.VND, since.GBP], [today, "2025-06-30", undefined])
})

for (const [what, body, status, reason] of [
  ["an error status", "busy", 503, /answered 503/],
  ["text that is neither JSON nor XML", "hello", 200, /JSON/],
  ["a feed without a date", json({ USD: "1.2" }, "soon"), 200, /no date/],
  ["a feed older than the stored rates", json({ USD: "1.2" }, "2025-07-01"), 200, /older/],
  ["a feed from the future", json({ USD: "1.2" }, "2099-01-01"), 200, /in the future/],
  ["a feed without our base", json({ BRL: "5" }, today, "USD"), 200, /no rate for EUR/],
  ["a feed that is too long", json({ USD: "1.2", note: "x".repeat(300_000) }), 200, /JSON/],
] as const)
  test(`${what} changes nothing`, async () => {
    const before = await rateOf("USD")
    await assert.rejects(publish(body, status), reason)
    assert.equal(await rateOf("USD"), before)
  })

test("a feed that does not respond times out", async () => {
  isSilent = true
  await assert.rejects(refreshRates(url(), 300), /no answer within/)
  isSilent = false
})

test("rates that are not positive decimals are ignored", () => {
  const { rates } = parseFeed(json({ USD: "-1", BRL: 0, GBP: "1e3", JPY: null, CHF: "0.93" }))
  assert.deepEqual(rates, { CHF: "0.93", EUR: "1" })
})

test("allows a larger change of a rate the older the stored rates are", () => {
  const before: Rates = { date: "2025-01-01", base: "EUR", rates: { EUR: "1", TRY: "30" } }
  const mergedAt = (date: string) => mergeFeed(before, { date, base: "EUR", rates: { EUR: "1", TRY: "40" } }, new Date("2025-12-31"))
  assert.deepEqual(mergedAt("2025-01-02").refused, ["TRY"])
  assert.deepEqual(mergedAt("2025-03-05").rates.rates, { EUR: "1", TRY: "40.00000000" })
})

test("compares a rate that was refused or missing by its own date, so that it is accepted after some time", () => {
  let stored: Rates = { date: "2025-01-01", base: "EUR", rates: { EUR: "1", USD: "1.1", TRY: "30", ARS: "1000" } }
  const publishOn = (date: string, rates: Rates["rates"]) => {
    const { rates: merged, refused } = mergeFeed(stored, { date, base: "EUR", rates: { EUR: "1", ...rates } }, new Date("2025-12-31"))
    stored = merged
    return refused
  }
  assert.deepEqual(publishOn("2025-01-02", { USD: "1.2", TRY: "40" }), ["TRY"])
  assert.deepEqual(stored.since, { TRY: "2025-01-01", ARS: "2025-01-01" })
  assert.deepEqual(publishOn("2025-02-28", { USD: "1.2", TRY: "42" }), [], "58 days later it may be two fifths more")
  assert.deepEqual([stored.rates["TRY"], stored.since], ["42.00000000", { ARS: "2025-01-01" }])
  assert.deepEqual(publishOn("2025-07-01", { USD: "1.2", TRY: "42", ARS: "2100" }), [])
  assert.deepEqual([stored.rates["ARS"], stored.since], ["2100.000000", {}])
})

test("the metrics show the age of the rates", async () => {
  const { text } = await server.api.get("/metrics")
  const [, age] = /^countersign_fx_rates_age_seconds (\d+)$/m.exec(text) ?? []
  assert.ok(Number(age) <= 86_400, age)
})
