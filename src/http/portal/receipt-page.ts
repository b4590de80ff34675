import { type Html, html } from "../../kit/pure/html.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import { renderPage, type View } from "../docs/pages/shell.ts"
import { figureClass } from "../pay/figure.ts"
import { receipt } from "../pay/receipt.ts"
import { readStyles } from "../static/styles.ts"
import { nameOf, wordsFor } from "./contact-text.ts"
import { portalPage, whoseHeader } from "./layout.ts"
import type { Visit } from "./visit.ts"

export type Paid = { intent: PaymentIntent; payments: TransactionRow[] }

/** The receipt of the payment page with its items: to whom, when, how and under which numbers it was paid. */
function receiptCard(visit: Visit, { intent, payments }: Paid): Html {
  const { identity, language } = visit
  const { tenant: from } = identity
  const state = { name: "paid" as const, payments }
  const figure = language.money(intent.paid, intent.currency)
  return html`<article class="card bill">${whoseHeader(visit)}
<div class="sum"><p>${nameOf(intent)}</p>
<h1 class="${figureClass(figure)}"><strong>${figure}</strong></h1></div>
${receipt(payments, { intent, from, state, language, payer: identity.caller.name })}</article>`
}

export function receiptPage(visit: Visit, paid: Paid): View {
  const words = wordsFor(visit)
  const { portal } = visit.language
  const { _id, number } = paid.intent
  const body = html`<p class="tools"><a href="/portal#paid">${portal.back}</a>
<a class="button second" href="/portal/receipts/${_id}/file" download>${words.download}</a>
<a class="button second" href="/portal/receipts/${_id}/pdf">PDF</a>
<button class="button" type="button" data-print hidden>${portal.print}</button></p>
${receiptCard(visit, paid)}`
  return portalPage(visit, { title: words.receiptNamed(number), isSheet: true, body, script: "portal" })
}

/** The receipt as a single file without references, to keep. */
export function receiptFile(visit: Visit, paid: Paid): string {
  const own = { ...visit, brand: { ...visit.brand, logoUrl: null } }
  const title = wordsFor(visit).receiptNamed(paid.intent.number)
  const page = renderPage({ title, lang: visit.language.tag, body: html`<main class="plain">${receiptCard(own, paid)}</main>` })
  return page
    .replaceAll(/<link [^>]*>\n?/g, "")
    .replace(
      "</head>",
      () => `<style>${readStyles(["tokens", "base", "plain", "form", "pay", "pay-methods", "pay-transfer", "pay-state"])}</style>\n</head>`,
    )
}
