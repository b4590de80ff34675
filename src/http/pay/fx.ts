import { type Html, html, nothing } from "../../kit/pure/html.ts"
import type { Bill } from "./bill.ts"
import type { Options } from "./options.ts"

/** What the payment costs in another currency, for information only. Invented providers are shown only in sandboxes, and marked as such. */
export function fxSection({ costs, currencies }: Options, { intent, from, language }: Bill, isChosen: boolean): Html {
  if (currencies.length === 0) return nothing
  const { words, money, currency: nameOf } = language
  const providers = (costs?.providers ?? []).filter(({ illustrative }) => !illustrative || from.mode === "sandbox")
  const [best] = providers
  const about = costs && best ? html` <small class="num">${words.fxAbout(money(best.amount, costs.currency))}</small>` : ""
  const rows = providers.map(({ name, illustrative, amount }, i) => {
    const example = illustrative ? html`<small>${words.fxExample}</small>` : ""
    const isBest = i === 0 && providers.length > 1
    return html`<tr><th scope="row">${name}${example}</th>
<td class="num">${money(amount, costs!.currency)}${isBest ? html`<small class="best">${words.fxBest}</small>` : ""}</td></tr>`
  })
  const hasExamples = providers.some(({ illustrative }) => illustrative)
  return html`<details class="card fx" id="fx"${isChosen ? " open" : ""}><summary><span>${words.fxTitle}</span>${about}</summary>
<form method="get" action="#fx"><label for="currency">${words.fxCurrency}</label>
<select id="currency" name="currency">${currencies.map(
    code => html`<option value="${code}"${code === costs?.currency ? " selected" : ""}>${code} · ${nameOf(code)}</option>`,
  )}</select><button class="button second">${words.fxShow}</button></form>
${rows.length > 0 ? html`<table class="lines"><tbody>${rows}</tbody></table>` : ""}
${costs ? html`<p class="hint">${words.fxIndicative(costs.date, intent.currency)}${hasExamples ? ` ${words.fxExamples}` : ""}</p>` : ""}
</details>`
}
