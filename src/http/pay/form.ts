import { type Html, html, nothing } from "../../kit/pure/html.ts"
import { decimal, exponent } from "../../kit/pure/money.ts"
import type { AuthorizationRow } from "../../money/authorizations/store.ts"
import type { PayerMethod } from "../../money/gateway-connections/offered.ts"
import type { Offer } from "../../money/rates/answers.ts"
import type { Bill } from "./bill.ts"
import { icons } from "./icons.ts"
import type { Options } from "./options.ts"
import { saveField } from "./saving.ts"

/** One way to pay: a method of a gateway, the number of installments, and the mandate if there is one. */
export type Way = { gateway: string; method: string; installments: number; mandate?: string }

const valueOf = ({ gateway, method, installments, mandate = "" }: Way) => [gateway, method, installments, mandate].join(" ").trim()

/** Undefined for text that none of our forms sends. */
export function parseWay(value: string): Way | undefined {
  const [, gateway, method, installments, mandate] = /^([\w-]{1,50}) ([\w-]{1,50}) (\d{1,3})(?: ([0-9a-f]{24}))?$/.exec(value) ?? []
  return gateway && method ? { gateway, method, installments: Number(installments), ...(mandate && { mandate }) } : undefined
}

/** The form that pays with a test value, which stands for a card. It works without scripts, and asks for no card number. */
export function payForm({ offers, tokens, formKey, minPart, saving }: Options, bill: Bill): Html {
  const { words } = bill.language
  const choices = offers.flatMap(offer => waysOf(offer, bill, offers.length > 1))
  const ways =
    choices.length === 1
      ? hiddenWay(choices[0]!, minPart === undefined ? "" : words.pay(amountOf(bill)))
      : html`<fieldset class="choice rows"><legend>${words.installmentsTitle}</legend>
${choices.slice(0, maxShown).map((each, i) => choice(each, i === 0))}${more(choices.slice(maxShown), words)}</fieldset>`
  return html`<form class="pay" method="post">
${hidden("key", formKey)}${ways}
${partField(minPart, bill)}
<fieldset class="choice"><legend>${words.testValue}</legend>
<div class="tokens">${tokens.map((token, i) => tokenChoice(token, i, words))}</div>
<p class="hint">${words.testValueHint}</p></fieldset>
${offers[0] ? saveField(offers[0].method, saving, bill) : ""}
${submit(labelOf(choices, minPart, bill), words.onlyOnce, bill)}
</form>`
}

/** Names the amount only if the payer can't choose another; the script names the chosen one. */
const labelOf = (choices: Choice[], minPart: number | undefined, bill: Bill) =>
  choices.length > 1 || minPart !== undefined ? bill.language.words.payInstallments : bill.language.words.pay(amountOf(bill))

/** The form of a method for which the payer acts afterwards: on a page of the gateway, or by instructions. */
export function startForm({ gateway, method }: PayerMethod, id: string, { formKey, minPart, saving }: Options, bill: Bill): Html {
  const { words } = bill.language
  const isRedirect = method.starts === "redirect"
  return html`<form class="pay" method="post">
${hidden("key", formKey)}${hidden("way", valueOf({ gateway: gateway.id, method: method.method, installments: 1 }))}
<p>${isRedirect ? words.aboutRedirect(gateway.name) : words.aboutInstructions}</p>
${partField(minPart, bill, `part-${id}`, words.partTitleWith(words.methods[method.method] ?? method.name))}
${saveField(method, saving, bill)}
${submit(isRedirect ? words.startRedirect : words.startInstructions, words.onlyOnce, bill, isRedirect ? icons.page : icons.lock)}
</form>`
}

/** The form that debits by a mandate that the payer signed earlier. */
export function debitForm({ mandates, formKey }: Options, bill: Bill): Html {
  if (mandates.length === 0) return nothing
  const { words } = bill.language
  const choices = mandates.map(mandate => ({
    way: wayBy(mandate),
    title: words.debitFrom(mandate.bank_account_masked),
    total: amountOf(bill),
  }))
  return html`<form class="pay" method="post">
${hidden("key", formKey)}
<fieldset class="choice rows"><legend>${words.debitTitle}</legend>${choices.map((each, i) => choice(each, i === 0))}</fieldset>
${submit(words.pay(amountOf(bill)), words.onlyOnce, bill)}
</form>`
}

const wayBy = ({ gateway, id }: AuthorizationRow): Way => ({ gateway, method: "direct-debit", installments: 1, mandate: id })

const amountOf = ({ intent, language }: Bill) => language.money(intent.due, intent.currency)

export const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`

export const submit = (label: string, below: string, { language: { words } }: Bill, icon = icons.lock) =>
  html`<p class="submit"><button class="button" data-busy="${words.sending}">${icon}<span>${label}</span></button>
<small>${below}</small></p>`

/** An amount that the payer writes. The browser sends it with a decimal point in every language. */
function partField(minPart: number | undefined, bill: Bill, id = "part", title = bill.language.words.partTitle): Html {
  if (minPart === undefined) return nothing
  const { due, currency } = bill.intent
  const { words, money, locale } = bill.language
  const [step, min, max] = [1, minPart, due].map(amount => decimal(amount, currency))
  const mode = exponent(currency) === 0 ? "numeric" : "decimal"
  // The script names the part on the button, where the button pays.
  const naming = id === "part" && html` data-pay="${words.pay("{0}")}" data-locale="${locale}" data-currency="${currency}"`
  return html`<div class="part-amount"><label for="${id}">${title}</label>
<input id="${id}" name="amount" type="number" inputmode="${mode}" step="${step}" min="${min}" max="${max}" placeholder="${max}"
aria-describedby="${id}-hint" autocomplete="off"${naming}>
<small id="${id}-hint">${words.partAmount(currency)}. ${words.partHint(money(minPart, currency), money(due, currency))}</small></div>`
}

const tokenChoice = (token: string, i: number, { tokens }: Bill["language"]["words"]) =>
  html`<label><input type="radio" name="token" value="${token}" required${i === 0 ? " checked" : ""}>
<span>${tokens[token] ?? token}</span></label>`

/** This many ways are shown at once; a payer can open the others. */
const maxShown = 4

type Choice = { way: Way; title: string; below?: string; total: string; cost?: string; pay?: string }

/** Paying in full, and each number of installments that the charge accepts. */
function waysOf({ gateway, method, simulations }: Offer, bill: Bill, isNamed: boolean): Choice[] {
  const { intent, language } = bill
  const { words, number } = language
  const money = (amount: number) => language.money(amount, intent.currency)
  const prefix = isNamed ? `${words.methods[method.method] ?? method.name}: ` : ""
  const way = (installments: number) => ({ gateway: gateway.id, method: method.method, installments })
  const atOnce = {
    way: way(1),
    title: prefix + words.payInFull,
    total: amountOf(bill),
    cost: words.onePayment,
    pay: words.pay(amountOf(bill)),
  }
  const financed = simulations.filter(({ nInstallments }) => nInstallments > 1)
  const rows = financed.map(({ nInstallments: n, installmentAmount, firstInstallmentAmount: first, total, interestRate }) => ({
    way: way(n),
    title: prefix + words.oneOf(n, money(installmentAmount)),
    ...(first !== installmentAmount && { below: words.theFirst(money(first)) }),
    total: money(total),
    cost: interestRate === 0 ? words.noInterest : words.interest(number(interestRate * 100)),
    pay: words.pay(words.oneOf(n, money(installmentAmount))),
  }))
  return [atOnce, ...rows]
}

/** The script reads what the button says while no part is written. */
const hiddenWay = ({ way }: Choice, pay: string) => html`<input type="hidden" name="way" value="${valueOf(way)}" data-pay="${pay}">`

function more(choices: Choice[], { moreInstallments }: Bill["language"]["words"]): Html {
  const [first, last] = [choices[0], choices.at(-1)]
  if (!first || !last) return nothing
  const label = moreInstallments(first.way.installments, last.way.installments)
  return html`<details><summary>${label}</summary>${choices.map(each => choice(each, false))}</details>`
}

const choice = ({ way, title, below, total, cost, pay }: Choice, isChecked: boolean) =>
  html`<label class="way"><input type="radio" name="way" value="${valueOf(way)}" required${pay ? html` data-pay="${pay}"` : ""}${
    isChecked ? " checked" : ""
  }>
<span class="num">${title}${small(below)}</span> <span class="num total">${total}${small(cost)}</span></label>`

const small = (text: string | undefined) => (text === undefined ? "" : html` <small>${text}</small>`)
