import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { after, test } from "node:test"
import { openHouse } from "../../test/harness.ts"
import { merged, readFeed } from "./feed.ts"
import type { Rates } from "./fx.ts"
import { refresh } from "./refresh.ts"

const demoKey = "csdemo_only-for-tests"
const house = await openHouse({ DEMO_INTEGRATION_KEYS: demoKey })
let said: { status: number; body: string } = { status: 200, body: "" }
let silent = false
const feed = createServer((_request, response) => {
  if (!silent) response.writeHead(said.status).end(said.body)
}).listen(0, "127.0.0.1")
after(() => {
  feed.closeAllConnections()
  feed.close()
})

const today = new Date().toISOString().slice(0, 10)
const url = () => `http://127.0.0.1:${(feed.address() as AddressInfo).port}`
const fetched = (body: string, status = 200) => {
  said = { status, body }
  return refresh(url(), 300)
}
const json = (rates: object, date = today, base = "EUR") => JSON.stringify({ date, base, rates })

async function rateOf(targetCurrency: string): Promise<number> {
  const query = `sourceAmount=100&sourceCurrency=EUR&targetCountry=US&targetCurrency=${targetCurrency}`
  const { body } = await house.api.get(`/demo/fx-rates?${query}`, { authorization: `ApiKey ${demoKey}` })
  return body.data.countersign.rate as number
}

const ecb = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<Cube><Cube time='${today}'><Cube currency='USD' rate='1.2500'/><Cube currency='ISK' rate='142.50'/></Cube></Cube>
</gesmes:Envelope>`

test("rates of the European Central Bank replace those that shipped; what it does not list stays", async () => {
  const before = await rateOf("VND")
  await fetched(ecb)
  assert.equal(await rateOf("USD"), 1.245625)
  assert.equal(await rateOf("VND"), before)
})

test("rates from another base are counted from ours, and numbers are taken too", async () => {
  await fetched(json({ EUR: 0.8, BRL: "5.2" }, today, "USD"))
  assert.equal(await rateOf("USD"), 1.245625)
  assert.equal(await rateOf("BRL"), 6.4545)
})

test("a rate that moved by more than a fifth is refused, the others are taken", async () => {
  await fetched(json({ USD: "2.5", GBP: "0.9" }))
  assert.equal(await rateOf("USD"), 1.245625)
  assert.equal(await rateOf("GBP"), 0.89595)
})

for (const [what, body, status, why] of [
  ["an error", "busy", 503, /answered 503/],
  ["what is neither JSON nor XML", "hello", 200, /JSON/],
  ["a feed without a date", json({ USD: "1.2" }, "soon"), 200, /no date/],
  ["a feed of yesterday", json({ USD: "1.2" }, "2025-07-01"), 200, /older/],
  ["a feed of next year", json({ USD: "1.2" }, "2099-01-01"), 200, /not come yet/],
  ["a feed without our base", json({ BRL: "5" }, today, "USD"), 200, /no rate for EUR/],
  ["more than anybody needs", json({ USD: "1.2", note: "x".repeat(300_000) }), 200, /JSON/],
] as const)
  test(`${what} changes nothing`, async () => {
    const before = await rateOf("USD")
    await assert.rejects(fetched(body, status), why)
    assert.equal(await rateOf("USD"), before)
  })

test("a feed that does not answer is given up", async () => {
  silent = true
  await assert.rejects(refresh(url(), 300), /no answer within/)
  silent = false
})

test("what is no decimal above zero is no rate", () => {
  const { rates } = readFeed(json({ USD: "-1", BRL: 0, GBP: "1e3", JPY: null, CHF: "0.93" }))
  assert.deepEqual(rates, { CHF: "0.93", EUR: "1" })
})

test("the longer nobody looked, the further a rate may have moved", () => {
  const before: Rates = { date: "2025-01-01", base: "EUR", rates: { EUR: "1", TRY: "30" } }
  const after = (date: string) => merged(before, { date, base: "EUR", rates: { EUR: "1", TRY: "40" } }, new Date("2025-12-31"))
  assert.deepEqual(after("2025-01-02").refused, ["TRY"])
  assert.deepEqual(after("2025-03-05").rates.rates, { EUR: "1", TRY: "40.00000000" })
})

test("the age of the rates is among the metrics", async () => {
  const { text } = await house.api.get("/metrics")
  const [, age] = /^countersign_fx_rates_age_seconds (\d+)$/m.exec(text) ?? []
  assert.ok(Number(age) <= 86_400, age)
})
