// docs/races.md names the test of each race that other products published. The one that no slice had is here.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { partnerRules } from "../prove/money-rules.ts"
import { type Any, inParallel, startTestServer, until } from "./harness.ts"
import { payoutFixtures } from "./payout-fixtures.ts"

const server = await startTestServer()
const { api, sql } = server
const { bodyFor, made, newAccount, newPartner, newSale, send, splitOf } = await payoutFixtures(api)

test("every published race has its source and its test", () => {
  const rows = readFileSync("docs/races.md", "utf8").match(/^\| (?!The race|---).*$/gm)!
  assert.ok(rows.length >= 10)
  for (const row of rows) {
    const [, source, path, name] = /\((https:\/\/github\.com\/[^)]+)\).* \| `([^`]+)`: (.+?) +\|$/.exec(row) ?? []
    assert.ok(source && path && name, row)
    assert.ok(readFileSync(path, "utf8").includes(`test("${name}"`), `${path} has no test "${name}"`)
  }
})

/** A sale that was paid by card, with a refund of all of it that waits for its approval. */
async function refundable() {
  const partner = await newPartner()
  const intent = await newSale(partner)
  const charge = await made("gateways/simulator/charges", { paymentIntent: intent._id, method: "card", token: "tok_success" })
  const refund = await made("refund-intents", { transaction: charge._id, amount: charge.amount })
  return { partner, refund, account: await newAccount(partner), split: await splitOf(intent) }
}

test("a payout and a refund of the same sale at once leave the partner's account right", async () => {
  const outcomes = await inParallel(8, async () => {
    const sale = await refundable()
    const [paidOut, approved] = await Promise.all([
      send(bodyFor(sale, { method: "manual" })),
      api.post(`/v1/refund-intents/${sale.refund._id}/approve`),
    ])
    assert.equal(approved.status, 200, approved.text)
    assert.ok([201, 409, 422].includes(paidOut.status), paidOut.text)
    await until(
      async () => (await api.get(`/v1/refund-intents/${sale.refund._id}`)).body.data.status === "settled",
      "the refund is settled",
    )
    const { accrued, reversed, outstanding }: Any = (await api.get(`/v1/payment-splits/${sale.split._id}`)).body.data
    assert.equal(reversed, accrued, "the partner has no share in what was given back")
    assert.ok(outstanding <= 0, "what was paid out is owed back")
    return paidOut.status
  })
  assert.equal(outcomes.length, 8)
  for (const rule of partnerRules) assert.deepEqual(await sql(rule.sql), [], rule.name)
  const { ok, differences } = (await api.get("/v1/ledger/verify")).body.data
  assert.deepEqual([ok, differences], [true, []])
})
