import assert from "node:assert/strict"
import { test } from "node:test"
import { payerOf } from "./payer.ts"

const contact = { id: "a".repeat(24), email: "ana@example.com", profile: { firstName: "Ana", lastName: "Souza" }, metadata: {} }
const address = { street: "Rua Azul", streetNumber: "7", district: "Centro", city: "Recife", state: "PE", postalCode: "50030-230" }

test("tells a provider the name, the tax id and the whole address of the payer", () => {
  const { streetNumber: number, ...rest } = address
  assert.deepEqual(payerOf({ ...contact, metadata: { taxId: "11144477735", country: "BR", ...address } }), {
    id: contact.id,
    name: "Ana Souza",
    email: contact.email,
    taxId: "11144477735",
    country: "BR",
    address: { ...rest, number },
  })
})

test("leaves out an address that is not whole", () => {
  for (const missing of Object.keys(address))
    assert.equal(payerOf({ ...contact, metadata: { ...address, [missing]: "" } }).address, undefined, missing)
  assert.deepEqual(payerOf(contact), { id: contact.id, name: "Ana Souza", email: contact.email, taxId: null, country: null })
})
