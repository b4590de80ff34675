import assert from "node:assert/strict"
import { type Any, type Caller, inDays, newContact, newIntent } from "./harness.ts"
import { paymentFileFixtures, soon } from "./payment-file-fixtures.ts"

const creditorId = "DE98ZZZ09999999999"

let count = 0

/** Payers with mandates that the tenant holds itself, their bills, and debits of them that wait for a file. */
export async function directDebitFixtures(api: Caller) {
  const world = await paymentFileFixtures(api)
  const { made, bankAccount, usAccount } = world
  /** `signed` are the terms of the mandate, `fields` the rest of it. */
  async function mandate(signed: object = {}, fields: object = {}, account: object = {}): Promise<Any> {
    const contact = await made("contacts", newContact())
    const isUs = "routing" in account
    const of = { owner: "contact", contact: contact._id, ...account }
    const { _id: bankAccountId } = await (isUs ? usAccount(of) : bankAccount(of))
    const terms = { scheme: isUs ? "ppd" : "core", signedOn: "2026-01-15", noticeDays: 0, collectsDue: false, ...signed }
    const giver = { contact: contact._id, bankAccount: bankAccountId, scheme: isUs ? "ach" : "sepa" }
    return made("authorizations", { ...giver, reference: `M-${++count}`, terms, ...fields })
  }
  const bill = ({ contact, currency }: Any, amount: number, fields: object = {}): Promise<Any> =>
    made("payment-intents", newIntent(contact, { currency, dueAt: inDays(2), items: [{ name: "Course", amount }], ...fields }))
  const create = (authorization: Any, paymentIntent: Any, fields: object = {}) =>
    api.create(`/v1/authorizations/${authorization._id}/debits/create`, { paymentIntent: paymentIntent._id, ...fields })
  async function debit(authorization: Any, amount: number, fields: object = {}): Promise<Any> {
    const { status, text, body } = await create(authorization, await bill(authorization, amount), fields)
    assert.equal(status, 201, text)
    return body.data
  }
  return {
    ...world,
    mandate,
    usMandate: (signed: object = {}, fields: object = {}) => mandate(signed, fields, { routing: "011000015" }),
    bill,
    create,
    debit,
    ownAccount: (fields: object = {}) => world.ownAccount({ creditorId, ...fields }),
    readyDebits: async ({ _id }: Any, more = ""): Promise<Any> =>
      (await api.get(`/v1/payment-files/debits-ready?ownAccount=${_id}${more}`)).body.data,
    collect: (account: Any, debits?: Any[], fields: object = {}) =>
      api.create("/v1/payment-files/create", {
        ownAccount: account._id,
        executionDate: soon,
        direction: "debits",
        ...(debits && { debits: debits.map(({ _id }) => _id) }),
        ...fields,
      }),
  }
}
