import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { type Any, createCaller, newContact, newIntent, type TestServer, until } from "./harness.ts"

/** The month that has ended for every tenant of these tests. */
export const lastMonth = "2026-10"

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

export const journalFixtures = (server: TestServer) => ({
  /** A tenant whose clock is in November 2026 or later, and what the tests do with its journal. */
  newBooks: (timezone = "UTC") => newBooks(server, timezone),
})

async function newBooks(server: TestServer, timezone: string) {
  const api = await server.otherTenant()
  const raw = createCaller(server.baseUrl, api.keys, { checked: false })
  await api.post("/v1/settings/update", { timezone })
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const pay = async (amount: number, receivedAt: string): Promise<Any> => {
    const items = [{ name: "Course", amount }]
    const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { items }))).body.data
    const body = { paymentIntent: intent._id, amount, method: "cash", receivedAt }
    const { status, body: answer, text } = await api.create("/v1/transactions/create", body)
    assert.equal(status, 201, text)
    return answer.data
  }
  const close = (month = lastMonth) => api.post("/v1/journal/close", { month })
  const read = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/journal-closes/${_id}`)).body.data
  const sealed = (made: Any): Promise<Any> =>
    until(async () => {
      const found = await read(made)
      return found.status === "closed" && found
    }, `${made.month} has its totals`)
  const closed = async (month = lastMonth): Promise<Any> => {
    const { status, body, text } = await close(month)
    assert.equal(status, 200, text)
    return sealed(body.data)
  }
  const exported = async (month = lastMonth) =>
    (await raw.get(`/v1/journal?from=${month}-01&to=${month}-${month.endsWith("10") ? 31 : 30}&format=csv`)).text
  const entryOf = async ({ _id }: Any): Promise<Any> => (await api.get(`/v1/ledger/entries?source=${_id}`)).body.data[0]
  return { api, raw, pay, close, closed, sealed, read, exported, entryOf }
}
