import { type Html, html } from "../../kit/pure/html.ts"
import type { Bill } from "./bill.ts"
import { figureClass } from "./figure.ts"

type Top = { tone: "" | "info"; icon: Html; title: string; amount?: number; isGone?: boolean }

/** What the status is, and of which amount. */
export function top({ intent, language: { money } }: Bill, { tone, icon, title, amount = intent.amount, isGone = false }: Top): Html {
  const figure = money(amount, intent.currency)
  return html`<span class="badge ${tone}">${icon}</span>
<div class="sum"><h1>${title}</h1>
${isGone ? "" : html`<p class="figure ${figureClass(figure)}">${figure}</p>`}
<p>${isGone ? html`<s>${figure}</s> · ` : ""}${intent.number}</p></div>`
}

/** A link that reloads the page, for browsers without scripts. */
export const checkAgain = ({ language: { words } }: Bill, number?: number) =>
  html`<p class="again"><a class="button second" href="">${words.checkAgain}</a>
<small><span data-updates hidden>${words.updates} </span>${number === undefined ? "" : `${words.transaction} ${number}`}</small></p>`
