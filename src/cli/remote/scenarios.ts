import type { Client } from "../../../sdk/src/client.ts"
import type { Session } from "./session.ts"

/** What a scenario has made, in the order in which it happened. */
export type Step = { what: string; object: string; status: string; see: string }

type Scenario = { about: string; run(client: Client, name: string): AsyncIterable<Step> }

const currency = "EUR"
const amount = 12_500
const iban = "DE89370400440532013000"

/** Each is made by ordinary requests, so that its events and webhooks are those of real payments. */
export const scenarios: Record<string, Scenario> = {
  "paid-link": { about: "a payment link, and its payment by card", run: paidLink },
  "failed-debit": { about: "a mandate whose direct debit the bank declines", run: failedDebit },
  dispute: { about: "a paid charge that the payer's bank contests", run: dispute },
  "held-payout": { about: "a payout to a partner that waits for an approval", run: heldPayout },
  "returned-payout": { about: "a paid payout that the recipient's bank sends back", run: returnedPayout },
}

async function* paidLink(client: Client, name: string) {
  const { _id, step } = await newIntent(client, name)
  yield step
  yield (await payByCard(client, _id)).step
}

async function* dispute(client: Client, name: string) {
  const { _id, step } = await newIntent(client, name)
  yield step
  const charge = await payByCard(client, _id)
  yield charge.step
  const made = await client.simulations.disputes.create({ transaction: charge._id, reason: "fraudulent" })
  yield { what: "The payer's bank contests it", object: made._id, status: made.status, see: `disputes get ${made._id}` }
}

async function* failedDebit(client: Client, name: string) {
  const { _id, contact, step } = await newIntent(client, name)
  yield step
  const account = await client.bankAccounts.create({ holder: "Decline Debit", country: "DE", currency, iban, owner: "contact", contact })
  const mandate = await client.authorizations.create({ contact, bankAccount: account._id, scheme: "sepa" })
  await client.simulations.clock({ advance: "PT2M" })
  const accepted = await client.authorizations.get(mandate._id)
  yield {
    what: "The payer's bank accepts a mandate",
    object: mandate._id,
    status: accepted.status,
    see: `authorizations get ${mandate._id}`,
  }
  const charge = { paymentIntent: _id, method: "direct-debit", authorization: mandate._id } as const
  await client.gateways.charges.create("simulator", charge).catch(ignoreDecline)
  const { data } = await client.transactions.list({ paymentIntent: _id, limit: 1 })
  const [debit] = data
  if (debit) yield { what: "The debit is declined", object: debit._id, status: debit.status, see: `transactions get ${debit._id}` }
}

/** A declined charge is the point of the scenario. */
function ignoreDecline(error: unknown) {
  if (!(error instanceof Error && "code" in error && error.code === "GTW-2001")) throw error
}

async function* heldPayout(client: Client, name: string) {
  const { partnership, step } = await dueSplit(client, name)
  yield step
  const people = await client.users.list({ type: "person", status: "active", limit: 10 })
  const me = await client.users.user()
  const approvers = [...people.data.map(({ _id }) => _id), me._id]
  const policy = {
    name: `Payouts to ${name}`,
    entityType: "payout",
    strategy: "any-of",
    approvers: [...new Set(approvers)],
    partnership,
  } as const
  const { _id } = await client.approvals.policies.create(policy)
  yield { what: "A policy holds payouts to this partner only", object: _id, status: "enabled", see: `approvals policies get ${_id}` }
  const payout = await sendPayout(client, { partnership, holder: name })
  const see = `approvals requests approve ${payout.approval.request ?? ""}`
  yield { what: "The payout waits for an approval", object: payout._id, status: payout.status, see }
}

async function* returnedPayout(client: Client, name: string) {
  const { partnership, step } = await dueSplit(client, name)
  yield step
  const { _id } = await sendPayout(client, { partnership, holder: "Return Payout" })
  yield { what: "The payout is sent", object: _id, status: "processing", see: `payouts get ${_id}` }
  await client.simulations.clock({ advance: "PT1M" })
  const { status } = await client.payouts.get(_id)
  yield { what: "The bank sends it back", object: _id, status, see: `payouts timeline ${_id}` }
}

async function newIntent(client: Client, name: string) {
  const contact = await client.contacts.create({ email: `${name}@example.com`, profile: { firstName: "Test", lastName: name } })
  const { now } = await client.settings.get()
  const intent = await client.paymentIntents.create({
    intentType: "ad-hoc",
    contact: contact._id,
    currency,
    dueAt: new Date(Date.parse(now) + 7 * 86_400_000).toISOString(),
    items: [{ name: "Course", amount }],
  })
  const step = { what: `A payment request to ${contact.email}`, object: intent._id, status: intent.status, see: intent.links.long }
  return { _id: intent._id, contact: contact._id, step }
}

async function payByCard(client: Client, paymentIntent: string) {
  const paid = await client.gateways.charges.create("simulator", { paymentIntent, method: "card", token: "tok_success" })
  const step = { what: "The payer pays by card", object: paid._id, status: paid.status, see: `transactions get ${paid._id}` }
  return { _id: paid._id, step }
}

/** A partner that is owed its share of a payment. */
async function dueSplit(client: Client, name: string) {
  const { _id: partnership } = await client.partnerships.create({ name, code: name.toUpperCase(), kind: "agent" })
  const { _id: paymentIntent } = await newIntent(client, name)
  const share = await client.paymentSplits.create({ paymentIntent, partnership, amount: 2500 })
  await payByCard(client, paymentIntent)
  const { _id, status } = await client.paymentSplits.get(share._id)
  return { partnership, step: { what: "A partner's share of a payment is due", object: _id, status, see: `payment-splits get ${_id}` } }
}

async function sendPayout(client: Client, { partnership, holder }: { partnership: string; holder: string }) {
  const account = await client.bankAccounts.create({ holder, country: "DE", currency, iban, owner: "partnership", partnership })
  const payout = { recipientType: "partnership", partnership, bankAccount: account._id, currency, amount: 2500, method: "sepa" } as const
  return client.payouts.create(payout)
}

/** Refused before anything is made where money is real. */
export async function tenantOf({ client }: Pick<Session, "client">) {
  const { tenant } = await client.users.user()
  return tenant
}
