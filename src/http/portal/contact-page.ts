import { type Html, html, nothing } from "../../kit/pure/html.ts"
import type { Page } from "../../kit/pure/page.ts"
import type { Order } from "../../catalogue/orders/schema.ts"
import type { Authorization } from "../../money/authorizations/schema.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { Status } from "../../money/payment-intents/values.ts"
import type { Owed } from "../../money/payment-intents/summaries-store.ts"
import { byFile } from "../../money/authorizations/values.ts"
import { nameOfCard } from "../../kit/pure/card-name.ts"
import type { SavedMethod } from "../../money/saved-methods/schema.ts"
import { cadenceIn } from "../../money/subscriptions/cadence-words.ts"
import type { Subscription } from "../../money/subscriptions/schema.ts"
import type { Transaction } from "../../money/transactions/schema.ts"
import type { Contact } from "../../parties/contacts/schema.ts"
import type { View } from "../docs/pages/shell.ts"
import type { ContactWords } from "./contact-words.ts"
import { nameOf, wordsFor } from "./contact-text.ts"
import { chip, listRow, listSection, portalPage, rowLink, totalsCard } from "./layout.ts"
import { plansSection } from "./plan-page.ts"
import type { Visit } from "./visit.ts"

/** The cursor of each list of the page. */
type Cursors = Record<"owed" | "plans" | "paid" | "orders" | "mandates" | "cards" | "subscriptions", string | undefined>

export type Overview = {
  contact: Contact
  owed: Owed[]
  open: Page<PaymentIntent>
  plans: Page<PaymentIntent>
  payments: Page<Transaction>
  /** The payment intents that the payments are for. */
  intents: ReadonlyMap<string, PaymentIntent>
  orders: Page<Order>
  mandates: Page<Authorization>
  cards: Page<SavedMethod>
  subscriptions: Page<Subscription>
  mayCancel: boolean
  cursors: Cursors
  notice: Notice | undefined
}

export const notices = [
  "revoked",
  "canceled",
  "removedCard",
  "ordered",
  "unchanged",
  "autopaying",
  "saved",
  "emailSent",
  "emailTaken",
  "emailLinkOver",
] as const
const goodNews: readonly Notice[] = ["revoked", "canceled", "removedCard", "autopaying", "saved"]
export type Notice = (typeof notices)[number]

/** What a contact owes and has paid, and what it has agreed to. */
export function contactPage(visit: Visit, overview: Overview): View {
  const words = wordsFor(visit)
  const { notice } = overview
  const told = notice ? html`<p class="note ${goodNews.includes(notice) ? "good" : ""}" role="status">${words[notice]}</p>` : ""
  const { contactTitle } = visit.language.portal
  const body = [
    html`<h1>${contactTitle}</h1>`,
    visit.heldUntil ? "" : html`<p class="tools"><a href="/portal/details">${words.details}</a></p>`,
    told,
    heldNote(visit),
    creditNote(visit, overview),
    owedSection(visit, overview),
    plansSection(visit, overview.plans, overview.cursors.plans),
    paidSection(visit, overview),
    ordersSection(visit, overview),
    subscriptionsSection(visit, overview),
    cardsSection(visit, overview),
    mandatesSection(visit, overview),
  ]
  return portalPage(visit, { title: contactTitle, body: html`${body}` })
}

/** A contact whose e-mail was just changed sees everything but can't change anything yet. */
function heldNote(visit: Visit): Html {
  const { heldUntil, language, identity } = visit
  if (!heldUntil) return nothing
  const day = language.day(heldUntil.toISOString(), identity.tenant.timezone)
  return html`<p class="note warn" role="status">${wordsFor(visit).held(day)}</p>`
}

function creditNote(visit: Visit, { contact }: Overview): Html {
  const { language, brand } = visit
  const lines = Object.entries(contact.credit).map(([currency, amount]) =>
    wordsFor(visit).credit(language.money(amount, currency), brand.name),
  )
  return html`${lines.map(line => html`<p class="note">${line}</p>`)}`
}

const tones: Record<Status, string> = { due: "", overdue: "bad", "paid-partial": "warn", "paid-full": "good", canceled: "" }

function owedSection(visit: Visit, { owed, open, cursors }: Overview): Html {
  const { language, identity } = visit
  const words = wordsFor(visit)
  const { timezone } = identity.tenant
  const totals = owed.map(({ currency, due, overdue }) => ({
    label: words.owed,
    amount: language.money(due, currency),
    below: overdue > 0 ? chip(words.overdueOf(language.money(overdue, currency)), "bad") : nothing,
  }))
  const rows = open.data.map(intent =>
    listRow({
      title: nameOf(intent),
      below: [
        intent.number,
        `${intent.isOverdue ? language.words.wasDueOn : language.words.dueOn} ${language.day(intent.dueAt, timezone)}`,
      ],
      amount: language.money(intent.due, intent.currency),
      chip: intent.status === "due" ? "" : chip(language.words.statuses[intent.status], intent.isOverdue ? "bad" : tones[intent.status]),
      action: html`<span class="pair">${rowLink(intent.links.long, words.pay, words.payNamed(intent.number), "")}
${rowLink(`/portal/invoices/${intent._id}/pdf`, "PDF", words.invoiceNamed(intent.number))}</span>`,
    }),
  )
  const lead = totals.length > 0 ? totalsCard(totals) : nothing
  const list = { id: "owed", path: "/portal", title: words.toPay, lead, empty: words.nothingToPay }
  return listSection(language, { ...list, page: open, rows, after: cursors.owed })
}

function paidSection(visit: Visit, { payments, intents, cursors }: Overview): Html {
  const { language, identity } = visit
  const words = wordsFor(visit)
  const rows = payments.data.map(payment => {
    const { paymentIntent, amount, currency, method, receivedAt, transactionType, status } = payment
    const intent = intents.get(paymentIntent)
    const isRefund = transactionType === "refund"
    return listRow({
      title: isRefund ? words.refund : intent ? nameOf(intent) : "",
      below: [intent?.number ?? "", language.day(receivedAt, identity.tenant.timezone), language.words.methods[method] ?? method],
      amount: language.money(isRefund ? -amount : amount, currency),
      chip: status === "processing" ? chip(words.processing, "info") : status === "reversed" ? chip(words.reversed, "bad") : "",
      action:
        intent && status === "succeeded" && !isRefund
          ? rowLink(`/portal/receipts/${paymentIntent}`, words.receipt, words.receiptNamed(intent.number))
          : "",
    })
  })
  const list = { id: "paid", path: "/portal", title: words.paid, empty: words.nothingPaid }
  return listSection(language, { ...list, page: payments, rows, after: cursors.paid })
}

/** What the contact ordered and may order again, at the prices of then. */
function ordersSection(visit: Visit, { orders, cursors }: Overview): Html {
  const { language, identity } = visit
  const words = wordsFor(visit)
  const rows = orders.data.map(({ _id, number, items, createdAt }) =>
    listRow({
      title: items.map(({ name }) => name).join(", "),
      below: [number, language.day(createdAt, identity.tenant.timezone)],
      action: visit.heldUntil ? "" : rowLink(`/portal/orders/${_id}/again`, words.again, words.againNamed(number)),
    }),
  )
  const list = { id: "orders", path: "/portal", title: words.orders, empty: words.noOrders }
  return orders.data.length === 0 && cursors.orders === undefined
    ? nothing
    : listSection(language, { ...list, page: orders, rows, after: cursors.orders })
}

/** "sepa •••• 3000", as the confirmation names it too. */
export const accountOf = ({ scheme, bankAccount }: Authorization) => `${scheme.toUpperCase()} ${bankAccount.masked}`

function mandatesSection(visit: Visit, { mandates, cursors }: Overview): Html {
  const { language, identity } = visit
  const words = wordsFor(visit)
  const rows = mandates.data.map(mandate => {
    const { _id, maxAmount, currency, reference, status, createdAt } = mandate
    const statuses: Record<string, string> = words.mandateStatuses
    return listRow({
      title: accountOf(mandate),
      below: [
        reference ?? "",
        language.day(createdAt, identity.tenant.timezone),
        maxAmount === null ? "" : words.upTo(language.money(maxAmount, currency)),
      ],
      chip: chip(statuses[status] ?? status, status === "active" ? "good" : status === "failed" ? "bad" : ""),
      action:
        status === "active" && !visit.heldUntil
          ? rowLink(`/portal/mandates/${_id}/revoke`, words.revoke, words.revokeNamed(accountOf(mandate)))
          : "",
    })
  })
  const list = { id: "mandates", path: "/portal", title: words.mandates, empty: words.noMandates }
  return listSection(language, { ...list, page: mandates, rows, after: cursors.mandates })
}

export const isRemovable = ({ status }: SavedMethod) => status === "active" || status === "expired"

/** The cards that the contact has saved, which it may remove. */
function cardsSection(visit: Visit, { cards, cursors }: Overview): Html {
  const { language, identity } = visit
  const words = wordsFor(visit)
  const rows = cards.data.map(card => {
    const { _id, status, expiryMonth, expiryYear, createdAt } = card
    const name = nameOfCard(card)
    const until = expiryYear === null ? "" : words.validUntil([expiryMonth, expiryYear].filter(Boolean).join("/"))
    return listRow({
      title: name,
      below: [language.day(createdAt, identity.tenant.timezone), until],
      chip: chip(words.cardStatuses[status], status === "active" ? "good" : status === "expired" ? "bad" : ""),
      action:
        isRemovable(card) && !visit.heldUntil ? rowLink(`/portal/cards/${_id}/remove`, words.removeCard, words.removeCardNamed(name)) : "",
    })
  })
  const lead = cards.data.some(isRemovable) ? html`<p class="hint">${words.howToReplace}</p>` : nothing
  return listSection(language, {
    id: "cards",
    path: "/portal",
    title: words.cards,
    lead,
    empty: words.noCards,
    page: cards,
    rows,
    after: cursors.cards,
  })
}

/** How a subscription is paid by itself; empty where it asks each time. */
function howPaid({ chargeBy, savedMethod }: Subscription, cards: readonly SavedMethod[], words: ContactWords): string {
  if (chargeBy !== "saved-method") return chargeBy === null ? "" : words.byMandate
  const card = cards.find(({ _id, status }) => _id === savedMethod && status === "active")
  return card ? words.byCard(nameOfCard(card)) : words.byNextCard
}

/** The mandate by which a subscription that asks each time could be debited. One from before a change of the e-mail is left out. */
export function mandateFor(visit: Visit, subscription: Subscription, mandates: readonly Authorization[]): Authorization | undefined {
  const { mode, currency, amount } = subscription
  const { emailChangedAt } = visit.identity.caller
  if (mode !== "request" || !isCancelable(subscription)) return undefined
  return mandates.find(
    mandate =>
      mandate.status === "active" &&
      mandate.gateway !== byFile &&
      mandate.currency === currency &&
      (mandate.maxAmount ?? amount) >= amount &&
      (!emailChangedAt || new Date(mandate.createdAt) > emailChangedAt),
  )
}

export const isCancelable = ({ status, cancelAt }: Subscription) => (status === "active" || status === "paused") && cancelAt === null

function subscriptionsSection(visit: Visit, { subscriptions, cards, mandates, mayCancel, cursors }: Overview): Html {
  const { language, identity } = visit
  const words = wordsFor(visit)
  const dayOf = (iso: string) => language.day(iso, identity.tenant.timezone)
  const rows = subscriptions.data.map(subscription => {
    const { _id, number, amount, currency, cadence, status, nextCycleAt, cancelAt } = subscription
    const isEnding = status === "active" && cancelAt !== null
    return listRow({
      title: nameOf(subscription),
      below: [
        number,
        cadenceIn(language.tag, cadence),
        howPaid(subscription, cards.data, words),
        isEnding ? words.endsOn(dayOf(cancelAt)) : status === "active" && nextCycleAt !== null ? words.next(dayOf(nextCycleAt)) : "",
      ],
      amount: language.money(amount, currency),
      chip: chip(words.subscriptionStatuses[status], isEnding ? "warn" : status === "active" ? "good" : ""),
      action: visit.heldUntil
        ? ""
        : html`<span class="pair">${
            mandateFor(visit, subscription, mandates.data)
              ? rowLink(`/portal/subscriptions/${_id}/autopay`, words.autopay, words.autopayNamed(number))
              : ""
          }${
            mayCancel && isCancelable(subscription)
              ? rowLink(`/portal/subscriptions/${_id}/cancel`, words.cancel, words.cancelNamed(number))
              : ""
          }</span>`,
    })
  })
  const list = { id: "subscriptions", path: "/portal", title: words.subscriptions, empty: words.noSubscriptions }
  return listSection(language, { ...list, page: subscriptions, rows, after: cursors.subscriptions })
}
