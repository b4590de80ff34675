import assert from "node:assert/strict"
import { test } from "node:test"
import { type Any, newContact, newIntent, startTestServer } from "../../../test/harness.ts"
import {
  creditorReferenceOf,
  groupedReference,
  isCreditorReference,
  numberOfReference,
  numbersOfReferencesIn,
} from "./creditor-reference.ts"

const tenant = "69e3b0c44298fc1c149afbf4"

test("the check digits are those of ISO 11649", () => {
  for (const reference of ["RF18539007547034", "RF471234567890", "RF712348231"]) assert.ok(isCreditorReference(reference), reference)
  for (const reference of ["RF19539007547034", "RF18539007547043", "RF18", "DE18539007547034", "RF185390075470341234567890"])
    assert.ok(!isCreditorReference(reference), reference)
})

test("a reference leads back to its intent, in its tenant only, and any wrong digit is noticed", () => {
  for (const number of ["PI-000001", "PI-000123", "PI-1234567"]) {
    const reference = creditorReferenceOf(tenant, number)
    assert.ok(reference.length <= 25 && isCreditorReference(reference), reference)
    assert.equal(numberOfReference(tenant, groupedReference(reference).toLowerCase()), number)
    assert.equal(numberOfReference("69e3b0c44298fc1c149afbf5", reference), undefined)
    for (let i = 2; i < reference.length; i++) {
      const wrong = `${reference.slice(0, i)}${reference[i] === "7" ? "8" : "7"}${reference.slice(i + 1)}`
      assert.equal(numberOfReference(tenant, wrong), undefined, wrong)
    }
  }
})

test("finds references in a text, whatever stands around them", () => {
  const [first, second] = [creditorReferenceOf(tenant, "PI-000001"), creditorReferenceOf(tenant, "PI-000022")]
  const table: [text: string, numbers: string[]][] = [
    [`paid ${first}`, ["PI-000001"]],
    [`${groupedReference(first)} thanks`, ["PI-000001"]],
    [`${first}THANKS`, ["PI-000001"]],
    [`${first}/${second}`, ["PI-000001", "PI-000022"]],
    [`X${first}`, []],
    ["RF18 5390 0754 7034", []],
  ]
  for (const [text, numbers] of table) assert.deepEqual(numbersOfReferencesIn(tenant, text), numbers, text)
})

test("a payment intent shows its reference, a list is filtered by it, and a mail in euro tells it", async () => {
  const server = await startTestServer({ ROLE: "api" })
  const { api, keys } = server
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  await api.post("/v1/settings/update", { mails: { paymentRequests: true } })
  const intent: Any = (await api.create("/v1/payment-intents/create", newIntent(contact._id, { currency: "EUR" }))).body.data
  const { number, creditorReference } = intent
  assert.equal(creditorReference, creditorReferenceOf(keys.tenantId, number))
  const found = (await api.get(`/v1/payment-intents?creditorReference=${encodeURIComponent(groupedReference(creditorReference))}`)).body
  assert.deepEqual([found.count, found.data[0]._id], [1, intent._id])
  assert.equal((await api.get("/v1/payment-intents?creditorReference=RF18539007547034")).body.count, 0)
  const [mail] = await server.sql("select text from mails where object_id = $1", [intent._id])
  assert.ok(mail.text.includes(`use the reference ${groupedReference(creditorReference)}.`))
})
