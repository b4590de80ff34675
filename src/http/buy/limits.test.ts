import assert from "node:assert/strict"
import { test } from "node:test"
import { inParallel, startTestServer, uniqueEmail } from "../../../test/harness.ts"

const server = await startTestServer()
const { api } = server

test("refuses orders from a network above its limit, makes none of them, and says how long to wait", async () => {
  const service = (await api.post("/v1/services/create", { name: "Concert", price: { amount: 2500, currency: "BRL" } })).body.data
  const link = (await api.post("/v1/payment-links/create", { name: "Concert", lines: [{ service: service._id }] })).body.data
  const answers = await inParallel(60, async () => {
    const page = await (await fetch(link.url)).text()
    const key = /name="key" value="([^"]*)"/.exec(page)![1]!
    const body = new URLSearchParams({ key, name: "Ana Souza", email: uniqueEmail() })
    return fetch(link.url, { method: "POST", body, redirect: "manual" })
  })
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length > 0)
  for (const each of refused) {
    assert.ok(Number(each.headers.get("retry-after")) > 0)
    assert.match(await each.text(), /Nothing was ordered/)
  }
  const { count } = (await api.get(`/v1/payment-link-purchases?paymentLink=${link._id}`)).body
  assert.equal(count, answers.filter(({ status }) => status === 303).length)
  assert.ok(count >= 20)
})
