import type { Tenant } from "../../kit/context.ts"
import { display } from "../../kit/money.ts"
import { escape } from "../../mails/letter.ts"
import { dueDay } from "../../payment-intents/rules.ts"
import type { PaymentIntent, Status } from "../../payment-intents/schema.ts"
import type { Offer } from "../../rates/answers.ts"
import type { View } from "./shell.ts"

type Asker = Pick<Tenant, "name" | "timezone">

/** What a payer sees: who asks, for how much, what for and until when, and what each number of installments would cost. */
export function payPage(intent: PaymentIntent | undefined, { name: from, timezone }: Asker, offers: Offer[]): View {
  if (!intent) return { title: "This payment link leads nowhere", body: nowhere }
  const name = escape(from)
  const { word, tone } = words[intent.status]
  const body = `<main class="plain">
<article class="card bill">
<p class="asker"><span class="initials" aria-hidden="true">${escape(initials(from))}</span>${name}
<span class="chip ${tone}">${word}</span></p>
${heading(intent, timezone)}
${lines(intent)}
${note(intent, name)}
${offers.map(offer => choices(offer, intent.currency)).join("")}
</article>
<p class="foot">Sent with Countersign</p>
</main>`
  return { title: `${from}: payment ${intent.number}`, body }
}

/** The first letters of the first two words. */
const initials = (name: string) => (name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join("").toUpperCase()

function heading(intent: PaymentIntent, timezone: string): string {
  const isSettled = intent.status === "paid-full" || intent.status === "canceled"
  const shown = display(isSettled ? intent.amount : intent.due, intent.currency)
  return `<div class="sum">
<p>Payment ${escape(intent.number)}${intent.reference ? ` · ${escape(intent.reference)}` : ""}</p>
<h1 class="num${intent.status === "canceled" ? " quiet" : ""}"><strong>${escape(shown)}</strong></h1>
${isSettled ? "" : `<p>${intent.isOverdue ? "Was due" : "Due"} ${time(intent.dueAt, timezone)}</p>`}
</div>
${intent.description ? `<p>${escape(intent.description)}</p>` : ""}`
}

/** The same words as in the dashboard and in mails. */
const words: Record<Status, { word: string; tone: string }> = {
  due: { word: "Due", tone: "" },
  overdue: { word: "Overdue", tone: "bad" },
  "paid-partial": { word: "Partially paid", tone: "warn" },
  "paid-full": { word: "Paid", tone: "good" },
  canceled: { word: "Canceled", tone: "" },
}

function lines({ items, currency, amount, paid, due, refunded }: PaymentIntent): string {
  const money = (value: number) => `<td class="num">${escape(display(value, currency))}</td>`
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

/** Each row says how many, how much each, what comes to it in all, and what that costs. */
function choices({ name, simulations }: Offer, currency: string): string {
  const money = (value: number) => escape(display(value, currency))
  const rows = simulations.map(each => {
    const { nInstallments: n, installmentAmount, firstInstallmentAmount: first, total, interestRate } = each
    const remainder = first === installmentAmount ? "" : `<small>the first ${money(first)}</small>`
    return `<tr><th scope="row" class="num">${n} × ${money(installmentAmount)}${remainder}</th>
<td class="num">${money(total)}<small>${interest(interestRate)}</small></td></tr>`
  })
  return `<table class="lines choices"><caption>In installments, by ${escape(name.toLowerCase())}</caption>
<thead><tr><th scope="col">Installments</th><th scope="col">Total</th></tr></thead><tbody>${rows.join("")}</tbody></table>`
}

/** 0.0249 as 2.49%: cut to what a rate is declared with, since a float has more digits than that. */
const interest = (rate: number) => (rate === 0 ? "without interest" : `${Number((rate * 100).toFixed(4))}% interest a month`)

/** Paying online is not there yet, and the page says so rather than show a button that does nothing. */
function note({ status, isOverdue, installments }: PaymentIntent, name: string): string {
  if (status === "paid-full") return callout("All paid, thank you.", "Nothing is left to do. Keep this page as your record.")
  if (status === "canceled")
    return callout("Please do not pay this.", `${name} canceled this request. If that surprises you, ask ${name} for a new link.`)
  const how = `pay the way you agreed with ${name} and quote the number above; this page shows it once it is recorded.`
  const plan = installments.length > 1 ? ` It is paid in ${installments.length} installments, and each has a link of its own.` : ""
  if (isOverdue) return callout("This is past its date.", `Online payment opens here soon. Please do not wait for it: ${how}${plan}`)
  return callout("Online payment opens here soon.", `Until then, ${how}${plan}`)
}

const callout = (title: string, text: string) => `<p class="note"><strong>${title}</strong>${text}</p>`

/** With its zone, since the payer's is not known. */
function time(iso: string, timeZone: string): string {
  const hour = new Date(iso).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone, timeZoneName: "short" })
  return `<time datetime="${iso}">${dueDay(iso, timeZone)}, ${hour}</time>`
}

const nowhere = `<main class="plain">
<article class="card bill">
<h1>This payment link leads nowhere</h1>
<p class="lead">It may have been cut off when it was copied, or the request was deleted.</p>
<p class="note"><strong>What to do</strong>Open the link from the original message once more, whole. If that does not help, ask
whoever sent it for a new one. Nothing was charged.</p>
</article>
</main>`
