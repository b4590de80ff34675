import assert from "node:assert/strict"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { after, beforeEach, test } from "node:test"
import { type Any, startTestServer, inParallel } from "../../../test/harness.ts"
import { floor, fraction, multiply } from "../../kit/pure/decimal.ts"
import { declaredQuotes } from "./declared.ts"
import { compareProviders } from "./fx.ts"
import { liveQuotes, type Timings } from "./live.ts"
import { providers } from "./providers.ts"
import reference from "./reference.json" with { type: "json" }
import type { FxQuery } from "./schema.ts"

/** A source of comparisons that responds as each test says. */
let respond: (response: ServerResponse, query: URLSearchParams) => void
let requests: URLSearchParams[] = []
const comparisons = createServer((request, response) => {
  const query = new URL(request.url ?? "", "http://localhost").searchParams
  requests.push(query)
  respond(response, query)
})
await new Promise<void>(resolve => comparisons.listen(0, "127.0.0.1", resolve))
after(() => {
  comparisons.closeAllConnections()
  comparisons.close()
})
const url = `http://127.0.0.1:${(comparisons.address() as AddressInfo).port}/v4/comparisons/?includeWise=true`
const server = await startTestServer({ FX_COMPARISON_URL: url, LOG_LEVEL: "fatal", METRICS: "open" })

beforeEach(() => {
  requests = []
  respond = (response, query) => sendComparison(response, query, [provider("wise", 6300), provider("western-union", 6200.5)])
})

const provider = (alias: string, receivedAmount: Any, fields: object = {}) => ({
  id: 39,
  alias,
  name: `The ${alias}`,
  type: "moneyTransferProvider",
  logos: { normal: { svgUrl: `https://logos.example/${alias}.svg`, pngUrl: `https://logos.example/${alias}.png` }, white: null },
  partner: true,
  quotes: [
    { rate: 6.4, fee: 3.5, receivedAmount, sourceCountry: null, targetCountry: null, markup: 0.1, isConsideredMidMarketRate: false },
  ],
  ...fields,
})

function sendComparison(response: ServerResponse, query: URLSearchParams, all: unknown[], fields: object = {}) {
  const [sourceCurrency, targetCurrency] = [query.get("sourceCurrency"), query.get("targetCurrency")]
  const head = { sourceCurrency, targetCurrency, amount: Number(query.get("sendAmount")), amountType: "SEND" }
  response.end(JSON.stringify({ ...head, ...fields, providers: all }))
}

/** A thousand euros to Brazil, where the mid-market rate makes them about 6438 reais. */
const query: FxQuery = { sourceAmount: 100_000, sourceCurrency: "EUR", targetCountry: "BR", targetCurrency: "BRL" }
const declared = declaredQuotes(providers, "https://pay.example.com")
let clock = 0
const testTimings: Timings = { timeoutMs: 300, freshMs: 60_000, lastGoodMs: 60_000, retryDelayMs: 60_000, now: () => clock }
const comparerWith = (timings: Partial<Timings> = {}) => {
  const source = liveQuotes(url, declared, { ...testTimings, ...timings })
  return async (fields: Partial<FxQuery> = {}) => {
    const full = { ...query, ...fields }
    return compareProviders(await source.quotesFor(reference, full), full)
  }
}
const builtIn = providers.map(({ id }) => id).toSorted()
const idsOf = (comparison: object) => Object.keys(comparison)

function assertRanked(comparison: Any, { sourceAmount }: FxQuery) {
  const entries: Any[] = Object.values(comparison)
  for (const [i, { gateway, rate, targetAmount, comparison: place }] of entries.entries()) {
    assert.deepEqual([place.rank, place.isBestRate, idsOf(comparison)[i]], [i + 1, i === 0, gateway])
    assert.equal(BigInt(targetAmount), floor(multiply(fraction(String(rate)), { numerator: BigInt(sourceAmount), denominator: 1n })))
    assert.ok(i === 0 || rate <= entries[i - 1].rate)
    assert.ok(Math.abs(place.differencePercentage - (rate / entries[0].rate - 1) * 100) <= 0.000051)
  }
  assert.ok("countersign" in comparison)
}

const countOf = async (quotes: string) => {
  const { text } = await server.api.get("/metrics")
  return Number(new RegExp(`^countersign_fx_answers_total\\{quotes="${quotes}"\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0)
}

test("live quotes are listed with our own, ranked by what arrives", async () => {
  const path = "/v1/fx-rates?sourceAmount=100000&sourceCurrency=EUR&targetCountry=BR&targetCurrency=BRL"
  const before = await countOf("live")
  const { data } = (await server.api.get(path)).body
  assert.equal(await countOf("live"), before + 1)
  assert.deepEqual(idsOf(data), ["countersign", "wise", "western-union"])
  assertRanked(data, query)
  assert.deepEqual([data.wise.rate, data.wise.targetAmount, data["western-union"].rate], [6.3, 630_000, 6.2005])
  assert.deepEqual(data.countersign, { ...(await comparerWith()()).countersign, provider: data.countersign.provider })
  const { svgUrl } = data.wise.provider.logos.normal
  assert.deepEqual(
    [data.wise.provider.name, svgUrl, data.wise.provider.illustrative],
    ["The wise", "https://logos.example/wise.svg", false],
  )
  const expected = { includeWise: "true", sourceCurrency: "EUR", targetCurrency: "BRL", targetCountry: "BR", sendAmount: "1000.00" }
  assert.deepEqual(Object.fromEntries(requests[0]!), expected)
})

test("the demo page may load the logos of live providers", async () => {
  assert.match((await server.api.get("/demo")).headers.get("content-security-policy") ?? "", /img-src 'self' https:;/)
})

test("shows the declared quotes, counted as built-in, when the source fails", async () => {
  respond = response => response.writeHead(500).end("oops")
  const before = await countOf("built-in")
  const path = "/v1/fx-rates?sourceAmount=100000&sourceCurrency=EUR&targetCountry=US&targetCurrency=USD"
  const { status, body } = await server.api.get(path)
  assert.deepEqual([status, idsOf(body.data).toSorted()], [200, builtIn])
  assert.equal(await countOf("built-in"), before + 1)
})

const good = () => [provider("wise", 6300)]
const failures: [what: string, failing: typeof respond][] = [
  ["a response that is too slow", () => {}],
  ["a closed connection", response => response.destroy()],
  ["an incomplete response", response => response.write('{"providers": [')],
  ["malformed JSON", response => response.end("{")],
  ["other JSON", response => response.end("null")],
  ["a response without providers", response => response.end('{"sourceCurrency": "EUR", "targetCurrency": "BRL", "amount": 1000}')],
  ["a response for another currency", (response, q) => sendComparison(response, q, good(), { targetCurrency: "USD" })],
  ["a response for another amount", (response, q) => sendComparison(response, q, good(), { amount: 1 })],
  ["a client error", response => response.writeHead(422).end("{}")],
  ["a response that is too long", (response, q) => sendComparison(response, q, good(), { note: "x".repeat(1_100_000) })],
  ["a redirect", (response, q) => sendComparison(response.writeHead(302, { location: url }), q, good())],
]
for (const [what, failing] of failures)
  test(`${what} is not used, and the request is not repeated for a while`, async () => {
    respond = failing
    const compare = comparerWith()
    assert.deepEqual(idsOf(await compare()).toSorted(), builtIn)
    assert.deepEqual(idsOf(await compare()).toSorted(), builtIn)
    assert.equal(requests.length, 1)
  })

test("fetches nothing while the source is down, and keeps the last good quotes", async () => {
  respond = (response, q) => sendComparison(response, q, good())
  const compare = comparerWith({ freshMs: 0 })
  assert.ok("wise" in (await compare()))
  respond = response => response.writeHead(503).end()
  assert.ok("wise" in (await compare()))
  assert.deepEqual(idsOf(await compare({ sourceAmount: 110_000 })).toSorted(), builtIn)
  assert.deepEqual(idsOf(await compare({ sourceAmount: 120_000 })).toSorted(), builtIn)
  assert.ok("wise" in (await compare()))
  assert.equal(requests.length, 2)
})

test("leaves out only the implausible quotes", async () => {
  const implausible = [0, -6300, 1e300, 1e-9, 63_000, 630, 5100, 7800, null, "6300", [6300]].map((n, i) => provider(`implausible-${i}`, n))
  respond = (response, q) => sendComparison(response, q, [...implausible, provider("wise", 6300.123456789), { alias: "x" }, null, 5])
  const shown = await comparerWith()()
  assert.deepEqual(idsOf(shown), ["countersign", "wise"])
  assert.equal(shown["wise"]!.rate, 6.3001234)
  assertRanked(shown, query)
})

test("shows only our own provider, as the best, when no other serves a corridor", async () => {
  respond = (response, q) => sendComparison(response, q, [])
  const shown = await comparerWith()()
  assert.deepEqual(idsOf(shown), ["countersign"])
  assertRanked(shown, query)
})

test("uses the best quote for the country among duplicate providers and several quotes", async () => {
  const quotes = [6100, 6250, 6240].map((receivedAmount, i) => ({ receivedAmount, targetCountry: [null, "BR", "PT"][i] }))
  const elsewhere = [{ receivedAmount: 6300, targetCountry: "PT" }]
  const all = [provider("wise", 6200), provider("wise", 6280), provider("wise", 6270)]
  respond = (response, q) =>
    sendComparison(response, q, [...all, provider("ofx", 0, { quotes }), provider("remitly", 0, { quotes: elsewhere })])
  const shown = await comparerWith()()
  assert.deepEqual(
    Object.values(shown)
      .map(({ gateway, rate }) => [gateway, rate])
      .slice(1),
    [
      ["wise", 6.28],
      ["ofx", 6.25],
    ],
  )
})

test("among equal rates our own provider comes first, then the order of ids, and at most fifty others are shown", async () => {
  const rate = (await declared.quotesFor(reference, query))[0]!.rate
  const same = Number(rate.numerator * 1000n) / Number(rate.denominator)
  respond = (response, q) => sendComparison(response, q, [provider("b", same), provider("a", same)])
  assert.deepEqual(idsOf(await comparerWith()()), ["countersign", "a", "b"])
  respond = (response, q) =>
    sendComparison(
      response,
      q,
      Array.from({ length: 200 }, (_, i) => provider(`bank-${i}`, 6000 + i)),
    )
  const shown = await comparerWith()()
  assert.equal(idsOf(shown).length, 51)
  assert.ok("bank-199" in shown && !("bank-149" in shown))
})

test("providers with unusable ids or names are left out, and a logo is https or null", async () => {
  const invalidIds = ["__proto__", "constructor", "countersign", "12", "", "Wise", "a b", "a/b", "-a", "a".repeat(61), 5, null]
  const logos = { normal: { svgUrl: "http://logos.example/a.svg", pngUrl: "javascript:alert(1)" } }
  const all = [
    ...invalidIds.map(alias => provider(alias as string, 6300)),
    provider("1st-bank", 6310),
    provider("plain", 6300, { logos }),
    provider("bare", 6290, { logos: null }),
    provider("nameless", 6300, { name: " " }),
    provider("hidden", 6300, { name: "reversed\u202Eeman" }),
  ]
  respond = (response, q) => sendComparison(response, q, all)
  const shown = await comparerWith()()
  assert.deepEqual(idsOf(shown), ["countersign", "1st-bank", "plain", "bare"])
  for (const id of ["plain", "bare"]) assert.deepEqual(shown[id]!.provider.logos.normal, { svgUrl: null, pngUrl: null })
  assertRanked(shown, query)
})

test("equal queries and similar amounts share one request, and each gets its own target amount", async () => {
  const compare = comparerWith()
  const results = await inParallel(30, i => compare({ sourceAmount: 120_000 + i * 100 }))
  assert.deepEqual([requests.length, requests[0]!.get("sendAmount")], [1, "1200.00"])
  for (const [i, each] of results.entries()) assertRanked(each, { ...query, sourceAmount: 120_000 + i * 100 })
  await compare({ sourceAmount: 130_000 })
  await compare({ sourceAmount: 129_999 })
  await compare({ targetCountry: "PT" })
  assert.deepEqual(
    requests.map(each => each.get("sendAmount")),
    ["1200.00", "1300.00", "1000.00"],
  )
})

test("the last good quotes are shown when the next fetch fails, until they are too old", async () => {
  const compare = comparerWith({ freshMs: 0, retryDelayMs: 0 })
  await compare()
  respond = response => response.writeHead(503).end()
  clock += 59_999
  assert.deepEqual(idsOf(await compare()), ["countersign", "wise", "western-union"])
  clock += 1
  assert.deepEqual(idsOf(await compare()).toSorted(), builtIn)
  respond = (response, q) => sendComparison(response, q, good())
  assert.deepEqual(idsOf(await compare()), ["countersign", "wise"])
})

test("at most 16 requests are in flight; other queries get the declared quotes", async () => {
  respond = () => {}
  const compare = comparerWith()
  const results = await inParallel(40, i => compare({ sourceAmount: 100_000 * (i + 10) }))
  assert.equal(requests.length, 16)
  for (const each of results) assert.deepEqual(idsOf(each).toSorted(), builtIn)
})

test("updates our own quote with our rates at once, while the live quotes are cached", async () => {
  const source = liveQuotes(url, declared, testTimings)
  const moved = { ...reference, rates: { ...reference.rates, BRL: "6.5" } }
  const [before, later] = [await source.quotesFor(reference, query), await source.quotesFor(moved, query)]
  assert.equal(requests.length, 1)
  assert.equal(await source.quotesFor(moved, query), later) // the same array, so that its ranking is cached
  assert.deepEqual(before.slice(1), later.slice(1))
  assert.deepEqual(later[0]!.rate, (await declared.quotesFor(moved, query))[0]!.rate)
})
