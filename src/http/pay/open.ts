import { databaseClock } from "../../kit/db/database-clock.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import { findLastSigned } from "../../money/mandate-signatures/store.ts"
import { findLinkTarget, type IntentKey } from "../../money/payment-intents/links-store.ts"
import { earlierLinksOf, isTokenOf, linksOf, parseCode, parseToken } from "../../money/payment-intents/links.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import { findPaymentIntent, type PaymentIntentRow, renderPaymentIntent } from "../../money/payment-intents/store.ts"
import { isSavedBy } from "../../money/saved-methods/charge.ts"
import { readSavedMethod } from "../../money/saved-methods/store.ts"
import { findPurchaseOfIntent } from "../../money/payment-links/purchase-store.ts"
import { findByPaymentIntent, type TransactionRow } from "../../money/transactions/store.ts"
import { findPayer } from "../../parties/contacts/store.ts"
import { findLook, type Look } from "../../platform/tenants/brand-store.ts"
import { findTenant } from "../../platform/tenants/find-store.ts"
import { type State, stateOf } from "./state.ts"

/** What a payment link opens. `payer` is a name, or empty. `now` is by the tenant's clock. */
export type Opened = Look & {
  token: string
  tenant: Tenant
  intent: PaymentIntent
  payer: string
  /**
   * A visitor of a payment link made it, who may have typed the e-mail of somebody else. So nothing of the contact is shown, and nothing is
   * added to it.
   */
  isByVisitor: boolean
  /** When the payer's e-mail was changed. */
  emailChangedAt: Date | undefined
  state: State
  now: Date
}

/** Constant changes of the payment intent must not keep the page from being shown. */
const maxReads = 5

/**
 * The payment intent of a long link as it is now, if the link is ours. It is read again if it changed meanwhile. Otherwise a payment could
 * end between the reads of the payment intent and its charges. It would appear in neither, and the page would offer to pay again.
 */
export async function openLink(token: string): Promise<Opened | undefined> {
  const ids = parseToken(token)
  const found = ids && (await findSigned("long", token, { id: ids.tenant }, { id: ids.id }))
  let row = found && (await findPaymentIntent(found, found.id))
  for (let read = 1; found && row; read++) {
    const opened = await readOpened(token, found, row)
    const { version } = row
    row = await findPaymentIntent(found, found.id)
    if (row?.version === version || read === maxReads) return opened
  }
  return undefined
}

async function readOpened(token: string, found: Found, row: PaymentIntentRow): Promise<Opened> {
  const { tenant } = found
  const now = databaseClock.now(tenant.clockOffsetMs)
  const intent = renderPaymentIntent(row, { tenant, now })
  const parts = await Promise.all(intent.installments.map(id => findPaymentIntent(found, id)))
  const installments = parts.flatMap(part => (part ? [renderPaymentIntent(part, { tenant, now })] : []))
  const [money, signed, look, payer, purchase] = await Promise.all([
    findMoney(found, intent),
    findLastSigned({ tenant_id: tenant.id, payment_intent_id: intent._id }),
    findLook(tenant),
    findPayer(found, row.contact_id),
    row.order_id === null ? undefined : findPurchaseOfIntent(found, row.id),
  ])
  const { firstName, lastName } = payer?.profile ?? {}
  const name = purchase?.name ?? [firstName, lastName].filter(Boolean).join(" ")
  const state = stateOf(intent, { ...money, signed, installments })
  const emailChangedAt = payer?.email_changed_at ?? undefined
  return { token, tenant, ...look, intent, payer: name, isByVisitor: purchase !== undefined, emailChangedAt, state, now }
}

/**
 * What paid or tried to pay the intent: its own transactions, those of a plan's installments, and those of the plan that paid this
 * installment. `processing` is the charge that a new one would have to wait for. A plan and its installments are one debt.
 */
async function findMoney(found: Found, intent: PaymentIntent) {
  const sameDebt = [intent._id, intent.plan, ...intent.installments].flatMap(id => id ?? [])
  const rows = (await Promise.all(sameDebt.map(id => findByPaymentIntent(found, id)))).flat()
  const processing = rows.find(({ status, gateway }) => status === "processing" && gateway !== null)
  const paysIt = ({ payment_intent_id, allocations }: TransactionRow) =>
    payment_intent_id !== intent.plan || allocations.some(part => part.paymentIntent === intent._id)
  return {
    transactions: rows.filter(paysIt).toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()),
    processing,
    isAsked: processing !== undefined && (await isByAbsent(found, processing)),
  }
}

/** Whether the charge takes the money from a card that was saved before, so that its payer was absent. */
async function isByAbsent(found: Found, charge: TransactionRow): Promise<boolean> {
  return charge.saved_method_id !== null && !isSavedBy(await readSavedMethod(found, charge.saved_method_id), charge)
}

/** The long link that a short link redirects to, if the link is ours. */
export async function followShortLink(code: string): Promise<string | undefined> {
  const parts = parseCode(code)
  return parts && (await findSigned("short", code, { slug: parts.slug }, { number: parts.number }))?.long
}

/**
 * Finds what a link names, if its signature is valid. A link to nothing takes the same two look-ups and signatures as a valid one, so that
 * the response time does not reveal which tenants and payment intents exist.
 */
async function findSigned(kind: "long" | "short", token: string, tenantKey: TenantKey, intentKey: IntentKey): Promise<Found | undefined> {
  const tenant = await findTenant(tenantKey)
  const target = await findLinkTarget(tenant?.id ?? noTenant.id, intentKey)
  const links = linksOf(tenant ?? noTenant, target ?? noTarget)
  const earlier = earlierLinksOf(tenant ?? noTenant, target ?? noTarget)
  const isOurs = [links, earlier].map(each => isTokenOf(each[kind], token)).includes(true)
  return isOurs && tenant && target ? { tenant, id: target.id, long: links.long } : undefined
}
type TenantKey = { id: string } | { slug: string }
type Found = { tenant: Tenant; id: string; long: string }

const noTenant = { id: "0".repeat(24), slug: "000000", linkKey: "0".repeat(32) }
const noTarget = { id: "0".repeat(24), number: "PI-000000" }
