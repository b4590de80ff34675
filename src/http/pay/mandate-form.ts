import { type Html, html, nothing } from "../../kit/pure/html.ts"
import type { Scheme } from "../../money/authorizations/values.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { Brand } from "../../platform/tenants/brand.ts"
import type { Bill, SignFields } from "./bill.ts"
import { hidden, submit } from "./form.ts"
import type { Language } from "./language.ts"
import type { Options } from "./options.ts"

const empty: SignFields = { holder: "", iban: "", accountNumber: "", routing: "", signedBy: "" }

type Terms = { brand: Pick<Brand, "name">; intent: Pick<PaymentIntent, "due" | "currency" | "number">; scheme: Scheme }

/** The text that a payer agrees to. The page shows it, and it is stored with the signature. */
export function mandateText({ words, money }: Language, { brand: { name }, intent, scheme }: Terms): string[] {
  const amount = money(intent.due, intent.currency)
  return [
    words.mandate(name, words.schemes[scheme]!),
    ...(scheme === "sepa" ? [words.mandateRefund] : []),
    `${words.mandateLimit(amount)} ${words.mandateNow(amount, intent.number)}`,
  ]
}

/** Numbers that are valid and belong to nobody, for sandboxes. */
const testNumbers: Record<Scheme, string> = {
  sepa: "DE89 3704 0044 0532 0130 00",
  bacs: "08-99-99, 66374958",
  becs: "062-000, 12345678",
  ach: "110000000, 000123456789",
  pix: "341-2545, 02366-1",
}

/** The form by which a payer signs a mandate and pays with it. It works without scripts. */
export function mandateForm({ scheme, formKey }: Options, bill: Bill, signed: SignFields = empty): Html {
  if (!scheme) return nothing
  const { intent, brand, from, language } = bill
  const { words, money } = language
  const field = (name: keyof SignFields, label: string, rest: Html) =>
    html`<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${signed[name]}" required maxlength="140" ${rest}></div>`
  const number =
    scheme === "sepa"
      ? field("iban", words.iban, html`autocomplete="off" autocapitalize="characters" spellcheck="false"`)
      : [
          field("routing", words.routing[scheme] ?? words.bankCode, html`autocomplete="off"`),
          field("accountNumber", words.accountNumber, html`autocomplete="off"`),
        ]
  return html`<form class="pay" method="post">
${hidden("key", formKey)}${hidden("do", "sign")}${hidden("lang", language.locale)}
<div class="fields">
${field("holder", words.holder, html`autocomplete="name"`)}
${number}
</div>
${from.mode === "sandbox" ? html`<p class="hint">${words.testAccount(testNumbers[scheme])}</p>` : ""}
<div class="mandate" tabindex="0" role="region" aria-label="${words.schemes[scheme]}">
${mandateText(language, { brand, intent, scheme }).map(paragraph => html`<p>${paragraph}</p>`)}</div>
<label class="agree"><input type="checkbox" name="agree" value="yes" required><span>${words.mandateAgree}</span></label>
<div class="fields">${field("signedBy", words.signedBy, html`class="signature" autocomplete="name"`)}</div>
${submit(words.sign(money(intent.due, intent.currency)), words.signOnce, bill)}
</form>`
}
