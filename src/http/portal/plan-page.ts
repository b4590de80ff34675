import { type Html, html, nothing } from "../../kit/pure/html.ts"
import type { Page } from "../../kit/pure/page.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { Status } from "../../money/payment-intents/values.ts"
import type { View } from "../docs/pages/shell.ts"
import { nameOf, wordsFor } from "./contact-text.ts"
import { chip, linkButton, listRow, listSection, portalPage, rowLink, totalsCard } from "./layout.ts"
import type { Visit } from "./visit.ts"

/** The plans of a contact, each with a link to its installments. A contact without a plan does not see the section. */
export function plansSection(visit: Visit, plans: Page<PaymentIntent>, after: string | undefined): Html {
  if (plans.data.length === 0 && after === undefined) return nothing
  const { language } = visit
  const words = wordsFor(visit)
  const rows = plans.data.map(plan => {
    const { _id, number, paid, amount, currency, installments } = plan
    return listRow({
      title: nameOf(plan),
      below: [
        number,
        words.inInstallments(installments.length),
        words.paidOf(language.money(paid, currency), language.money(amount, currency)),
      ],
      chip: statusChip(visit, plan),
      action: rowLink(`/portal/plans/${_id}`, words.overview, words.overviewNamed(number)),
    })
  })
  const list = { id: "plans", path: "/portal", title: words.plans, empty: words.nothingToPay }
  return listSection(language, { ...list, page: plans, rows, after })
}

/** Each installment of a plan: when it is due, whether it is paid, and what is left. */
export function planPage(visit: Visit, plan: PaymentIntent, installments: PaymentIntent[]): View {
  const { language, identity } = visit
  const words = wordsFor(visit)
  const { timezone } = identity.tenant
  const rows = installments.map((each, i) => {
    const { _id, number, amount, currency, dueAt, isOverdue, due, links } = each
    const when = isOverdue ? language.words.wasDueOn : language.words.dueOn
    return listRow({
      title: words.installment(i + 1),
      below: [number, `${when} ${language.day(dueAt, timezone)}`],
      amount: language.money(amount, currency),
      chip: statusChip(visit, each),
      action: html`<span class="pair">${due > 0 ? rowLink(links.long, words.pay, words.payNamed(number), "") : ""}
${each.paid > 0 ? rowLink(`/portal/receipts/${_id}`, words.receipt, words.receiptNamed(number)) : ""}</span>`,
    })
  })
  const sums = [
    { label: language.words.total, amount: language.money(plan.amount, plan.currency) },
    { label: language.words.paid, amount: language.money(plan.paid, plan.currency) },
    { label: language.words.leftToPay, amount: language.money(plan.due, plan.currency) },
  ]
  const body = html`<h1>${nameOf(plan)}</h1>
${totalsCard(sums)}
<section aria-labelledby="installments"><h2 id="installments">${language.words.installmentsTitle}</h2>
<ol class="card rows">${rows}</ol></section>
${linkButton("/portal#plans", language.portal.back)}`
  return portalPage(visit, { title: `${words.plans}: ${nameOf(plan)}`, body })
}

const tones: Record<Status, string> = { due: "", overdue: "bad", "paid-partial": "warn", "paid-full": "good", canceled: "" }
const statusChip = ({ language }: Visit, { status }: PaymentIntent) => chip(language.words.statuses[status], tones[status])
