import assert from "node:assert/strict"
import { test } from "node:test"
import { disputeFixtures } from "../../../test/dispute-fixtures.ts"
import { type Any, type Caller, inDays, startTestServer } from "../../../test/harness.ts"
import { historySteps } from "../../../test/history-steps.ts"
import { faultRounds } from "../../../test/levels.ts"

const server = await startTestServer({ ROLE: "api" }) // no worker, so nothing changes while an answer is noted

async function newTenant() {
  const api: Caller & { keys: { tenantId: string } } = await server.otherTenant()
  return { api, ...(await disputeFixtures(api, server, api.keys.tenantId)) }
}

test("accounts and balances as of each past moment are what was answered then, over random histories", async () => {
  for (let round = 0; round < faultRounds(2); round++) {
    const tenant = await newTenant()
    const { api, contact } = tenant
    const step = historySteps(tenant, 4000 + round)
    const paths = [`contacts/${contact._id}/account`, "partnerships/CASA/account", "analytics/receivables", "balances"]
    const noted: { path: string; at: string; data: Any; after: string }[] = []
    for (let i = 0; i < 80; i++) {
      const after = await step()
      for (const path of paths) {
        const { status, body, text } = await api.get(`/v1/${path}`)
        assert.equal(status, 200, text)
        noted.push({ path, at: body.data.asOf ?? new Date().toISOString(), data: body.data, after })
      }
      await new Promise(resolve => setTimeout(resolve, 3)) // so that later changes have a later time
    }
    for (const { path, at, data, after } of noted)
      assert.deepEqual((await api.get(`/v1/${path}?asOf=${at}`)).body.data, data, `${path} at ${at}, after ${after}, round ${round}`)
    await tenant.assertLedgerVerifies()
  }
})

test("what a partner owes after a reversal, and a currency that was deleted, are in balances as of then", async () => {
  const { api, charge, sell, sendEvent } = await newTenant()
  const balances: { at: string; data: Any }[] = []
  const note = async () => {
    balances.push({ at: new Date().toISOString(), data: (await api.get("/v1/balances")).body.data })
    await new Promise(resolve => setTimeout(resolve, 3))
  }
  await note()
  const paid = await charge()
  const payout = { recipientType: "supplier", partnership: "CASA", currency: "BRL", method: "manual", amount: 700 }
  const { _id } = (await api.create("/v1/payouts/create", payout)).body.data
  assert.equal((await api.post(`/v1/payouts/${_id}/confirm`, { reference: "TED" })).status, 200)
  await note()
  await sendEvent("charge.reversed", { key: paid._id })
  await note()
  const inDollars = await sell({ currency: "USD", items: [{ name: "Course", amount: 5 }] })
  await note()
  assert.equal((await api.post(`/v1/payment-intents/${inDollars._id}/delete`)).status, 200)
  await note()
  await sell({ currency: "EUR", items: [{ name: "Course", amount: 5 }] })
  for (const { at, data } of balances) assert.deepEqual((await api.get(`/v1/balances?asOf=${at}`)).body.data, data, at)
  assert.deepEqual(
    balances.map(({ data }) => data.map(({ currency, payable, owing }: Any) => [currency, payable, owing].join(" "))),
    [[], ["BRL 300 0"], ["BRL 0 700"], ["BRL 0 700", "USD 0 0"], ["BRL 0 700", "USD 0 0"]],
  )
  assert.deepEqual((await api.get(`/v1/balances?asOf=${balances.at(-1)!.at}&currency=USD`)).body.data.length, 1)
})

test("an account is unknown before its contact or partnership was, and in the future", async () => {
  const { api, contact } = await newTenant()
  const partner = (await api.get("/v1/partnerships/CASA")).body.data
  for (const [path, createdAt] of [
    [`contacts/${contact._id}/account`, contact.createdAt],
    ["partnerships/CASA/account", partner.createdAt],
  ]) {
    const before = new Date(Date.parse(createdAt) - 1).toISOString()
    const early = await api.get(`/v1/${path}?asOf=${before}`)
    assert.deepEqual([early.status, early.body.error.code], [404, "GEN-1004"])
    const late = await api.get(`/v1/${path}?asOf=${inDays(1)}`)
    assert.deepEqual([late.status, late.body.error.errors[0].message], [400, "asOf must not lie in the future"])
    assert.deepEqual((await api.get(`/v1/${path}?asOf=${createdAt}`)).body.data.byCurrency, {})
  }
  for (const path of ["analytics/receivables", "balances"]) assert.equal((await api.get(`/v1/${path}?asOf=${inDays(1)}`)).status, 400)
  for (const query of [`asOf[lte]=${contact.createdAt}`, "asOf=yesterday"])
    assert.match((await api.get(`/v1/balances?${query}`)).body.error.errors[0].message, /^asOf/)
})
