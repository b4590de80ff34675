import { type Html, html, sentence } from "../../kit/pure/html.ts"
import { taxRows } from "../../money/payment-intents/tax-words.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { Status } from "../../money/payment-intents/values.ts"
import { brandHeader } from "../brand.ts"
import type { View } from "../docs/pages/shell.ts"
import type { Bill } from "./bill.ts"
import { hasDocument } from "./document.ts"
import { figureClass } from "./figure.ts"
import { fxSection } from "./fx.ts"
import { icons } from "./icons.ts"
import type { Language } from "./language.ts"
import { methods } from "./methods.ts"
import { resultOf } from "./result.ts"
import type { LastAttempt, State } from "./state.ts"
import type { Words } from "./words.ts"

/** The page of a payer: who requests the payment, the amount, the items, the due date, and how to pay or the status of the payment. */
export function payPage(bill: Bill): View {
  const { intent, from, brand, language, state } = bill
  const { testMode, payment } = language.words
  const chip = from.mode === "sandbox" ? html`<span class="chip warn">${testMode}</span>` : ""
  const header = brandHeader(brand, chip)
  const body = state.name === "payable" ? checkout(bill, header, state) : result(bill, header)
  return { title: `${brand.name}: ${payment.toLowerCase()} ${intent.number}`, body, lang: language.tag, brand, script: "pay" }
}

function checkout(bill: Bill, header: Html, { last, installments }: Extract<State, { name: "payable" }>): Html {
  const { options, language, intent } = bill
  const { words } = language
  return html`<main class="checkout"${address(bill)}>
<section class="summary"><div class="column bill">
${header}
${alertNote(bill)}
${heading(bill)}
${last ? attemptNote(last, words) : ""}
${itemsTable(bill)}
${hasDocument(bill) ? documentLink(bill) : ""}
</div></section>
<section class="paying"><div class="column">
${installments.length > 0 ? installmentsList(installments, bill) : ""}
${installments.length > 0 && intent.due > 0 ? html`<h2>${words.payAll}</h2>` : ""}
${options ? methods(options, bill) : ""}
${options ? fxSection(options, bill, bill.hasChosenCurrency ?? false) : ""}
${foot(bill)}
</div></section>
</main>`
}

const documentLink = ({ token, intent, language: { words } }: Bill) =>
  html`<p><a href="/pay/${token}/document">${intent.paid > 0 ? words.receiptFile : words.invoiceFile}</a></p>`

/** The status of a payment that can't be paid now. A script polls while the outcome is open, and reloads the page when it is known. */
function result(bill: Bill, header: Html): Html {
  const { state } = bill
  const isOpen = ["processing", "waiting", "unknown", "signed"].includes(state.name)
  return html`<main class="plain result" data-state="${state.name}"${isOpen ? " data-wait" : ""}${address(bill)}>
${header}
<article class="card bill">
${alertNote(bill)}
${resultOf(bill, itemsTable(bill))}
</article>
${foot(bill)}
</main>`
}

/** The address for a page that answers a form, so that reload and Back do not ask to send the form again. */
const address = ({ alert, token }: Bill) => (alert === undefined ? "" : html` data-address="/pay/${token}"`)

const alertNote = ({ alert, isGoodNews }: Bill) =>
  alert === undefined ? "" : html`<p class="note ${isGoodNews ? "good" : "bad"}" role="alert">${alert}</p>`

const tones: Record<Status, string> = { due: "", overdue: "bad", "paid-partial": "warn", "paid-full": "good", canceled: "" }

function heading({ intent, from, payer, now, language }: Bill): Html {
  const { words, money, time, days } = language
  const { number, reference, status, due, currency, dueAt, isOverdue, description } = intent
  const figure = money(due, currency)
  const at = html`<time datetime="${dueAt}">${time(dueAt, from.timezone)}</time>`
  const when = isOverdue
    ? html`<span class="late">${icons.alert}<span>${words.wasDueOn} ${at}</span></span>`
    : html`<span>${words.dueOn} ${at}</span>`
  const rest = [days(dueAt, now, from.timezone), ...(payer ? [words.forPayer(payer)] : [])].join(" · ")
  return html`<div class="sum">
<p>${words.payment} ${number}${reference ? ` · ${reference}` : ""}
${status === "due" ? "" : html`<span class="chip ${tones[status]}">${words.statuses[status]}</span>`}</p>
<h1 class="${figureClass(figure)}"><strong>${figure}</strong></h1>
<p class="due">${when} <span>${rest}</span></p>
${isOverdue ? html`<p role="status">${words.overdueTitle} ${words.overdueText}</p>` : ""}
</div>
${description ? html`<p>${description}</p>` : ""}`
}

function installmentsList(installments: PaymentIntent[], { from, language: { words, money, time } }: Bill): Html {
  const rows = installments.map(({ links, amount, currency, dueAt, status }) => {
    const below = html`${words.statuses[status]} · <time datetime="${dueAt}">${time(dueAt, from.timezone)}</time>`
    return html`<li><a href="${links.long}"><span class="num">${money(amount, currency)}</span><small>${below}</small></a></li>`
  })
  return html`${note("", words.plan(installments.length), "")}<ol class="card links">${rows}</ol>`
}

/** A payer who let instructions expire, or canceled them, did nothing wrong. */
function attemptNote({ name, method = "" }: LastAttempt, words: Words): Html {
  const tone = name === "expired" || name === "canceled" ? "" : "bad"
  const [title, text] = attemptWords(words, method)[name]
  return note(tone, title, text)
}

const attemptWords = (words: Words, method: string): Record<LastAttempt["name"], [title: string, text: string]> => ({
  expired: [words.expired[method] ?? words.expiredTitle, words.expiredText],
  canceled: [words.attemptCanceledTitle, words.attemptCanceledText],
  declined: [words.declinedTitle, words.declinedText],
  unreached: [words.unreachedTitle, words.unreachedText],
  reversed: [words.reversedTitle, words.reversedText],
  mandateRefused: [words.mandateRefusedTitle, words.mandateRefusedText],
})

const note = (tone: string, title: string, text: string) =>
  html`<p class="note ${tone}"${tone === "bad" ? "" : html` role="status"`}><strong>${title}</strong>${text}</p>`

/** More items than this are collapsed, so that a phone shows how to pay. */
const maxItemsShown = 4

function itemsTable({ intent, language: { words, money, locale } }: Bill): Html {
  const { items, currency, amount, paid, due, refunded } = intent
  const cell = (value: number) => html`<td class="${figureClass(money(value, currency))}">${money(value, currency)}</td>`
  const rows = items.map(item => {
    const below = item.description ? html`<small>${item.description}</small>` : ""
    return html`<tr><th scope="row">${item.name}${below}</th>${cell(item.amount)}</tr>`
  })
  const sums: [string, number][] = [[words.total, amount]]
  if (paid > 0 && due > 0) sums.push([words.paid, paid], [words.leftToPay, due])
  if (refunded > 0) sums.push([words.refunded, refunded])
  const foot = sums.map(([name, value]) => html`<tr><th scope="row">${name}</th>${cell(value)}</tr>`)
  const taxes = taxRows(intent.taxes, locale, sum => money(sum, currency))
  foot.push(
    ...taxes.map(([name, value]) => html`<tr class="tax"><th scope="row">${name}</th><td class="${figureClass(value)}">${value}</td></tr>`),
  )
  const table = html`<table class="lines"><tbody>${rows}</tbody><tfoot>${foot}</tfoot></table>`
  return items.length <= maxItemsShown
    ? table
    : html`<details class="items"><summary>${words.showDetails(items.length)}</summary>${table}</details>`
}

const foot = ({ brand, language: { words } }: Bill) => html`<footer class="foot">
${brand.supportEmail === null ? "" : html`<p>${sentence(words.questions, mailTo(brand.supportEmail))}</p>`}
<p>${words.sentWith}</p></footer>`

const mailTo = (address: string) => html`<a href="mailto:${address}">${address}</a>`

/** What the pages for wrong links and for failures need: the language, and the address if they answer a form. */
type Asked = { language: Language; address?: string | undefined }

const plainPage = ({ language, address: at }: Asked, title: string, lead: string, whatToDo: string): View => ({
  title,
  lang: language.tag,
  ...(at !== undefined && { script: "form" }),
  body: html`<main class="plain"${at === undefined ? "" : html` data-address="${at}"`}>
<article class="card bill">
<span class="badge">${icons.question}</span>
<h1>${title}</h1>
<p class="lead">${lead}</p>
<p class="note"><strong>${language.words.whatToDo}</strong>${whatToDo}</p>
</article>
</main>`,
})

export function notFoundPage(asked: Asked): View {
  const { notFoundTitle, notFoundText, notFoundWhatToDo, nothingCharged } = asked.language.words
  return plainPage(asked, notFoundTitle, notFoundText, `${notFoundWhatToDo} ${nothingCharged}`)
}

export function tooManyWrongLinksPage(asked: Asked): View {
  const { tooManyLinksTitle, tooManyLinksText, tooManyLinksWhatToDo, nothingCharged } = asked.language.words
  return plainPage(asked, tooManyLinksTitle, tooManyLinksText, `${tooManyLinksWhatToDo} ${nothingCharged}`)
}

/** It does not say that nothing was charged, because that is not known. */
export function troublePage(asked: Asked): View {
  const { troubleTitle, troubleText, troubleWhatToDo } = asked.language.words
  return plainPage(asked, troubleTitle, troubleText, troubleWhatToDo)
}
