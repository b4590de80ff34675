import { type Html, html } from "../../kit/pure/html.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import type { Bill } from "./bill.ts"
import { wholeFigure } from "./figure.ts"

type Paid = Pick<Bill, "intent" | "from" | "language" | "state"> & { payer?: string }

type Fact = [name: string, value: Html | string]

/** The receipt that a payer keeps or prints: to whom, when, how and under which numbers they paid. */
export function receipt(payments: TransactionRow[], bill: Paid): Html {
  const { intent, from, payer, language } = bill
  const { words } = language
  const facts: Fact[] = [
    [words.paidTo, from.name],
    ...(payer ? [[words.payer, payer] satisfies Fact] : []),
    [words.number, intent.number],
    ...payments.flatMap(payment => factsOf(payment, bill)),
  ]
  const rows = facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)
  return html`<table class="lines facts receipt"><caption>${words.receipt}</caption><tbody>${rows}</tbody></table>`
}

function factsOf(payment: TransactionRow, { intent, from, language: { words, money, time } }: Paid): Fact[] {
  const { method, currency, received_at, installments, number, allocations } = payment
  const parts = installments && words.oneOf(installments.nInstallments, money(installments.installmentAmount, currency))
  const at = isoTime(received_at)
  // A payment of the whole plan paid this installment with a part of it.
  const amount = allocations.find(part => part.paymentIntent === intent._id)?.amount ?? payment.amount
  const sum = wholeFigure(money(amount, currency))
  return [
    [words.paidOn, html`<time datetime="${at}">${time(at, from.timezone)}</time>`],
    [words.paidWith, html`${words.methods[method] ?? method}, ${parts ?? sum}`],
    [words.transaction, String(number)],
  ]
}
