import assert from "node:assert/strict"
import { type Any, type Caller, newContact, newIntent, until } from "./harness.ts"

let count = 0
const unique = (name: string) => `${name}-${Date.now().toString(36)}${(count++).toString(36)}`.toUpperCase()

/** Partners with due splits, their accounts, and payouts to them. */
export async function payoutFixtures(api: Caller) {
  const contact = (await api.post("/v1/contacts/create", newContact())).body.data
  const made = async (path: string, body: object): Promise<Any> => {
    const answer = await api.create(`/v1/${path}/create`, body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }

  /** The partner gets a tenth of each line that it supplies. */
  const newPartner = (fields: object = {}) => {
    const splitTerms = { type: "percentage", basisPoints: 1000 }
    return made("partnerships", { name: unique("Casa"), code: unique("C"), kind: "supplier", splitTerms, ...fields })
  }
  const newSale = ({ _id }: Any, share = 1000) =>
    made("payment-intents", newIntent(contact._id, { items: [{ name: "Course", amount: share * 10, supplier: _id }] }))
  const pay = (intent: Any, amount: number = intent.amount) => made("transactions", { paymentIntent: intent._id, amount, method: "cash" })
  const splitOf = async (intent: Any): Promise<Any> => (await api.get(`/v1/payment-splits?paymentIntent=${intent._id}`)).body.data[0]
  const newAccount = (partner?: Any, fields: object = {}) => {
    const owner = partner ? { owner: "partnership", partnership: partner._id } : { owner: "self" }
    const number = { country: "DE", iban: "DE89370400440532013000" }
    return made("bank-accounts", { holder: unique("Holder"), currency: "BRL", ...number, ...owner, ...fields })
  }

  /** A due split, with its partner, sale and account. */
  async function dueSplit(share = 1000, partner?: Any, account: object = {}): Promise<Due> {
    const supplier = partner ?? (await newPartner())
    const intent = await newSale(supplier, share)
    await pay(intent)
    return { partner: supplier, intent, split: await splitOf(intent), account: await newAccount(supplier, account) }
  }

  const actions = payoutActions(api)
  return { made, newPartner, newSale, pay, splitOf, newAccount, dueSplit, newPayout: (body: object) => made("payouts", body), ...actions }
}

type Due = { partner: Any; intent: Any; split: Any; account: Any }

function payoutActions(api: Caller) {
  const read = async (path: string, { _id }: Any): Promise<Any> => (await api.get(`/v1/${path}/${_id}`)).body.data
  const becomes = ({ _id }: Any, status: string): Promise<Any> =>
    until(async () => {
      const payout = await read("payouts", { _id })
      return payout.status === status && payout
    }, `payout ${_id} is ${status}`)
  const advance = (by: string) => api.post("/v1/simulations/clock", { advance: by })
  const ofSplits = { recipientType: "supplier", currency: "BRL", method: "bank-transfer" }
  const ofBalance = { recipientType: "self", currency: "BRL", method: "bank-transfer" }
  return {
    read,
    becomes,
    advance,
    /** Once the gateway has the payout, moves the clock until it has an outcome. */
    async settled(payout: Any, status = "paid"): Promise<Any> {
      await until(async () => (await read("payouts", payout)).reference !== null, `the gateway has payout ${payout._id}`)
      await advance("PT1M")
      return becomes(payout, status)
    },
    bodyFor: ({ partner, split, account }: Omit<Due, "intent">, fields: object = {}) => {
      return { ...ofSplits, partnership: partner._id, bankAccount: account._id, splits: [split._id], ...fields }
    },
    toSelf: (account: Any, amount: number, fields: object = {}) => ({ ...ofBalance, bankAccount: account._id, amount, ...fields }),
    send: (body: object) => api.create("/v1/payouts/create", body),
    act: (payout: Any, action: string, body: object = {}, by: Caller = api) => by.post(`/v1/payouts/${payout._id}/${action}`, body),
    simulateFailure: ({ _id }: Any, body: object = {}) => api.post(`/v1/simulations/payouts/${_id}/fail`, body),
    balance: async (): Promise<Any> =>
      (await api.get("/v1/balances")).body.data.find((each: Any) => each.currency === "BRL") ?? { available: 0, reserved: 0, payable: 0 },
    async assertLedgerVerifies() {
      assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
    },
  }
}
