import type { Offer } from "../../money/rates/answers.ts"
import { escape } from "../../platform/mails/template.ts"
import type { Bill } from "./page.ts"

/** What the form of a page offers, and the key that makes it pay once. */
export type Payable = { offers: Offer[]; tokens: readonly string[]; formKey: string }

/** One way to pay: a method of a gateway, and in how many installments. */
export type Way = { gateway: string; method: string; installments: number }

const valueOf = ({ gateway, method, installments }: Way) => [gateway, method, installments].join(" ")

/** Undefined for text that no form of ours has. */
export function parseWay(value: string): Way | undefined {
  const [, gateway, method, installments] = /^([\w-]{1,50}) ([\w-]{1,50}) (\d{1,3})$/.exec(value) ?? []
  return gateway && method ? { gateway, method, installments: Number(installments) } : undefined
}

/** The form that pays all that is due. It works without scripts, and asks for no card: a test value stands for one. */
export function payForm({ offers, tokens, formKey }: Payable, bill: Bill): string {
  const { words, money } = bill.language
  const { due, currency } = bill.intent
  const canBeFinanced = offers.some(({ simulations }) => simulations.length > 0)
  return `<form class="pay" method="post">
<input type="hidden" name="key" value="${escape(formKey)}">
<fieldset class="choice"><legend>${words.howToPay}</legend>${offers.map((offer, i) => waysOf(offer, bill, i === 0)).join("")}</fieldset>
<fieldset class="choice"><legend>${words.testValue}</legend>${tokens.map((token, i) => tokenChoice(token, i, words)).join("")}
<p class="hint">${words.testValueHint}</p></fieldset>
<p class="submit"><button class="button">${canBeFinanced ? words.payInstallments : words.pay(money(due, currency))}</button>
<small>${words.onlyOnce}</small></p>
</form>`
}

const tokenChoice = (token: string, i: number, { tokens }: Bill["language"]["words"]) =>
  `<label><input type="radio" name="token" value="${escape(token)}" required${i === 0 ? " checked" : ""}>
<span>${tokens[token] ?? escape(token)}</span></label>`

/** At once, and in each number of installments that the charge accepts too. */
function waysOf({ gateway, method, simulations }: Offer, { intent, language }: Bill, isFirst: boolean): string {
  const { words, number } = language
  const money = (amount: number) => language.money(amount, intent.currency)
  const name = words.methods[method.method] ?? escape(method.name)
  const way = (installments: number) => ({ gateway: gateway.id, method: method.method, installments })
  const atOnce = choice({ way: way(1), isChecked: isFirst, title: `${name}, ${words.atOnce}`, total: money(intent.due) })
  const financed = simulations.filter(({ nInstallments }) => nInstallments > 1)
  if (financed.length === 0) return atOnce
  const rows = financed.map(({ nInstallments: n, installmentAmount, firstInstallmentAmount: first, total, interestRate }) =>
    choice({
      way: way(n),
      title: words.oneOf(n, money(installmentAmount)),
      ...(first !== installmentAmount && { below: words.theFirst(money(first)) }),
      total: money(total),
      cost: interestRate === 0 ? words.noInterest : words.interest(number(interestRate * 100)),
    }),
  )
  return `${atOnce}<details><summary>${name}, ${words.inInstallments}</summary>${rows.join("")}</details>`
}

type Choice = { way: Way; isChecked?: boolean; title: string; below?: string; total: string; cost?: string }

const choice = ({ way, isChecked = false, title, below, total, cost }: Choice) =>
  `<label class="way"><input type="radio" name="way" value="${escape(valueOf(way))}" required${isChecked ? " checked" : ""}>
<span class="num">${title}${small(below)}</span> <span class="num total">${total}${small(cost)}</span></label>`

const small = (text: string | undefined) => (text === undefined ? "" : ` <small>${text}</small>`)
