import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { inParallel, newContact, newIntent, startTestServer } from "../../test/harness.ts"

/** Each of two tests may open 500 connections, and `fetch` keeps them: more than one address may have otherwise. */
const { api, baseUrl, keys } = await startTestServer({ ROLE: "api", MAX_CONNECTIONS_PER_ADDRESS: "0" })
const { _id: contact } = (await api.post("/v1/contacts/create", newContact())).body.data
const { _id, links } = (await api.create("/v1/payment-intents/create", newIntent(contact))).body.data

/** The same link with another signature. */
const forge = (link: string) => link.slice(0, -2) + (link.endsWith("AA") ? "BA" : "AA")
const [, slug = "", number = ""] = /\/p\/(\w+)\.(\w+)\./.exec(links.short) ?? []
const tokenOf = (tenant: string, id: string) => Buffer.from(tenant + id + "5".repeat(32), "hex").toString("base64url")
const unknownId = "f".repeat(24)

/** The statements that a request runs. */
async function statementsOf(url: string): Promise<string[]> {
  const texts: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: [{ text: string } | string]) {
    texts.push(typeof args[0] === "string" ? args[0] : args[0].text)
    return (query as (...args: unknown[]) => unknown).apply(this, args)
  } as never
  const { status } = await fetch(url, { redirect: "manual" }).finally(() => (pg.Client.prototype.query = query))
  assert.equal(status, 404, url)
  // The service looks at the clock once a second, and sets the scope of a connection that does not have it already.
  return texts.filter(text => !/clock_timestamp\(\) as now|set_config\('app\.tenants'/.test(text))
}

test("a payment link of an unknown tenant, of an unknown intent and with a wrong signature take the same look-ups", async () => {
  const long = [tokenOf(unknownId, unknownId), tokenOf(keys.tenantId, unknownId), tokenOf(keys.tenantId, _id)]
  const short = [`zzzzzz.${number}`, `${slug}.zzzzzz`, `${slug}.${number}`].map(named => `${named}.${"A".repeat(11)}`)
  for (const urls of [long.map(token => `/pay/${token}`), short.map(code => `/p/${code}`)]) {
    const first = await statementsOf(baseUrl + urls[0]!)
    assert.equal(first.filter(text => text.includes("from payment_intents")).length, 1)
    for (const url of urls.slice(1)) assert.deepEqual(await statementsOf(baseUrl + url), first)
  }
})

test("wrong payment links are limited, and right ones are always served", async () => {
  const wrong = await inParallel(500, i => fetch(i % 2 ? forge(links.long) : `${baseUrl}/p/nonsense`))
  assert.deepEqual(new Set(wrong.map(({ status }) => status)), new Set([404, 429]))
  const limited = wrong.find(({ status }) => status === 429)!
  assert.ok(Number(limited.headers.get("retry-after")) >= 1)
  assert.match(await limited.text(), /Too many wrong links/)
  assert.equal((await fetch(links.long)).status, 200)
  assert.equal((await fetch(links.short, { redirect: "manual" })).status, 302)
})

test("gateway events without a valid signature are limited", async () => {
  const event = { id: "e", tenant: keys.tenantId, type: "charge.succeeded", key: "k" }
  const responses = await inParallel(500, () =>
    api.post("/v1/gateways/simulator/events", event, { authorization: null, "simulator-signature": "wrong" }),
  )
  const outcomes = responses.map(({ status, body }) => `${status} ${body.error.code}`)
  assert.deepEqual(new Set(outcomes), new Set(["401 GTW-1001", "429 RTE-1001"]))
})
