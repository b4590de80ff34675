import { type Html, html } from "../../kit/pure/html.ts"
import type { Bill } from "./bill.ts"
import { hasDocument } from "./document.ts"
import { figureClass } from "./figure.ts"
import { icons } from "./icons.ts"
import { receipt } from "./receipt.ts"
import { checkAgain, top } from "./result-parts.ts"
import { waitingFor } from "./waiting.ts"

/** The status of a payment that can't be paid now, without promising what is not known. `items` is the table of its items. */
export function resultOf(bill: Bill, items: Html): Html {
  const { state, intent, brand, language } = bill
  const { words, money } = language
  switch (state.name) {
    case "paid":
      return paid(bill, state.payments, items)
    case "canceled":
      return html`${top(bill, { tone: "", icon: icons.ban, title: words.canceledTitle, isGone: true })}
<p role="status">${words.canceledText(brand.name)}</p>
${brand.supportEmail === null ? "" : writeTo(brand.supportEmail, words.writeTo(brand.name))}`
    case "processing":
      return html`${top(bill, { tone: "info", icon: icons.bank, title: words.processingTitle, amount: state.charge.amount })}
${steps([words.youPaid, words.bankConfirms, words.receiptHere])}
<p role="status">${words.processingText}</p>${checkAgain(bill, state.charge.number)}`
    case "waiting":
      return waitingFor(bill, state)
    case "signed":
      return html`${top(bill, { tone: "info", icon: icons.debit, title: words.signedTitle, amount: state.mandate.amount })}
<p role="status">${words.signedText(money(state.mandate.amount, intent.currency), state.mandate.bank_account_masked)}</p>
${promise(words.safeTitle, words.signedSafe)}${checkAgain(bill)}`
    case "unknown":
      return html`${top(bill, { tone: "info", icon: icons.question, title: words.unknownTitle, amount: state.charge.amount })}
<p>${words.unknownText}</p>${promise(words.safeTitle, words.safeText)}
<ul class="outcomes"><li>${icons.check}<span><strong>${words.ifDoneTitle}</strong>${words.ifDone}</span></li>
<li>${icons.cross}<span><strong>${words.ifNotTitle}</strong>${words.ifNot}</span></li></ul>${checkAgain(bill, state.charge.number)}`
    case "payable":
      return items
  }
}

/** A sentence that reassures the reader. */
const promise = (title: string, text: string) =>
  html`<p class="note good promise" role="status">${icons.shield}<span><strong>${title}</strong>${text}</span></p>`

/** The first step is done, the second is under way. */
function steps(names: string[]): Html {
  const rows = names.map(
    (name, i) => html`<li${i === 1 ? html` aria-current="step"` : ""}>${i === 0 ? icons.check : ""}<span>${name}</span></li>`,
  )
  return html`<ol class="steps">${rows}</ol>`
}

const writeTo = (address: string, label: string) =>
  html`<p><a class="button second" href="mailto:${address}">${icons.mail}<span>${label}</span></a></p>`

function paid(bill: Bill, payments: Parameters<typeof receipt>[0], items: Html): Html {
  const { token, intent, language } = bill
  const { words, money } = language
  const figure = money(intent.amount, intent.currency)
  return html`<div class="paid"><span class="badge good">${icons.check}</span>
<p><strong>${words.statuses["paid-full"]}</strong></p>
<h1 class="figure ${figureClass(figure)}">${figure}</h1>
<p role="status">${words.paidTitle}</p></div>
${items}
${receipt(payments, bill)}
${hasDocument(bill) ? html`<p><a class="button second" href="/pay/${token}/document">${words.receiptFile}</a></p>` : ""}
${bill.canAutopay ? html`<p class="note">${words.autopayOffer} <a href="/portal#subscriptions">${words.autopayGo}</a></p>` : ""}
<p class="print"><button class="button second" type="button" data-print hidden>${words.print}</button></p>
<p class="hint">${words.paidText} ${words.quoteNumber(intent.number)}</p>`
}
