import type { Tenant } from "../../kit/operation/context.ts"
import { decimal, exponent } from "../../kit/pure/money.ts"
import { escape } from "../../platform/mails/template.ts"
import { formatDueDate } from "../../money/payment-intents/rules.ts"
import type { PaymentIntent, Status } from "../../money/payment-intents/schema.ts"
import type { Offer } from "../../money/rates/answers.ts"
import type { View } from "../docs/pages/shell.ts"

type Requester = Pick<Tenant, "name" | "timezone">

/** The page of a payer: who requests the payment, the amount, the items, the due date, and what each number of installments would cost. */
export function payPage(intent: PaymentIntent, { name: from, timezone }: Requester, offers: Offer[]): View {
  const name = escape(from)
  const { label, tone } = statusChips[intent.status]
  const body = `<main class="plain">
<article class="card bill">
<p class="requester"><span class="initials" aria-hidden="true">${escape(initials(from))}</span>${name}
<span class="chip ${tone}">${label}</span></p>
${heading(intent, timezone)}
${itemsTable(intent)}
${notice(intent, name)}
${offers.map(offer => installmentsTable(offer, intent.currency)).join("")}
</article>
<p class="foot">Sent with Countersign</p>
</main>`
  return { title: `${from}: payment ${intent.number}`, body }
}

/** The initials of the first two words. */
const initials = (name: string) => (name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join("").toUpperCase()

function heading(intent: PaymentIntent, timezone: string): string {
  const isClosed = intent.status === "paid-full" || intent.status === "canceled"
  const amount = moneyText(isClosed ? intent.amount : intent.due, intent.currency)
  return `<div class="sum">
<p>Payment ${escape(intent.number)}${intent.reference ? ` · ${escape(intent.reference)}` : ""}</p>
<h1 class="num${intent.status === "canceled" ? " quiet" : ""}"><strong>${escape(amount)}</strong></h1>
${isClosed ? "" : `<p>${intent.isOverdue ? "Was due" : "Due"} ${time(intent.dueAt, timezone)}</p>`}
</div>
${intent.description ? `<p>${escape(intent.description)}</p>` : ""}`
}

/** "R$1,250.00", as the widgets write it: with the digits of ISO 4217, and from text, because a float is not exact at every size. */
function moneyText(amount: number, currency: string): string {
  const digits = exponent(currency)
  const format = new Intl.NumberFormat("en", { style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
  return format.format(decimal(amount, currency) as `${number}`)
}

/** The same labels as in the dashboard and in mails. */
const statusChips: Record<Status, { label: string; tone: string }> = {
  due: { label: "Due", tone: "" },
  overdue: { label: "Overdue", tone: "bad" },
  "paid-partial": { label: "Partially paid", tone: "warn" },
  "paid-full": { label: "Paid", tone: "good" },
  canceled: { label: "Canceled", tone: "" },
}

function itemsTable({ items, currency, amount, paid, due, refunded }: PaymentIntent): string {
  const money = (value: number) => `<td class="num">${escape(moneyText(value, currency))}</td>`
  const rows = items.map(item => {
    const below = item.description ? `<small>${escape(item.description)}</small>` : ""
    return `<tr><th scope="row">${escape(item.name)}${below}</th>${money(item.amount)}</tr>`
  })
  const sums: [string, number][] = [["Total", amount]]
  if (paid > 0) sums.push(["Paid", paid], ["Left to pay", due])
  if (refunded > 0) sums.push(["Refunded", refunded])
  const foot = sums.map(([name, value]) => `<tr><th scope="row">${name}</th>${money(value)}</tr>`)
  return `<table class="lines"><tbody>${rows.join("")}</tbody><tfoot>${foot.join("")}</tfoot></table>`
}

/** Each row has the number of installments, the amount of each, the total and the interest. */
function installmentsTable({ name, simulations }: Offer, currency: string): string {
  const money = (value: number) => escape(moneyText(value, currency))
  const rows = simulations.map(each => {
    const { nInstallments: n, installmentAmount, firstInstallmentAmount: first, total, interestRate } = each
    const remainder = first === installmentAmount ? "" : `<small>the first ${money(first)}</small>`
    return `<tr><th scope="row" class="num">${n} × ${money(installmentAmount)}${remainder}</th>
<td class="num">${money(total)}<small>${interest(interestRate)}</small></td></tr>`
  })
  return `<table class="lines choices"><caption>In installments, by ${escape(name.toLowerCase())}</caption>
<thead><tr><th scope="col">Installments</th><th scope="col">Total</th></tr></thead><tbody>${rows.join("")}</tbody></table>`
}

/** 0.0249 → 2.49%: rounded to the four decimals of a declared rate, because 0.0249 * 100 has float errors. */
const interest = (rate: number) => (rate === 0 ? "without interest" : `${Number((rate * 100).toFixed(4))}% interest a month`)

/** Online payment is not available yet, so the page explains how to pay instead of showing a button. */
function notice({ status, isOverdue, installments }: PaymentIntent, name: string): string {
  if (status === "paid-full") return callout("Paid in full, thank you.", "There is nothing left to pay. Keep this page as your record.")
  if (status === "canceled")
    return callout("Please do not pay this.", `${name} canceled this request. If you did not expect that, ask ${name}.`)
  const how = `Please pay as agreed with ${name} and quote the payment number above. This page shows the payment once it is recorded.`
  const plan = installments.length > 1 ? ` It is paid in ${installments.length} installments; each has its own link.` : ""
  if (isOverdue) return callout("This payment is overdue.", `Online payment is not available yet. ${how}${plan}`)
  return callout("Online payment is not available yet.", `${how}${plan}`)
}

const callout = (title: string, text: string) => `<p class="note"><strong>${title}</strong>${text}</p>`

/** Includes the time zone, because the payer's is not known. */
function time(iso: string, timeZone: string): string {
  const hour = new Date(iso).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone, timeZoneName: "short" })
  return `<time datetime="${iso}">${formatDueDate(iso, timeZone)}, ${hour}</time>`
}

const plainPage = (title: string, lead: string, whatToDo: string): View => ({
  title,
  body: `<main class="plain">
<article class="card bill">
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="note"><strong>What to do</strong>${whatToDo} Nothing was charged.</p>
</article>
</main>`,
})

export const notFoundPage = plainPage(
  "Payment link not found",
  "The link may be incomplete, or the request was deleted.",
  "Open the complete link from the original message again. If that does not help, ask the sender for a new one.",
)

export const tooManyWrongLinksPage = plainPage(
  "Too many wrong links",
  "Many payment links that do not exist were opened from your network, and this one does not exist either.",
  "Wait a minute, then open the complete link from the original message.",
)
