import type { Statement } from "../../insight/statements/schema.ts"
import { type Html, html } from "../../kit/pure/html.ts"
import { wordOfEntry } from "../../money/ledger/partner-words.ts"
import type { Partnership } from "../../parties/partnerships/schema.ts"
import type { View } from "../docs/pages/shell.ts"
import { portalPage, rowLink, whoseHeader } from "./layout.ts"
import { partnerWordsFor } from "./partner-page.ts"
import type { Visit } from "./visit.ts"

export type StatementPage = {
  partnership: Partnership
  statement: Statement
  /** The previous and the next month, if they may have entries. */
  previous: string | undefined
  next: string | undefined
}

/** A month as one sheet, light even on dark screens: what was owed before, each change, and what is owed after it. */
export function statementPage(visit: Visit, { partnership, statement, previous, next }: StatementPage): View {
  const words = partnerWordsFor(visit)
  const { language } = visit
  const month = language.month(statement.month)
  const sheets = Object.entries(statement.byCurrency).map(([currency, account]) => sheetOf(visit, statement, currency, account))
  const body = html`${toolbar(visit, statement.month, { previous, next })}
<article class="paper card">
<div class="paper-top">${whoseHeader(visit)}
<p><small>${words.statementFor}</small><strong>${partnership.name}</strong>
<small>${words.partner(partnership.code)}</small></p></div>
<h1>${month}</h1>
${sheets.length > 0 ? sheets : html`<p>${words.noMovements}</p>`}
<p class="quiet">${words.fromLedger(statement.timezone)}${next === undefined ? ` ${words.underWay}` : ""}</p>
</article>`
  return portalPage(visit, { title: words.statementOf(month), isSheet: true, body, script: "portal" })
}

function toolbar(visit: Visit, month: string, { previous, next }: Pick<StatementPage, "previous" | "next">): Html {
  const words = partnerWordsFor(visit)
  const { language } = visit
  const to = (target: string | undefined, label: string, sign: string) =>
    target === undefined ? "" : rowLink(`/partners/statement?month=${target}`, sign, `${label}, ${language.month(target)}`)
  const months = [to(previous, words.previous, "‹"), html`<span>${language.month(month)}</span>`, to(next, words.following, "›")]
  return html`<p class="tools"><a href="/partners">${language.portal.back}</a><span class="months">${months}</span>
<a class="button second" href="/partners/statement.csv?month=${month}" aria-label="${words.csvNamed}" download>${words.csv}</a>
<a class="button second" href="/partners/statement.pdf?month=${month}">PDF</a>
<button class="button" type="button" data-print hidden>${language.portal.print}</button></p>`
}

type Account = Statement["byCurrency"][string]

/** The sum of each kind of movement, in the order of the sheet. */
function sumsOf({ lines }: Account) {
  const of = (...kinds: string[]) => lines.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0)
  const [shares, takenBack] = [of("split"), of("split-reversal")]
  const all = lines.reduce((sum, { amount }) => sum + amount, 0)
  return { shares, takenBack, paid: all - shares - takenBack }
}

function sheetOf(visit: Visit, { periodStart, timezone }: Statement, currency: string, account: Account): Html {
  const words = partnerWordsFor(visit)
  const { language } = visit
  const money = (amount: number) => language.money(amount, currency)
  const { shares, takenBack, paid } = sumsOf(account)
  const fact = (name: string, amount: number) => html`<div><dt>${name}</dt><dd class="num">${money(amount)}</dd></div>`
  const rowOf = (at: string, title: string, reference: string, amount: string, balance: number, isPayout = false) =>
    html`<tr${isPayout ? html` class="payout"` : ""}><td class="day"><time datetime="${at}">${language.shortDay(at, timezone)}</time></td>
<th scope="row">${title}<small>${reference}</small></th><td class="num">${amount}</td><td class="num">${money(balance)}</td></tr>`
  const rows = account.lines.map(({ at, kind, reference, amount, balance }) =>
    rowOf(at, wordOfEntry(language.tag, kind), reference, money(amount), balance, kind.startsWith("payout")),
  )
  return html`<section aria-label="${currency}"><h2>${language.currencyName(currency)}</h2><dl class="strip">
${fact(words.forward, account.opening)}${fact(words.yourShares, shares)}${fact(words.takenBack, takenBack)}
${fact(words.paidToYou, paid)}${fact(words.owedToYou, account.closing)}</dl>
<table class="lines ledger"><caption class="skip">${currency}</caption>
<thead><tr><th scope="col">${words.day}</th><th scope="col">${words.whatFor}</th><th scope="col">${words.amount}</th>
<th scope="col">${words.balance}</th></tr></thead>
<tbody>${rowOf(periodStart, words.forward, "", "", account.opening)}${rows}</tbody>
<tfoot><tr><td></td><th scope="row">${words.closing}</th><td></td><td class="num">${money(account.closing)}</td></tr></tfoot></table>
</section>`
}
