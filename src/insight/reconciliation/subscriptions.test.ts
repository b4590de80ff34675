import assert from "node:assert/strict"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { subscriptionFixtures } from "../../../test/subscription-fixtures.ts"

const { api, sql } = await startTestServer()
const { advance, raised, subscribe } = subscriptionFixtures(api)

test("reports a cycle without a payment intent, and a cycle with two", async () => {
  const subscription = await subscribe({ cycles: 3 })
  await advance("P5D")
  const [, second] = await raised(subscription, 3)
  const verify = async () => (await api.get("/v1/ledger/verify")).body.data
  const found = async () => (await verify()).differences.map(({ object, what }: { object: string; what: string }) => [object, what])
  const { ok, checked } = await verify()
  assert.equal(ok, true)
  assert.ok(checked >= 4) // three payment intents and the subscription
  await sql("update payment_intents set cycle = 4 where id = $1", [second._id])
  assert.deepEqual(await found(), [[subscription._id, "cycles without a payment intent"]])
  await assert.rejects(sql("update payment_intents set cycle = 3 where id = $1", [second._id]), { code: "23505" })
  await sql("drop index payment_intents_by_cycle")
  await sql("update payment_intents set cycle = 3 where id = $1", [second._id])
  const differences = await found()
  assert.ok(differences.some(([, what]: string[]) => what === "payment intents of cycle 3"))
  assert.ok(differences.some(([object, what]: string[]) => object === subscription._id && what === "cycles"))
  await sql("update payment_intents set cycle = 2 where id = $1", [second._id])
  await sql("update subscriptions set cycle = 2 where id = $1", [subscription._id])
  assert.deepEqual(await found(), [[subscription._id, "cycles"]])
})
