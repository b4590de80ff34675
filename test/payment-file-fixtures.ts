import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { type Any, type Caller, newContact, newIntent } from "./harness.ts"

let count = 0

/** A German IBAN with right check digits, another one each time. */
function newIban(): string {
  const account = `37040044${String(++count).padStart(10, "0")}`
  const rest = Array.from(`${account}131400`).reduce((sum, digit) => Number(`${sum}${digit}`) % 97, 0)
  return `DE${String(98 - rest).padStart(2, "0")}${account}`
}

/** Money, own accounts, and payouts to oneself that wait for a file. */
export async function paymentFileFixtures(api: Caller) {
  const made = async (path: string, body: object): Promise<Any> => {
    const answer = await api.create(`/v1/${path}/create`, body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  const contact = await made("contacts", newContact())
  /** The balance that payouts to oneself take from. */
  async function earn(currency: string, amount: number) {
    const intent = await made("payment-intents", newIntent(contact._id, { currency, items: [{ name: "Course", amount }] }))
    await made("transactions", { paymentIntent: intent._id, amount, method: "cash" })
  }
  await earn("EUR", 10_000_000_00)
  await earn("USD", 10_000_000_00)
  const bankAccount = (fields: object = {}) => {
    const number = "accountNumber" in fields ? {} : { country: "DE", currency: "EUR", iban: newIban() }
    return made("bank-accounts", { holder: `Ana Souza ${++count}`, owner: "self", ...number, ...fields })
  }
  return {
    made,
    bankAccount,
    usAccount: (fields: object = {}) =>
      bankAccount({
        country: "US",
        currency: "USD",
        routing: "011000015",
        accountNumber: `55${String(++count).padStart(6, "0")}`,
        ...fields,
      }),
    ownAccount: (fields: object = {}) => made("own-accounts", { name: "Escola Azul", currency: "EUR", iban: newIban(), ...fields }),
    usOwnAccount: (fields: object = {}) =>
      made("own-accounts", {
        name: "Operating",
        currency: "USD",
        routing: "021000021",
        account: `77${String(++count).padStart(6, "0")}`,
        company: { id: "1123456789", name: "Escola Azul" },
        ...fields,
      }),
    async payout(account: Any, amount: number, fields: object = {}): Promise<Any> {
      const body = { recipientType: "self", currency: account.currency, method: "bank-file", bankAccount: account._id, amount, ...fields }
      return made("payouts", body)
    },
    read: async (path: string, { _id }: Any): Promise<Any> => (await api.get(`/v1/${path}/${_id}`)).body.data,
    ready: async ({ _id }: Any, more = ""): Promise<Any> => (await api.get(`/v1/payment-files/ready?ownAccount=${_id}${more}`)).body.data,
    make: (account: Any, fields: object = {}) =>
      api.create("/v1/payment-files/create", { ownAccount: account._id, executionDate: soon, ...fields }),
    act: ({ _id }: Any, action: string) => api.post(`/v1/payment-files/${_id}/${action}`),
    /** Checks the bytes by their hash. */
    async content({ _id, sha256 }: Any): Promise<string> {
      const { status, text } = await api.get(`/v1/payment-files/${_id}/content`)
      assert.equal(status, 200, text)
      assert.equal(createHash("sha256").update(text).digest("hex"), sha256)
      return text
    },
  }
}

/** A Wednesday in at most two weeks on which both calendars have no holiday. */
export const soon = (() => {
  const holidays = /-(01-01|12-25|12-26|05-01|06-19|07-04|11-11)$/
  for (let ms = Date.now() + 4 * 86_400_000; ; ms += 86_400_000) {
    const date = new Date(ms)
    if (date.getUTCDay() === 3 && !holidays.test(date.toISOString().slice(0, 10))) return date.toISOString().slice(0, 10)
  }
})()
