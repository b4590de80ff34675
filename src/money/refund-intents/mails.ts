import type { Context } from "../../kit/db/context.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { languageFor } from "../../platform/mails/language.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findPeopleWith } from "../../platform/tenants/store.ts"
import { linksOf } from "../payment-intents/links.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import { lateFailureWords } from "./notice-words.ts"
import type { RefundIntentRow } from "./store.ts"

/** Tells the payer that money went back, if the tenant's settings say so. `isCredit`: it went back to the contact's credit. */
export async function mailRefund(ctx: Context, refund: RefundIntentRow, intent: PaymentIntentRow, isCredit: boolean) {
  if (!ctx.tenant.mails.refunds) return
  const { name: from } = ctx.tenant
  const contact = await readContact(ctx, refund.contact_id)
  const { locale, money, day, greeting } = languageFor(ctx.tenant, contact)
  const words = refundWords[locale]
  const amount = money(refund.amount, refund.currency)
  await sendMail(ctx, {
    kind: "refund",
    recipient: contact.email,
    object: refund.id,
    locale,
    subject: words.subject(from, amount),
    heading: words.heading,
    greeting: greeting(contact.profile.firstName),
    paragraphs: [words.refunded(from, amount, intent.number), isCredit ? words.toCredit : words.toAccount],
    amount: { value: amount, note: words.refundedOn(day(ctx.now)) },
    action: { label: words.action, url: linksOf(ctx.tenant, intent).long },
    footer: words.footer(intent.number, from),
  })
}

/** Tells the people who may refund that money of a paid refund came back. The payer expects it, so a person must act. */
export async function mailLateFailure(ctx: Context, refund: RefundIntentRow, intent: PaymentIntentRow, reason: string) {
  const contact = await readContact(ctx, refund.contact_id)
  const { id, gateway, currency } = refund
  const about = { kind: "refund-failed", type: "refund-intents", object: id, path: `/refunds/${id}` } as const
  await notify(ctx, await findPeopleWith(ctx, "refunds.edit"), about, ({ locale, money }) => {
    const words = lateFailureWords[locale]
    const amount = money(refund.amount, currency)
    return {
      subject: words.subject(amount),
      paragraphs: [words.because(words.failed(gateway ?? "–", amount, contact.email, intent.number), reason), words.toDo],
      amount: { value: amount, note: words.ofIntent(intent.number) },
      action: words.action,
      footer: words.footer(ctx.tenant.name),
    }
  })
}

const en = {
  subject: (from: string, amount: string) => `${from} refunded you ${amount}`,
  heading: "Money is on its way back to you",
  refunded: (from: string, amount: string, number: string) => `${from} refunded ${amount} of your payment ${number}.`,
  toAccount: "It goes to where you paid from. Banks take up to ten days to show it. There is nothing for you to do.",
  toCredit: "It is your credit again, for a later payment. There is nothing for you to do.",
  refundedOn: (day: string) => `Refunded on ${day}`,
  action: "See the payment",
  footer: (number: string, from: string) => `${number} from ${from}.`,
}

export const refundWords = {
  en,
  "pt-BR": {
    subject: (from, amount) => `${from} devolveu ${amount} a você`,
    heading: "Seu dinheiro está voltando",
    refunded: (from, amount, number) => `${from} devolveu ${amount} do seu pagamento ${number}.`,
    toAccount: "O valor volta para onde você pagou. Os bancos levam até dez dias para mostrá-lo. Você não precisa fazer nada.",
    toCredit: "O valor é seu crédito outra vez, para um próximo pagamento. Você não precisa fazer nada.",
    refundedOn: day => `Devolvido em ${day}`,
    action: "Ver o pagamento",
    footer: (number, from) => `${number} de ${from}.`,
  },
  es: {
    subject: (from, amount) => `${from} le devolvió ${amount}`,
    heading: "Su dinero está en camino de vuelta",
    refunded: (from, amount, number) => `${from} devolvió ${amount} de su pago ${number}.`,
    toAccount: "Vuelve a donde pagó. Los bancos tardan hasta diez días en mostrarlo. No tiene que hacer nada.",
    toCredit: "Vuelve a ser saldo a su favor, para un próximo pago. No tiene que hacer nada.",
    refundedOn: day => `Devuelto el ${day}`,
    action: "Ver el pago",
    footer: (number, from) => `${number} de ${from}.`,
  },
  de: {
    subject: (from, amount) => `${from} hat Ihnen ${amount} erstattet`,
    heading: "Ihr Geld ist auf dem Weg zurück",
    refunded: (from, amount, number) => `${from} hat ${amount} Ihrer Zahlung ${number} erstattet.`,
    toAccount:
      "Der Betrag geht dorthin zurück, von wo Sie bezahlt haben. Es kann bis zu zehn Tage dauern, bis die Bank ihn zeigt. Sie müssen " +
      "nichts tun.",
    toCredit: "Der Betrag ist wieder Ihr Guthaben für eine spätere Zahlung. Sie müssen nichts tun.",
    refundedOn: day => `Erstattet am ${day}`,
    action: "Zahlung ansehen",
    footer: (number, from) => `${number} von ${from}.`,
  },
  fr: {
    subject: (from, amount) => `${from} vous a remboursé ${amount}`,
    heading: "Votre argent vous revient",
    refunded: (from, amount, number) => `${from} a remboursé ${amount} de votre paiement ${number}.`,
    toAccount: "La somme retourne là d’où vous avez payé. Les banques mettent jusqu’à dix jours à l’afficher. Vous n’avez rien à faire.",
    toCredit: "La somme redevient votre avoir, pour un prochain paiement. Vous n’avez rien à faire.",
    refundedOn: day => `Remboursé le ${day}`,
    action: "Voir le paiement",
    footer: (number, from) => `${number} de ${from}.`,
  },
} satisfies Record<Locale, typeof en>
