import assert from "node:assert/strict"
import { test } from "node:test"
import { statementFixtures } from "../../../test/bank-fixtures.ts"
import { type Any, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { camt, camtDetails, camtEntry } from "../../../test/statement-files.ts"

const server = await startTestServer()
const { api } = server
const { newAccount, upload } = await statementFixtures(server)
const contact = (await api.post("/v1/contacts/create", newContact())).body.data

/** Imports a statement of 2026-10-01 that pays an intent, and returns the transaction. */
async function payByStatement(reference: string): Promise<Any> {
  const fields = { currency: "EUR", items: [{ name: "Course", amount: 1_000 }] }
  const intent = (await api.create("/v1/payment-intents/create", newIntent(contact._id, fields))).body.data
  const account = await newAccount()
  const details = camtDetails({ side: "Dbtr", text: intent.number })
  const entries = [camtEntry({ amount: "10.00", debit: false, reversal: false, reference, details })]
  const { body } = await upload(account, camt({ kind: "054", iban: account.iban, entries }))
  return until(async () => {
    const [line] = (await api.get(`/v1/bank-lines?statement=${body.data._id}`)).body.data
    const [match] = line.match
    return match && (await api.get(`/v1/transactions/${match.transaction}`)).body.data
  }, "the line is matched")
}

test("a payment is booked on the day that the statement names, wherever the tenant is", async () => {
  for (const [timezone, receivedAt] of [
    ["America/Sao_Paulo", "2026-10-01T03:00:00.000Z"],
    ["UTC", "2026-10-01T00:00:00.000Z"],
    ["Asia/Tokyo", "2026-09-30T15:00:00.000Z"],
  ] as const) {
    await api.post("/v1/settings/update", { timezone })
    const transaction = await payByStatement(timezone)
    const [entry] = (await api.get(`/v1/ledger/entries?source=${transaction._id}`)).body.data
    assert.deepEqual([transaction.receivedAt, entry.date], [receivedAt, "2026-10-01"], timezone)
  }
})
