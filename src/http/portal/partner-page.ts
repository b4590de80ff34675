import type { Page } from "../../kit/pure/page.ts"
import type { Statement } from "../../insight/statements/schema.ts"
import { type Html, html } from "../../kit/pure/html.ts"
import type { PaymentSplit } from "../../money/payment-splits/schema.ts"
import type { Payout } from "../../money/payouts/schema.ts"
import type { PayoutStatus } from "../../money/payouts/values.ts"
import type { View } from "../docs/pages/shell.ts"
import { chip, listRow, listSection, portalPage, rowLink, totalsCard } from "./layout.ts"
import { partnerWords, type PartnerWords } from "./partner-words.ts"
import type { Visit } from "./visit.ts"

export type PartnerOverview = {
  /** The statement of the current month. Its closing balance is what is owed now. */
  statement: Statement
  payouts: Page<Payout>
  shares: Page<PaymentSplit>
  /** The numbers of the payments that the shares belong to. */
  numbers: ReadonlyMap<string, string>
  cursors: Record<"payouts" | "shares", string | undefined>
}

export const partnerWordsFor = ({ language }: Visit): PartnerWords => partnerWords[language.tag]

/** What a partner is owed, its payouts and its shares. */
export function partnerPage(visit: Visit, overview: PartnerOverview): View {
  const { name } = visit.identity.caller
  const body = [html`<h1>${name}</h1>`, balances(visit, overview), payoutsSection(visit, overview), sharesSection(visit, overview)]
  return portalPage(visit, { title: name, body: html`${body}` })
}

function balances(visit: Visit, { statement }: PartnerOverview): Html {
  const words = partnerWordsFor(visit)
  const { money } = visit.language
  const totals = Object.entries(statement.byCurrency)
    .filter(([, { closing }]) => closing !== 0)
    .map(([currency, { closing }]) => ({ label: closing > 0 ? words.owedToYou : words.youOwe, amount: money(Math.abs(closing), currency) }))
  const toStatement = html`<a class="button" href="/partners/statement">${words.statement}</a>`
  if (totals.length > 0) return totalsCard(totals, toStatement)
  return html`<div class="card totals"><p>${words.nothingOwed}</p>${toStatement}</div>`
}

const payoutTones: Record<PayoutStatus, string> = {
  draft: "",
  "pending-approval": "",
  processing: "info",
  paid: "good",
  failed: "bad",
  returned: "bad",
  canceled: "",
  rejected: "",
}

function payoutsSection(visit: Visit, { payouts, cursors }: PartnerOverview): Html {
  const { language, identity } = visit
  const words = partnerWordsFor(visit)
  const rows = payouts.data.map(payout => {
    const { number, amount, currency, status, bankAccount, createdAt, sentAt, paidAt, failureReason, debtNetted, fx, targetCurrency } =
      payout
    const isBack = status === "failed" || status === "returned"
    return listRow({
      title: number,
      below: [
        language.day(paidAt ?? sentAt ?? createdAt, identity.tenant.timezone),
        bankAccount?.masked.replace(" ", "\u00a0") ?? "",
        debtNetted > 0 ? words.netted(language.money(debtNetted, currency)) : "",
        fx ? words.arrives(language.money(fx.targetAmount, targetCurrency)) : "",
      ],
      ...(isBack && { note: [failureReason, words.owedAgain].filter(Boolean).join(". ") }),
      amount: language.money(amount, currency),
      ...(status === "paid" && { action: rowLink(`/partners/payouts/${payout._id}/advice`, "PDF", `PDF ${number}`) }),
      chip: chip(words.payoutStatuses[status], payoutTones[status]),
    })
  })
  const list = { id: "payouts", path: "/partners", title: words.payouts, empty: words.noPayouts }
  return listSection(language, { ...list, page: payouts, rows, after: cursors.payouts })
}

function sharesSection(visit: Visit, { shares, numbers, cursors }: PartnerOverview): Html {
  const { language, identity } = visit
  const words = partnerWordsFor(visit)
  const rows = shares.data.map(({ paymentIntent, amount, accrued, reversed, currency, status, createdAt }) => {
    const statuses: Record<string, string> = words.shareStatuses
    const tone = status === "due" ? "info" : status === "paid" ? "good" : status === "reversed" ? "bad" : ""
    return listRow({
      title: numbers.get(paymentIntent) ?? "",
      below: [
        language.day(createdAt, identity.tenant.timezone),
        accrued === amount ? "" : words.earnedOf(language.money(accrued, currency), language.money(amount, currency)),
        reversed > 0 ? words.takenBackOf(language.money(reversed, currency)) : "",
      ],
      amount: language.money(amount, currency),
      chip: chip(statuses[status] ?? status, tone),
    })
  })
  const list = { id: "shares", path: "/partners", title: words.shares, empty: words.noShares }
  return listSection(language, { ...list, page: shares, rows, after: cursors.shares })
}
