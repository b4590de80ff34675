import assert from "node:assert/strict"
import { mock, test } from "node:test"
import { newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { paymentIntentSweeps } from "./jobs.ts"

const server = await startTestServer({ ROLE: "api" })
const { api } = server
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const [sweep] = paymentIntentSweeps

test("the sweep marks all intents overdue, not only one batch, and ends when intents are due only by the database's clock", async () => {
  const create = () => api.create("/v1/payment-intents/create", newIntent(contact._id))
  await Promise.all(Array.from({ length: 120 }, create))
  await server.sql("update payment_intents set due_at = now() - interval '1 minute'")
  const overdue = async () => (await api.get("/v1/payment-intents?status=overdue")).body.count
  mock.method(databaseClock, "now", () => new Date(Date.now() - 3_600_000))
  await sweep!.run()
  mock.restoreAll()
  assert.equal(await overdue(), 0)
  await sweep!.run()
  assert.equal(await overdue(), 120)
})
