import assert from "node:assert/strict"
import { mock, test } from "node:test"
import { newContact, newIntent, openHouse } from "../../test/harness.ts"
import { paymentIntentSweeps } from "./jobs.ts"

const house = await openHouse({ ROLE: "api" })
const { api } = house
const contact = (await api.post("/v1/contacts/create", newContact())).body.data
const [sweep] = paymentIntentSweeps

test("more than fit in one look fall due at once; what only the database's clock calls due waits, and the sweep ends", async () => {
  const create = () => api.create("/v1/payment-intents/create", newIntent(contact._id))
  await Promise.all(Array.from({ length: 120 }, create))
  await house.sql("update payment_intents set due_at = now() - interval '1 minute'")
  const overdue = async () => (await api.get("/v1/payment-intents?status=overdue")).body.count
  mock.method(Date, "now", () => performance.timeOrigin + performance.now() - 3_600_000)
  await sweep!.run()
  mock.restoreAll()
  assert.equal(await overdue(), 0)
  await sweep!.run()
  assert.equal(await overdue(), 120)
})
