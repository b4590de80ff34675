import { isoTime } from "../../kit/pure/time.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import { escape } from "../../platform/mails/template.ts"
import type { Bill } from "./page.ts"

/** What the payer keeps or prints: to whom, when, how and under which numbers it was paid. */
export function receipt(payments: TransactionRow[], bill: Bill): string {
  const { intent, from, language } = bill
  const { words } = language
  const facts: [string, string][] = [
    [words.paidTo, escape(from.name)],
    [words.number, escape(intent.number)],
    ...payments.flatMap(payment => factsOf(payment, bill)),
  ]
  const rows = facts.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`)
  return `<table class="lines facts receipt"><caption>${words.receipt}</caption><tbody>${rows.join("")}</tbody></table>`
}

function factsOf(payment: TransactionRow, { from, language: { words, money, time } }: Bill): [string, string][] {
  const { method, amount, currency, received_at, installments, number } = payment
  const parts = installments && words.oneOf(installments.nInstallments, money(installments.installmentAmount, currency))
  const at = isoTime(received_at)
  return [
    [words.paidOn, `<time datetime="${at}">${time(at, from.timezone)}</time>`],
    [words.paidWith, `${words.methods[method] ?? escape(method)}, ${parts ?? money(amount, currency)}`],
    [words.transaction, String(number)],
  ]
}
