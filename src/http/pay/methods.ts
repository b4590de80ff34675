import { type Html, html } from "../../kit/pure/html.ts"
import type { PayerMethod } from "../../money/gateway-connections/offered.ts"
import type { Bill } from "./bill.ts"
import { debitForm, payForm, startForm } from "./form.ts"
import { icons } from "./icons.ts"
import { mandateForm } from "./mandate-form.ts"
import type { Options } from "./options.ts"
import { transferPanel } from "./transfer.ts"

type Panel = { id: string; icon: Html; title: string; hint: string; content: Html }

/** The ways to pay side by side, and below them the form of the chosen one. CSS shows only the chosen one; old browsers show all. */
export function methods(options: Options, bill: Bill): Html {
  const { words } = bill.language
  const ways = payerMethodsOf(options).map((each, i) => payerPanel(each, `way-${i + 1}`, options, bill))
  const panels = [cardPanel(options, bill), ...ways, debitPanel(options, bill), transfer(options, bill)].flatMap(panel => panel ?? [])
  const isOnline = panels.length > 1 || options.payerMethods.length > 0
  if (!isOnline) return html`<p class="note">${words.notOnline}</p><h2>${words.byTransfer}</h2>${panels[0]!.content}`
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

/** The style sheet knows as many panels. */
const maxPayerMethods = 16

const payerMethodsOf = ({ payerMethods }: Options) => payerMethods.filter(each => !isTransfer(each)).slice(0, maxPayerMethods)

const isTransfer = ({ method }: PayerMethod) => method.method === "bank-transfer"

function payerPanel(each: PayerMethod, id: string, options: Options, bill: Bill): Panel {
  const { gateway, method } = each
  const { words } = bill.language
  const isRedirect = method.starts === "redirect"
  return {
    id,
    icon: isRedirect ? icons.page : (methodIcons[method.method] ?? icons.code),
    title: words.methods[method.method] ?? method.name,
    hint: isRedirect ? words.onPageOf(gateway.name) : (words.wayHints[method.method] ?? words.wayHint),
    content: startForm(each, id, options, bill),
  }
}

const methodIcons: Record<string, Html> = { pix: icons.code, boleto: icons.slip }

/** A payer sees one bank transfer: to the account that the tenant shows, else to the one that a gateway gives. */
function transfer(options: Options, bill: Bill): Panel {
  const { account, payerMethods } = options
  const { words } = bill.language
  const given = account ? undefined : payerMethods.find(isTransfer)
  const content = given ? startForm(given, "transfer", options, bill) : transferPanel(account, bill)
  const byTransfer = words.methods["bank-transfer"]!
  const hasPix = account?.pixKey && bill.intent.currency === "BRL" && !payerMethods.some(({ method }) => method.method === "pix")
  return hasPix
    ? { id: "transfer", icon: icons.code, title: `${words.methods["pix"]!}, ${byTransfer}`, hint: words.anyBank, content }
    : { id: "transfer", icon: icons.bank, title: byTransfer, hint: words.anyBank, content }
}
