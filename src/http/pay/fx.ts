import { escape } from "../../kit/pure/html.ts"
import type { Bill } from "./bill.ts"
import type { Options } from "./options.ts"

/** What the payment costs in another currency: to know, not to pay with. Invented providers are shown in sandboxes only, and named so. */
export function fxSection({ costs, currencies }: Options, { intent, from, language }: Bill, isChosen: boolean): string {
  if (currencies.length === 0) return ""
  const { words, money, currency: nameOf } = language
  const providers = (costs?.providers ?? []).filter(({ illustrative }) => !illustrative || from.mode === "sandbox")
  const [best] = providers
  const about = costs && best ? ` <small class="num">${words.fxAbout(money(best.amount, costs.currency))}</small>` : ""
  const rows = providers.map(({ name, illustrative, amount }, i) => {
    const example = illustrative ? `<small>${words.fxExample}</small>` : ""
    const isBest = i === 0 && providers.length > 1
    return `<tr><th scope="row">${escape(name)}${example}</th>
<td class="num">${money(amount, costs!.currency)}${isBest ? `<small class="best">${words.fxBest}</small>` : ""}</td></tr>`
  })
  const hasExamples = providers.some(({ illustrative }) => illustrative)
  return `<details class="card fx" id="fx"${isChosen ? " open" : ""}><summary><span>${words.fxTitle}</span>${about}</summary>
<form method="get" action="#fx"><label for="currency">${words.fxCurrency}</label>
<select id="currency" name="currency">${currencies
    .map(code => `<option value="${code}"${code === costs?.currency ? " selected" : ""}>${code} · ${escape(nameOf(code))}</option>`)
    .join("")}</select><button class="button second">${words.fxShow}</button></form>
${rows.length > 0 ? `<table class="lines"><tbody>${rows.join("")}</tbody></table>` : ""}
${costs ? `<p class="hint">${words.fxIndicative(costs.date, intent.currency)}${hasExamples ? ` ${words.fxExamples}` : ""}</p>` : ""}
</details>`
}
