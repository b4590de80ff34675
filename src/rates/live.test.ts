import assert from "node:assert/strict"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { after, beforeEach, test } from "node:test"
import { type Any, openHouse, storm } from "../../test/harness.ts"
import { floor, fraction, times } from "../kit/decimal.ts"
import { declaredBy } from "./declared.ts"
import { compare } from "./fx.ts"
import { liveFrom, type Pace } from "./live.ts"
import { providers } from "./providers.ts"
import reference from "./reference.json" with { type: "json" }
import type { FxQuery } from "./schema.ts"

/** Somebody who speaks the format, and says what a test tells them to. */
let answer: (response: ServerResponse, asked: URLSearchParams) => void
let asked: URLSearchParams[] = []
const comparisons = createServer((request, response) => {
  const query = new URL(request.url ?? "", "http://localhost").searchParams
  asked.push(query)
  answer(response, query)
})
await new Promise<void>(resolve => comparisons.listen(0, "127.0.0.1", resolve))
after(() => {
  comparisons.closeAllConnections()
  comparisons.close()
})
const url = `http://127.0.0.1:${(comparisons.address() as AddressInfo).port}/v4/comparisons/?includeWise=true`
const house = await openHouse({ FX_COMPARISON_URL: url, LOG_LEVEL: "fatal" })

beforeEach(() => {
  asked = []
  answer = (response, query) => say(response, query, [provider("wise", 6300), provider("western-union", 6200.5)])
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

function say(response: ServerResponse, query: URLSearchParams, all: unknown[], fields: object = {}) {
  const [sourceCurrency, targetCurrency] = [query.get("sourceCurrency"), query.get("targetCurrency")]
  const head = { sourceCurrency, targetCurrency, amount: Number(query.get("sendAmount")), amountType: "SEND" }
  response.end(JSON.stringify({ ...head, ...fields, providers: all }))
}

/** A thousand euros to Brazil, where the mid-market rate makes them about 6438 reais. */
const query: FxQuery = { sourceAmount: 100_000, sourceCurrency: "EUR", targetCountry: "BR", targetCurrency: "BRL" }
const declared = declaredBy(providers, "https://pay.example.com")
const quick: Pace = { withinMs: 300, freshMs: 60_000, lastGoodMs: 60_000, restMs: 60_000 }
const sourceAt = (pace: Partial<Pace> = {}) => {
  const source = liveFrom(url, declared, { ...quick, ...pace })
  return async (fields: Partial<FxQuery> = {}) => {
    const whole = { ...query, ...fields }
    return compare(await source.quotesFor(reference, whole), whole)
  }
}
const builtIn = providers.map(({ id }) => id).toSorted()
const idsOf = (comparison: object) => Object.keys(comparison)

function assertRanked(comparison: Any, { sourceAmount }: FxQuery) {
  const entries: Any[] = Object.values(comparison)
  for (const [i, { gateway, rate, targetAmount, comparison: place }] of entries.entries()) {
    assert.deepEqual([place.rank, place.isBestRate, idsOf(comparison)[i]], [i + 1, i === 0, gateway])
    assert.equal(BigInt(targetAmount), floor(times(fraction(String(rate)), { over: BigInt(sourceAmount), under: 1n })))
    assert.ok(i === 0 || rate <= entries[i - 1].rate)
    assert.ok(Math.abs(place.differencePercentage - (rate / entries[0].rate - 1) * 100) <= 0.000051)
  }
  assert.ok("countersign" in comparison)
}

const counted = async (quotes: string) => {
  const { text } = await house.api.get("/metrics")
  return Number(new RegExp(`^countersign_fx_answers_total\\{quotes="${quotes}"\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0)
}

test("live quotes stand beside the house's own, ranked by what arrives of what was sent", async () => {
  const path = "/v1/fx-rates?sourceAmount=100000&sourceCurrency=EUR&targetCountry=BR&targetCurrency=BRL"
  const before = await counted("live")
  const { data } = (await house.api.get(path)).body
  assert.equal(await counted("live"), before + 1)
  assert.deepEqual(idsOf(data), ["countersign", "wise", "western-union"])
  assertRanked(data, query)
  assert.deepEqual([data.wise.rate, data.wise.targetAmount, data["western-union"].rate], [6.3, 630_000, 6.2005])
  assert.deepEqual(data.countersign, { ...(await sourceAt()()).countersign, provider: data.countersign.provider })
  const { svgUrl } = data.wise.provider.logos.normal
  assert.deepEqual([data.wise.provider.name, svgUrl], ["The wise", "https://logos.example/wise.svg"])
  const question = { includeWise: "true", sourceCurrency: "EUR", targetCurrency: "BRL", targetCountry: "BR", sendAmount: "1000.00" }
  assert.deepEqual(Object.fromEntries(asked[0]!), question)
})

test("the demo page may load their logos", async () => {
  assert.match((await house.api.get("/demo")).headers.get("content-security-policy") ?? "", /img-src 'self' https:;/)
})

test("whoever can't be asked is never an error: the declared ones are shown, and the metrics say so", async () => {
  answer = response => response.writeHead(500).end("oops")
  const before = await counted("built-in")
  const path = "/v1/fx-rates?sourceAmount=100000&sourceCurrency=EUR&targetCountry=US&targetCurrency=USD"
  const { status, body } = await house.api.get(path)
  assert.deepEqual([status, idsOf(body.data).toSorted()], [200, builtIn])
  assert.equal(await counted("built-in"), before + 1)
})

const good = () => [provider("wise", 6300)]
const failures: [what: string, answer: typeof answer][] = [
  ["a slow one", () => {}],
  ["one that hangs up", response => response.destroy()],
  ["one that stops halfway", response => response.write('{"providers": [')],
  ["wrong JSON", response => response.end("{")],
  ["JSON of another kind", response => response.end("null")],
  ["an answer without providers", response => response.end('{"sourceCurrency": "EUR", "targetCurrency": "BRL", "amount": 1000}')],
  ["an answer for other money", (response, q) => say(response, q, good(), { targetCurrency: "USD" })],
  ["an answer for another amount", (response, q) => say(response, q, good(), { amount: 1 })],
  ["a refusal", response => response.writeHead(422).end("{}")],
  ["more than anybody needs", (response, q) => say(response, q, good(), { note: "x".repeat(1_100_000) })],
  ["a redirect", (response, q) => say(response.writeHead(302, { location: url }), q, good())],
]
for (const [what, failing] of failures)
  test(`${what} is not believed, and is left alone for a while`, async () => {
    answer = failing
    const ask = sourceAt()
    assert.deepEqual(idsOf(await ask()).toSorted(), builtIn)
    assert.deepEqual(idsOf(await ask()).toSorted(), builtIn)
    assert.equal(asked.length, 1)
  })

test("while nobody is there, no other question is asked either, and what was good before stays", async () => {
  answer = (response, q) => say(response, q, good())
  const ask = sourceAt({ freshMs: 0 })
  assert.ok("wise" in (await ask()))
  answer = response => response.writeHead(503).end()
  assert.ok("wise" in (await ask()))
  assert.deepEqual(idsOf(await ask({ sourceAmount: 110_000 })).toSorted(), builtIn)
  assert.deepEqual(idsOf(await ask({ sourceAmount: 120_000 })).toSorted(), builtIn)
  assert.ok("wise" in (await ask()))
  assert.equal(asked.length, 2)
})

test("absurd numbers are refused one by one", async () => {
  const absurd = [0, -6300, 1e300, 1e-9, 63_000, 630, 5100, 7800, null, "6300", [6300]].map((n, i) => provider(`absurd-${i}`, n))
  answer = (response, q) => say(response, q, [...absurd, provider("wise", 6300.123456789), { alias: "x" }, null, 5])
  const shown = await sourceAt()()
  assert.deepEqual(idsOf(shown), ["countersign", "wise"])
  assert.equal(shown["wise"]!.rate, 6.3001234)
  assertRanked(shown, query)
})

test("where nobody else serves a corridor the house stands alone, and is the best", async () => {
  answer = (response, q) => say(response, q, [])
  const shown = await sourceAt()()
  assert.deepEqual(idsOf(shown), ["countersign"])
  assertRanked(shown, query)
})

test("of doubles and of several quotes the best counts, if it is for that country", async () => {
  const quotes = [6100, 6250, 6240].map((receivedAmount, i) => ({ receivedAmount, targetCountry: [null, "BR", "PT"][i] }))
  const elsewhere = [{ receivedAmount: 6300, targetCountry: "PT" }]
  const all = [provider("wise", 6200), provider("wise", 6280), provider("wise", 6270)]
  answer = (response, q) => say(response, q, [...all, provider("ofx", 0, { quotes }), provider("remitly", 0, { quotes: elsewhere })])
  const shown = await sourceAt()()
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

test("ties go to the house, then by id, and no more than fifty are shown", async () => {
  const rate = (await declared.quotesFor(reference, query))[0]!.rate
  const same = Number(rate.over * 1000n) / Number(rate.under)
  answer = (response, q) => say(response, q, [provider("b", same), provider("a", same)])
  assert.deepEqual(idsOf(await sourceAt()()), ["countersign", "a", "b"])
  answer = (response, q) =>
    say(
      response,
      q,
      Array.from({ length: 200 }, (_, i) => provider(`bank-${i}`, 6000 + i)),
    )
  const shown = await sourceAt()()
  assert.equal(idsOf(shown).length, 51)
  assert.ok("bank-199" in shown && !("bank-149" in shown))
})

test("an id is a key that stays in its place and means nothing else; a name is text, a logo is https or none", async () => {
  const odd = ["__proto__", "constructor", "countersign", "12", "", "Wise", "a b", "a/b", "-a", "a".repeat(61), 5, null]
  const logos = { normal: { svgUrl: "http://logos.example/a.svg", pngUrl: "javascript:alert(1)" } }
  const all = [
    ...odd.map(alias => provider(alias as string, 6300)),
    provider("1st-bank", 6310),
    provider("plain", 6300, { logos }),
    provider("bare", 6290, { logos: null }),
    provider("nameless", 6300, { name: " " }),
    provider("hidden", 6300, { name: "evil\u202Eeman" }),
  ]
  answer = (response, q) => say(response, q, all)
  const shown = await sourceAt()()
  assert.deepEqual(idsOf(shown), ["countersign", "1st-bank", "plain", "bare"])
  for (const id of ["plain", "bare"]) assert.deepEqual(shown[id]!.provider.logos.normal, { svgUrl: null, pngUrl: null })
  assertRanked(shown, query)
})

test("many who ask the same at once are one question, and so are neighbouring amounts; each gets its own amount", async () => {
  const ask = sourceAt()
  const answers = await storm(30, i => ask({ sourceAmount: 120_000 + i * 100 }))
  assert.deepEqual([asked.length, asked[0]!.get("sendAmount")], [1, "1200.00"])
  for (const [i, each] of answers.entries()) assertRanked(each, { ...query, sourceAmount: 120_000 + i * 100 })
  await ask({ sourceAmount: 130_000 })
  await ask({ sourceAmount: 129_999 })
  await ask({ targetCountry: "PT" })
  assert.deepEqual(
    asked.map(each => each.get("sendAmount")),
    ["1200.00", "1300.00", "1000.00"],
  )
})

test("the last good answer is shown when the next one fails, and not for ever", async () => {
  const ask = sourceAt({ freshMs: 0, restMs: 0, lastGoodMs: 400 })
  await ask()
  answer = response => response.writeHead(503).end()
  assert.deepEqual(idsOf(await ask()), ["countersign", "wise", "western-union"])
  await new Promise(resolve => setTimeout(resolve, 450))
  assert.deepEqual(idsOf(await ask()).toSorted(), builtIn)
  answer = (response, q) => say(response, q, good())
  assert.deepEqual(idsOf(await ask()), ["countersign", "wise"])
})

test("only so many questions are under way at once; the others are answered without", async () => {
  answer = () => {}
  const ask = sourceAt()
  const answers = await storm(40, i => ask({ sourceAmount: 100_000 * (i + 10) }))
  assert.equal(asked.length, 16)
  for (const each of answers) assert.deepEqual(idsOf(each).toSorted(), builtIn)
})

test("the house's quote follows our own rates at once, whatever is kept of the others", async () => {
  const source = liveFrom(url, declared, quick)
  const moved = { ...reference, rates: { ...reference.rates, BRL: "6.5" } }
  const [before, later] = [await source.quotesFor(reference, query), await source.quotesFor(moved, query)]
  assert.equal(asked.length, 1)
  assert.equal(await source.quotesFor(moved, query), later) // the same list, so that its ranking is made once
  assert.deepEqual(before.slice(1), later.slice(1))
  assert.deepEqual(later[0]!.rate, (await declared.quotesFor(moved, query))[0]!.rate)
})
