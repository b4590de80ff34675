import type { Context } from "../../kit/db/context.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { languageFor } from "../../platform/mails/language.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { linksOf } from "../payment-intents/links.ts"
import { readPaymentIntent } from "../payment-intents/store.ts"
import type { TransactionRow } from "../transactions/store.ts"
import { mailWords } from "./mail-words.ts"
import { nameOfCard } from "../../kit/pure/card-name.ts"
import type { SavedMethodRow } from "./store.ts"

/** Asks an absent payer to confirm a payment with the bank, in the commit that learns of it. */
export async function mailAuthentication(ctx: Context, charge: TransactionRow, saved: SavedMethodRow) {
  const { name: from } = ctx.tenant
  const intent = await readPaymentIntent(ctx, charge.payment_intent_id)
  const contact = await readContact(ctx, charge.contact_id)
  const { locale, money, greeting } = languageFor(ctx.tenant, contact)
  const words = mailWords[locale]
  const amount = money(charge.amount, charge.currency)
  await sendMail(ctx, {
    kind: "authentication-needed",
    recipient: contact.email,
    object: intent.id,
    locale,
    subject: words.subject(amount, from),
    heading: words.heading,
    greeting: greeting(contact.profile.firstName),
    paragraphs: [words.text(amount, from, nameOfCard(saved)), words.how],
    amount: { value: amount, note: intent.number },
    action: { label: words.confirm(amount), url: linksOf(ctx.tenant, intent).long },
    footer: words.footer(intent.number, from),
  })
}
