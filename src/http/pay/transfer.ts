import { type Html, html, nothing } from "../../kit/pure/html.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import { groupedReference } from "../../money/payment-intents/creditor-reference.ts"
import type { Bill } from "./bill.ts"
import type { Account } from "./options.ts"
import { epcCode, pixCode } from "../../parties/bank-accounts/transfer-code.ts"
import type { Words } from "./words.ts"

/** How to pay by bank transfer. A transfer that quotes the number pays the intent, whatever the gateways offer. */
export function transferPanel(account: Account | undefined, bill: Bill): Html {
  const { intent, brand, language } = bill
  const { words, money } = language
  const amount = money(intent.due, intent.currency)
  if (!account)
    return html`<div class="note"><p>${words.transfer(amount, intent.number, brand.name)}</p>
${facts([{ name: words.reference, value: intent.number }], words)}</div>`
  return html`<div class="card transfer">
<h2>${words.transferTitle}</h2>
${qrOf(account, bill)}
${facts([...accountFacts(account, bill), { name: words.amount, value: amount }, referenceFact(intent, words)], words)}
<p class="hint">${words.transferHow}</p>
</div>`
}

export type Fact = { name: string; value: string; copies?: string }

/** In euro, banks pass on and check a creditor reference; elsewhere the payer writes the number into the text. */
function referenceFact({ currency, number, creditorReference }: PaymentIntent, { reference: name }: Words): Fact {
  return currency === "EUR" ? { name, value: groupedReference(creditorReference), copies: creditorReference } : { name, value: number }
}

function accountFacts({ holder, number, bic, pixKey }: Account, { language: { words } }: Bill): Fact[] {
  const named: Fact[] = [{ name: words.holder, value: holder }]
  if (pixKey !== null) named.push({ name: words.pixKey, value: pixKey })
  if ("iban" in number) named.push({ name: words.iban, ...ibanFact(number.iban) })
  else {
    if (number.routing !== undefined) named.push({ name: words.bankCode, value: number.routing })
    named.push({ name: words.accountNumber, value: number.accountNumber })
  }
  if (bic !== null) named.push({ name: words.bic, value: bic })
  return named
}

/** In groups of four, as people read it, and copied without spaces. */
export const ibanFact = (iban: string) => ({ value: iban.replace(/(.{4})(?=.)/g, "$1 "), copies: iban })

/** The content of the QR code, if the scheme of the account has one. */
export function transferCodeOf({ holder, number, bic, pixKey }: Account, intent: PaymentIntent): string | undefined {
  const { due: amount, currency, number: reference, creditorReference } = intent
  if (currency === "BRL" && pixKey !== null) return pixCode({ key: pixKey, holder, amount, reference })
  return currency === "EUR" && "iban" in number ? epcCode({ holder, iban: number.iban, bic, amount, creditorReference }) : undefined
}

/** The code is a separate image, because making it takes longer than the page. Browsers load it when the payer chooses the transfer. */
function qrOf(account: Account, { token, intent, language: { words } }: Bill): Html {
  const code = transferCodeOf(account, intent)
  if (code === undefined) return nothing
  const isPix = intent.currency === "BRL"
  return html`<figure><img class="qr" src="/pay/${token}/code.svg" alt="${words.qrCode}" width="208" height="208" loading="lazy">
<figcaption>${isPix ? words.scanPix : words.scanEpc}</figcaption></figure>
${isPix ? facts([{ name: words.pixCode, value: code }], words) : ""}`
}

/** The buttons copy with a script; without one they are hidden, and the text can be selected. */
export function facts(rows: Fact[], { copy, copied }: Words): Html {
  const items = rows.map(({ name, value, copies = value }) => {
    const button = html`<button class="button second" type="button" data-copy="${copies}" data-done="${copied}"
aria-label="${copy}: ${name}" hidden>${copy}</button>`
    return html`<div><dt>${name}</dt><dd><code>${value}</code>${button}</dd></div>`
  })
  return html`<dl class="quote">${items}</dl>`
}
