import { type Html, html } from "../../kit/pure/html.ts"
import type { Bill } from "./bill.ts"
import { debitForm, payForm } from "./form.ts"
import { icons } from "./icons.ts"
import { mandateForm } from "./mandate-form.ts"
import type { Options } from "./options.ts"
import { transferPanel } from "./transfer.ts"

type Panel = { id: "card" | "debit" | "transfer"; icon: Html; title: string; hint: string; content: Html }

/** The ways to pay side by side, and below them the form of the chosen one. CSS shows only the chosen one; old browsers show all. */
export function methods(options: Options, bill: Bill): Html {
  const { words } = bill.language
  const panels = [cardPanel(options, bill), debitPanel(options, bill), transfer(options, bill)].flatMap(panel => panel ?? [])
  if (panels.length === 1) return html`<p class="note">${words.notOnline}</p><h2>${words.byTransfer}</h2>${panels[0]!.content}`
  const chosen = bill.signed && options.scheme ? "debit" : panels[0]!.id
  const tiles = panels.map(
    ({
      id,
      icon,
      title,
      hint,
    }) => html`<label><input type="radio" name="method" value="${id}" aria-controls="${id}"${id === chosen ? " checked" : ""}>
${icon}<span>${title}<small>${hint}</small></span></label>`,
  )
  return html`<fieldset class="methods"><legend>${words.howToPay}</legend><div>${tiles}</div></fieldset>
${panels.map(({ id, content }) => html`<div class="panel" id="${id}">${content}</div>`)}`
}

function cardPanel(options: Options, bill: Bill): Panel | undefined {
  const { offers } = options
  if (offers.length === 0) return undefined
  const { words } = bill.language
  const title = [...new Set(offers.map(({ method }) => words.methods[method.method] ?? method.name))].join(", ")
  const most = Math.max(...offers.flatMap(({ simulations }) => [1, ...simulations.map(({ nInstallments }) => nInstallments)]))
  return { id: "card", icon: icons.card, title, hint: most > 1 ? words.upTo(most) : words.onePayment, content: payForm(options, bill) }
}

/** Debits by an earlier mandate, or by one that the payer signs here. */
function debitPanel(options: Options, bill: Bill): Panel | undefined {
  const { mandates, scheme, isPayer } = options
  if (mandates.length === 0 && !scheme) return undefined
  const { words } = bill.language
  const form = mandateForm(options, bill, bill.signed)
  const content =
    mandates.length > 0 && scheme
      ? html`${debitForm(options, bill)}<details class="another"><summary>${words.debitAnother}</summary>${form}</details>`
      : html`${form}${isPayer ? "" : html`<p class="hint"><a href="/portal">${words.debitSignIn}</a></p>`}`
  return { id: "debit", icon: icons.debit, title: words.debitTitle, hint: words.fromAccount, content }
}

const transfer = ({ account }: Options, bill: Bill): Panel => ({
  id: "transfer",
  icon: icons.bank,
  title: bill.language.words.methods["bank-transfer"]!,
  hint: bill.language.words.anyBank,
  content: transferPanel(account, bill),
})
