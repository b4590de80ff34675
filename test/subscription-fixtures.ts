import assert from "node:assert/strict"
import { type Any, type Caller, newContact, newIntent, type TestServer, until } from "./harness.ts"

const iban = "DE89370400440532013000"

/** Subscriptions, the requests that they raise, and mandates to charge. */
export function subscriptionFixtures(api: Caller, timeoutMs = 20_000) {
  const basics = objects(api, timeoutMs)
  const { made, newPayer, read, waitUntil } = basics
  const nowOf = async () => Date.parse((await api.get("/v1/settings")).body.data.now)
  const inMinutes = async (n: number) => new Date((await nowOf()) + n * 60_000).toISOString()
  const bodyFor = (contact: Any, fields: object = {}) => {
    const items = [{ name: "Membership", amount: 5000 }]
    return { contact: contact._id, currency: "EUR", items, cadence: { every: 1, unit: "day" }, ...fields }
  }
  /** Starts now, unless a field says otherwise, and raises a request each day. */
  const subscribe = async (fields: object = {}, contact?: Any) => made("subscriptions", bodyFor(contact ?? (await newPayer()), fields))
  const act = ({ _id }: Any, action: string, body?: object) => api.post(`/v1/subscriptions/${_id}/${action}`, body)
  const raisedBy = async ({ _id }: Any): Promise<Any[]> =>
    (await api.get(`/v1/payment-intents?subscription=${_id}&sort=createdAt&limit=100`)).body.data
  const raised = (subscription: Any, n: number): Promise<Any[]> =>
    waitUntil(async () => {
      const rows = await raisedBy(subscription)
      return rows.length >= n && rows
    }, `${n} requests are raised`)
  /** Charges each cycle by the mandate. */
  const autoCharge = (mandate: Any, fields: object = {}) =>
    subscribe(
      { mode: "auto-charge", authorization: mandate._id, cadence: { every: 1, unit: "month" }, ...fields },
      { _id: mandate.contact },
    )
  /** Charges each cycle to the card. */
  const chargeCard = (card: Any, fields: object = {}) =>
    subscribe({ mode: "auto-charge", savedMethod: card._id, cadence: { every: 1, unit: "month" }, ...fields }, { _id: card.contact })
  const assertLedgerVerifies = async () => assert.deepEqual((await api.get("/v1/ledger/verify")).body.data.differences, [])
  return {
    ...basics,
    ...payments(api, basics),
    read,
    inMinutes,
    bodyFor,
    subscribe,
    act,
    raisedBy,
    raised,
    autoCharge,
    chargeCard,
    assertLedgerVerifies,
  }
}

function objects(api: Caller, timeoutMs: number) {
  const made = async (path: string, body: object): Promise<Any> => {
    const answer = await api.create(`/v1/${path}/create`, body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  const read = async (path: string, id: string): Promise<Any> => (await api.get(`/v1/${path}/${id}`)).body.data
  const waitUntil = <T>(probe: () => Promise<T | undefined | false>, condition: string) => until(probe, condition, timeoutMs)
  return {
    made,
    read,
    waitUntil,
    advance: (by: string) => api.post("/v1/simulations/clock", { advance: by }),
    newPayer: () => made("contacts", newContact()),
    becomes: (path: string, id: string, test: (object: Any) => boolean, what: string): Promise<Any> =>
      waitUntil(async () => {
        const object = await read(path, id)
        return test(object) && object
      }, what),
  }
}

/** Mandates, attempts to charge by them, and mails. */
function payments(api: Caller, { made, newPayer, advance, becomes, waitUntil }: ReturnType<typeof objects>) {
  const chargesOf = async ({ _id }: Any): Promise<Any[]> =>
    (await api.get(`/v1/transactions?paymentIntent=${_id}&sort=createdAt`)).body.data
  const mailsTo = async ({ email }: Any): Promise<Any[]> =>
    (await api.get(`/v1/dev/mails?recipient=${encodeURIComponent(email)}`)).body.data
  return {
    async newMandate(holder = "Ana Souza", fields: object = {}): Promise<Any> {
      const contact = await newPayer()
      const owner = { owner: "contact", contact: contact._id }
      const account = await made("bank-accounts", { holder, country: "DE", currency: "EUR", iban, ...owner })
      const mandate = await made("authorizations", { contact: contact._id, bankAccount: account._id, scheme: "sepa", ...fields })
      await advance("PT2M")
      return becomes("authorizations", mandate._id, ({ status }) => status === "active", "the mandate is active")
    },
    /** A card of a payer, saved with a payment of theirs; the token says how it behaves later. */
    async newCard(token = "tok_success", contact?: Any, method = "card"): Promise<Any> {
      const { _id } = contact ?? (await newPayer())
      const intent = await made("payment-intents", newIntent(_id, { currency: "EUR", items: [{ name: "First month", amount: 5000 }] }))
      const charge = { paymentIntent: intent._id, method, token, saveConsent: "Escola Azul may charge this card later." }
      const answer = await api.create("/v1/gateways/simulator/charges/create", charge)
      assert.equal(answer.status, 201, answer.text)
      return becomes("saved-methods", answer.body.data.savedMethod, ({ status }) => status === "active", "the card is saved")
    },
    chargesOf,
    attempted: (intent: Any, n: number): Promise<Any[]> =>
      waitUntil(async () => {
        const rows = await chargesOf(intent)
        return rows.length >= n && rows.at(-1).status !== "processing" && rows
      }, `${n} attempts have an outcome`),
    mailsTo,
    mailed: (contact: Any, subject: RegExp): Promise<Any> =>
      waitUntil(async () => (await mailsTo(contact)).find(mail => subject.test(mail.subject)), `${subject} is mailed`),
  }
}

/** Waits until every due job is done, so that an extra one would have run too. */
export async function noJobIsDue(sql: TestServer["sql"], timeoutMs?: number) {
  const dueJobs = `
    select count(*)::int as n from jobs j join tenants t on t.id = j.tenant_id
    where next_at <= now() + t.clock_offset_ms * interval '1 millisecond' and failed_at is null`
  await until(async () => (await sql(dueJobs))[0].n === 0, "no job is due", timeoutMs)
}
