import type { Tenant } from "../../kit/operation/context.ts"
import { escape } from "../../platform/mails/template.ts"
import type { PaymentIntent, Status } from "../../money/payment-intents/schema.ts"
import type { View } from "../docs/pages/shell.ts"
import { payForm, type Payable } from "./form.ts"
import type { Language } from "./language.ts"
import { receipt } from "./receipt.ts"
import type { State } from "./state.ts"
import type { Words } from "./words.ts"

/** Everything that the page shows. */
export type Bill = {
  intent: PaymentIntent
  from: Pick<Tenant, "name" | "timezone" | "mode">
  state: State
  language: Language
  /** What the form offers; it exists only while a payment is possible. */
  payable?: Payable | undefined
  /** What went wrong with the form, for a payer who sees the page again. */
  alert?: string | undefined
}

/** The page of a payer: who requests the payment, the amount, the items, the due date, and how to pay or how the payment stands. */
export function payPage(bill: Bill): View {
  const { intent, from, language, alert } = bill
  const { testMode, sentWith, payment } = language.words
  const body = `<main class="plain">
<article class="card bill">
<p class="requester"><span class="initials" aria-hidden="true">${escape(initials(from.name))}</span>${escape(from.name)}
${from.mode === "sandbox" ? `<span class="chip warn">${testMode}</span>` : ""}</p>
${alert === undefined ? "" : `<p class="note bad" role="alert">${alert}</p>`}
${heading(bill)}
${notices(bill)}
${itemsTable(bill)}
${bill.payable ? payForm(bill.payable, bill) : ""}
${transferNote(bill)}
</article>
<p class="foot">${sentWith}</p>
</main>`
  return { title: `${from.name}: ${payment.toLowerCase()} ${intent.number}`, body, lang: language.tag }
}

const tones: Record<Status, string> = { due: "", overdue: "bad", "paid-partial": "warn", "paid-full": "good", canceled: "" }

/** The initials of the first two words. */
const initials = (name: string) => (name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join("").toUpperCase()

function heading({ intent, from, language }: Bill): string {
  const { words, money, time } = language
  const isClosed = intent.status === "paid-full" || intent.status === "canceled"
  const due = `<time datetime="${intent.dueAt}">${time(intent.dueAt, from.timezone)}</time>`
  return `<div class="sum">
<p>${words.payment} ${escape(intent.number)}${intent.reference ? ` · ${escape(intent.reference)}` : ""}
<span class="chip ${tones[intent.status]}">${words.statuses[intent.status]}</span></p>
<h1 class="num${intent.status === "canceled" ? " quiet" : ""}"><strong>${money(isClosed ? intent.amount : intent.due, intent.currency)}</strong></h1>
${isClosed ? "" : `<p>${intent.isOverdue ? words.wasDueOn : words.dueOn} ${due}</p>`}
</div>
${intent.description ? `<p>${escape(intent.description)}</p>` : ""}`
}

/** How the payment stands, in one or two sentences that are true. */
function notices(bill: Bill): string {
  const { state, intent, from, language } = bill
  const { words } = language
  const overdue = intent.isOverdue ? note("bad", words.overdueTitle, state.name === "payable" ? words.overdueText : "") : ""
  switch (state.name) {
    case "paid":
      return note("good", words.paidTitle, words.paidText) + receipt(state.payments, bill)
    case "canceled":
      return note("", words.canceledTitle, words.canceledText(escape(from.name)))
    case "processing":
      return note("info", words.processingTitle, words.processingText) + waiting(words, state.charge.number)
    case "unknown":
      return `${note("info", words.unknownTitle, words.unknownText)}${note("good", words.safeTitle, words.safeText)}
<ul class="outcomes"><li>${words.ifDone}</li><li>${words.ifNot}</li></ul>${waiting(words, state.charge.number)}`
    case "plan":
      return overdue + note("", words.plan(state.installments.length), "") + installmentsList(state.installments, bill)
    case "payable":
      return (state.last ? note("bad", ...lastAttempt(words)[state.last]) : "") + overdue
  }
}

function installmentsList(installments: PaymentIntent[], { from, language: { words, money, time } }: Bill): string {
  const rows = installments.map(({ links, amount, currency, dueAt, status }) => {
    const below = `${words.statuses[status]} · <time datetime="${dueAt}">${time(dueAt, from.timezone)}</time>`
    return `<li><a href="${escape(links.long)}"><span class="num">${money(amount, currency)}</span><small>${below}</small></a></li>`
  })
  return `<ol class="card links">${rows.join("")}</ol>`
}

const lastAttempt = (words: Words) =>
  ({
    declined: [words.declinedTitle, words.declinedText],
    unreached: [words.unreachedTitle, words.unreachedText],
    reversed: [words.reversedTitle, words.reversedText],
  }) as const

const note = (tone: string, title: string, text: string) =>
  `<p class="note ${tone}"${tone === "bad" ? "" : ' role="status"'}><strong>${title}</strong>${text}</p>`

/** A link and no refresh by itself: a page that changes under a reader is hard to read. */
const waiting = (words: Words, number: number) =>
  `<p class="again"><a class="button second" href="">${words.checkAgain}</a><small>${words.transaction} ${number}</small></p>`

function itemsTable({ intent, language: { words, money } }: Bill): string {
  const { items, currency, amount, paid, due, refunded } = intent
  const cell = (value: number) => `<td class="num">${money(value, currency)}</td>`
  const rows = items.map(item => {
    const below = item.description ? `<small>${escape(item.description)}</small>` : ""
    return `<tr><th scope="row">${escape(item.name)}${below}</th>${cell(item.amount)}</tr>`
  })
  const sums: [string, number][] = [[words.total, amount]]
  if (paid > 0) sums.push([words.paid, paid], [words.leftToPay, due])
  if (refunded > 0) sums.push([words.refunded, refunded])
  const foot = sums.map(([name, value]) => `<tr><th scope="row">${name}</th>${cell(value)}</tr>`)
  return `<table class="lines"><tbody>${rows.join("")}</tbody><tfoot>${foot.join("")}</tfoot></table>`
}

/** A transfer that quotes the number pays the intent, whatever the gateways offer. */
function transferNote({ state, payable, intent, from, language: { words, money } }: Bill): string {
  if (state.name !== "payable") return ""
  const offline = payable ? "" : `<p class="note">${words.notOnline}</p>`
  const text = words.transfer(money(intent.due, intent.currency), escape(intent.number), escape(from.name))
  return `${offline}<p class="note"><strong>${words.byTransfer}</strong>${text}</p>`
}

const plainPage = (language: Language, title: string, lead: string, whatToDo: string): View => ({
  title,
  lang: language.tag,
  body: `<main class="plain">
<article class="card bill">
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="note"><strong>${language.words.whatToDo}</strong>${whatToDo}</p>
</article>
</main>`,
})

export function notFoundPage(language: Language): View {
  const { notFoundTitle, notFoundText, notFoundWhatToDo, nothingCharged } = language.words
  return plainPage(language, notFoundTitle, notFoundText, `${notFoundWhatToDo} ${nothingCharged}`)
}

export function tooManyWrongLinksPage(language: Language): View {
  const { tooManyLinksTitle, tooManyLinksText, tooManyLinksWhatToDo, nothingCharged } = language.words
  return plainPage(language, tooManyLinksTitle, tooManyLinksText, `${tooManyLinksWhatToDo} ${nothingCharged}`)
}

/** It does not say that nothing was charged: that is not known. */
export function troublePage(language: Language): View {
  const { troubleTitle, troubleText, troubleWhatToDo } = language.words
  return plainPage(language, troubleTitle, troubleText, troubleWhatToDo)
}
