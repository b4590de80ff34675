import { type Html, html, nothing } from "../../kit/pure/html.ts"
import { simulatedPageOf } from "../../money/gateways/simulator-instructions.ts"
import type { TransactionRow } from "../../money/transactions/store.ts"
import type { Bill } from "./bill.ts"
import { hidden } from "./form.ts"
import { icons } from "./icons.ts"
import { checkAgain, top } from "./result-parts.ts"
import type { Action, State } from "./state.ts"
import { type Fact, facts, ibanFact } from "./transfer.ts"

type Waiting = Extract<State, { name: "waiting" }>

/** What the payer must do, until when, and how to choose another way. Instructions whose time is over are not shown any more. */
export function waitingFor(bill: Bill, { charge, action, isAsked }: Waiting): Html {
  const leftMs = leftOf(bill, charge, action)
  const isOver = leftMs !== undefined && leftMs <= 0
  return html`${isOver ? timeOver(bill, charge) : isAsked ? confirmation(bill, charge, action) : instructions(bill, charge, action)}
${isOver || leftMs === undefined ? "" : countdown(bill, action.expiresAt!, leftMs)}
${isOver ? "" : testPayer(bill, charge, action)}
${checkAgain(bill, charge.number)}
${anotherWay(bill, charge)}`
}

/** The simulator follows the sandbox's clock, a provider the world's. */
function leftOf({ now, from }: Bill, { connection_id }: TransactionRow, { expiresAt }: Action): number | undefined {
  const gatewayTime = connection_id === null ? now.getTime() : now.getTime() - from.clockOffsetMs
  return expiresAt === null ? undefined : new Date(expiresAt).getTime() - gatewayTime
}

function timeOver(bill: Bill, { amount }: TransactionRow): Html {
  const { words } = bill.language
  return html`${top(bill, { tone: "info", icon: icons.question, title: words.timeOverTitle, amount })}
<p role="status">${words.timeOverText}</p>`
}

/** The payer was absent when the saved card was charged, and comes from the mail. */
function confirmation(bill: Bill, { amount }: TransactionRow, action: Action): Html {
  const { words } = bill.language
  return html`${top(bill, { tone: "info", icon: icons.shield, title: words.askedTitle, amount })}
<p role="status">${words.askedText(bill.brand.name)}</p>${action.type === "redirect" ? linkTo(action.url, words.askedGo) : ""}`
}

function instructions(bill: Bill, charge: TransactionRow, action: Action): Html {
  const { words } = bill.language
  const head = (icon: Html, title: string, text: string) =>
    html`${top(bill, { tone: "info", icon, title, amount: charge.amount })}<p role="status">${text}</p>`
  switch (action.type) {
    case "qr":
      return html`${head(icons.code, words.scanTitle, words.scanHow)}${qr(bill, charge, action.payload)}`
    case "voucher":
      return html`${head(icons.slip, words.voucherTitle, words.voucherHow)}${voucher(bill, action)}`
    case "bank-details":
      return html`${head(icons.bank, words.detailsTitle, words.transferHow)}${bankDetails(bill, charge, action)}`
    case "redirect":
      return html`${head(icons.page, words.redirectTitle, words.redirectText)}${linkTo(action.url, words.redirectGo)}`
    case "wait":
      return head(icons.question, words.waitTitle, words.waitText)
  }
}

/** The code is a separate image, as that of a transfer. The number keeps a browser from showing the code of an earlier attempt. */
function qr({ token, language: { words } }: Bill, { number, currency }: TransactionRow, payload: string): Html {
  const isPix = currency === "BRL"
  return html`<div class="transfer scan"><figure>
<img class="qr" src="/pay/${token}/code.svg?${number}" alt="${words.paymentCode}" width="208" height="208">
<figcaption>${isPix ? words.scanPix : words.scanAny}</figcaption></figure>
${facts([{ name: isPix ? words.pixCode : words.codeToCopy, value: payload }], words)}</div>`
}

function voucher({ language: { words } }: Bill, { line, barcode, url }: Extract<Action, { type: "voucher" }>): Html {
  const rows: Fact[] = [
    { name: words.voucherLine, value: line, copies: line.replaceAll(/\D/g, "") },
    { name: words.voucherBarcode, value: barcode },
  ]
  return html`<div class="transfer">${facts(rows, words)}</div>${url === null ? "" : linkTo(url, words.voucherOpen)}`
}

function bankDetails(
  { language: { words, money } }: Bill,
  charge: TransactionRow,
  details: Extract<Action, { type: "bank-details" }>,
): Html {
  const { accountHolder, iban, account, bic, reference } = details
  const rows: Fact[] = [{ name: words.holder, value: accountHolder }]
  if (iban !== undefined) rows.push({ name: words.iban, ...ibanFact(iban) })
  if (account !== undefined) rows.push({ name: words.accountNumber, value: account })
  if (bic !== null) rows.push({ name: words.bic, value: bic })
  rows.push({ name: words.amount, value: money(charge.amount, charge.currency) }, { name: words.reference, value: reference })
  return html`<div class="transfer">${facts(rows, words)}</div>`
}

/** A gateway gives the address, so only one that a browser opens as a page is a link. */
const linkTo = (url: string, label: string) =>
  /^https?:\/\//.test(url)
    ? html`<p class="go"><a class="button" href="${url}" rel="noreferrer">${icons.page}<span>${label}</span></a></p>`
    : nothing

/** A script counts down from what is left, because the clock of the payer's device may be wrong. */
function countdown({ from, language: { words, time } }: Bill, expiresAt: string, leftMs: number): Html {
  return html`<p class="countdown">${words.validUntil} <time datetime="${expiresAt}">${time(expiresAt, from.timezone)}</time>
<span data-left="${String(leftMs)}" hidden><strong class="num" role="timer"></strong> ${words.timeLeft}</span></p>`
}

/** In a sandbox a tester plays the payer. A page of the gateway does that by itself. */
function testPayer({ language: { words } }: Bill, charge: TransactionRow, { type }: Action): Html {
  const { tenant_id, gateway, gateway_reference } = charge
  if (gateway !== "simulator" || gateway_reference === null || type === "redirect") return nothing
  const page = simulatedPageOf(tenant_id, gateway_reference)
  return html`<p class="note warn">${words.testPayer} <a href="${page}">${words.testPayerOpen}</a></p>`
}

function anotherWay({ formKey, language: { words } }: Bill, { id }: TransactionRow): Html {
  if (formKey === undefined) return nothing
  return html`<form class="another-way" method="post">${hidden("key", formKey)}${hidden("do", "cancel")}${hidden("attempt", id)}
<button class="button second">${words.anotherWay}</button>
<small>${words.anotherWayHint}</small></form>`
}
