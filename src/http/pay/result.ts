import { escape } from "../../kit/pure/html.ts"
import type { Bill } from "./bill.ts"
import { figureClass } from "./figure.ts"
import { icons } from "./icons.ts"
import { receipt } from "./receipt.ts"

/** How a payment stands that can't be paid now, in sentences that are true. `items` is the table of what it is for. */
export function resultOf(bill: Bill, items: string): string {
  const { state, intent, brand, language } = bill
  const { words, money } = language
  switch (state.name) {
    case "paid":
      return paid(bill, state.payments, items)
    case "canceled":
      return `${top(bill, { tone: "", icon: icons.ban, title: words.canceledTitle, isGone: true })}
<p role="status">${words.canceledText(escape(brand.name))}</p>
${brand.supportEmail === null ? "" : writeTo(brand.supportEmail, words.writeTo(escape(brand.name)))}`
    case "processing":
      return `${top(bill, { tone: "info", icon: icons.bank, title: words.processingTitle, amount: state.charge.amount })}
${steps([words.youPaid, words.bankConfirms, words.receiptHere])}
<p role="status">${words.processingText}</p>${waiting(bill, state.charge.number)}`
    case "signed":
      return `${top(bill, { tone: "info", icon: icons.debit, title: words.signedTitle, amount: state.mandate.amount })}
<p role="status">${words.signedText(money(state.mandate.amount, intent.currency), escape(state.mandate.bank_account_masked))}</p>
${promise(words.safeTitle, words.signedSafe)}${waiting(bill)}`
    case "unknown":
      return `${top(bill, { tone: "info", icon: icons.question, title: words.unknownTitle, amount: state.charge.amount })}
<p>${words.unknownText}</p>${promise(words.safeTitle, words.safeText)}
<ul class="outcomes"><li>${icons.check}<span><strong>${words.ifDoneTitle}</strong>${words.ifDone}</span></li>
<li>${icons.cross}<span><strong>${words.ifNotTitle}</strong>${words.ifNot}</span></li></ul>${waiting(bill, state.charge.number)}`
    case "payable":
      return items
  }
}

type Top = { tone: "" | "info"; icon: string; title: string; amount?: number; isGone?: boolean }

function top({ intent, language: { money } }: Bill, { tone, icon, title, amount = intent.amount, isGone = false }: Top): string {
  const figure = money(amount, intent.currency)
  return `<span class="badge ${tone}">${icon}</span>
<div class="sum"><h1>${title}</h1>
${isGone ? "" : `<p class="figure ${figureClass(figure)}">${figure}</p>`}
<p>${isGone ? `<s>${figure}</s> · ` : ""}${escape(intent.number)}</p></div>`
}

/** What the reader must not worry about. */
const promise = (title: string, text: string) =>
  `<p class="note good promise" role="status">${icons.shield}<span><strong>${title}</strong>${text}</span></p>`

/** The first is done, the second under way. */
function steps(names: string[]): string {
  const rows = names.map((name, i) => `<li${i === 1 ? ' aria-current="step"' : ""}>${i === 0 ? icons.check : ""}<span>${name}</span></li>`)
  return `<ol class="steps">${rows.join("")}</ol>`
}

const writeTo = (address: string, label: string) =>
  `<p><a class="button second" href="mailto:${escape(address)}">${icons.mail}<span>${label}</span></a></p>`

/** A link that asks again, for browsers without scripts. */
const waiting = ({ language: { words } }: Bill, number?: number) =>
  `<p class="again"><a class="button second" href="">${words.checkAgain}</a>
<small><span data-updates hidden>${words.updates} </span>${number === undefined ? "" : `${words.transaction} ${number}`}</small></p>`

function paid(bill: Bill, payments: Parameters<typeof receipt>[0], items: string): string {
  const { intent, language } = bill
  const { words, money } = language
  const figure = money(intent.amount, intent.currency)
  return `<div class="paid"><span class="badge good">${icons.check}</span>
<p><strong>${words.statuses["paid-full"]}</strong></p>
<h1 class="figure ${figureClass(figure)}">${figure}</h1>
<p role="status">${words.paidTitle}</p></div>
${items}
${receipt(payments, bill)}
<p class="print"><button class="button second" type="button" data-print hidden>${words.print}</button></p>
<p class="hint">${words.paidText} ${words.quoteNumber(escape(intent.number))}</p>`
}
