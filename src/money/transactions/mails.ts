import type { Context } from "../../kit/db/context.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { taxSums } from "../../kit/pure/tax.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { languageFor } from "../../platform/mails/language.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { linksOf } from "../payment-intents/links.ts"
import { taxRows } from "../payment-intents/tax-words.ts"
import type { PaymentIntentRow } from "../payment-intents/store.ts"
import { methodWords } from "./method-words.ts"
import type { TransactionRow } from "./store.ts"

/**
 * Mails the payer a receipt, if the tenant's settings say so. `intent` is the payment intent as it was before this payment. The `surplus`
 * did not pay it down but became the payer's credit.
 */
export async function mailReceipt(ctx: Context, payment: TransactionRow, intent: PaymentIntentRow, surplus: number) {
  if (!ctx.tenant.mails.receipts) return
  const { name: from } = ctx.tenant
  const contact = await readContact(ctx, payment.contact_id)
  const { locale, money, day, greeting } = languageFor(ctx.tenant, contact)
  const words = receiptWords[locale]
  const { currency, method, fx } = payment
  const amount = money(payment.amount, currency)
  const left = intent.amount - intent.paid - (payment.amount - surplus)
  const paidOn = day(payment.received_at)
  await sendMail(ctx, {
    kind: "receipt",
    recipient: contact.email,
    object: intent.id,
    locale,
    subject: words.subject(amount, from),
    heading: words.heading,
    greeting: greeting(contact.profile.firstName),
    paragraphs: [
      words.received(from, amount, intent.number),
      left > 0 ? words.left(money(left, currency)) : words.complete,
      ...(surplus > 0 ? [words.credit(money(surplus, currency), from)] : []),
    ],
    amount: { value: amount, note: words.paidOn(paidOn) },
    action: { label: words.action, url: linksOf(ctx.tenant, intent).long },
    rows: [
      ...intent.items.map((item): [string, string] => [item.name, money(item.amount, currency)]),
      ...taxRows(taxSums(intent.items), locale, sum => money(sum, currency)),
      [words.paidTo, from],
      [words.method, methodWords[locale][method] ?? method],
      ...(fx ? [[words.youPaid, money(fx.sourceAmount, fx.sourceCurrency)] as [string, string]] : []),
      [words.transaction, `${payment.number}`],
    ],
    footer: words.footer(intent.number, from),
  })
}

const en = {
  subject: (amount: string, from: string) => `Receipt: ${amount} for ${from}`,
  heading: "We received your payment",
  received: (from: string, amount: string, number: string) => `${from} received ${amount} for ${number}. Thank you.`,
  complete: "Nothing is left to pay, and there is nothing for you to do. Keep this message as your receipt.",
  left: (amount: string) => `${amount} is left to pay. The button shows when it is due and how to pay it.`,
  credit: (amount: string, from: string) => `${amount} of it was more than you owed. ${from} keeps it as your credit for a later payment.`,
  paidOn: (day: string) => `Paid on ${day}`,
  action: "See the receipt",
  paidTo: "Paid to",
  method: "Paid with",
  youPaid: "You paid",
  transaction: "Transaction",
  footer: (number: string, from: string) => `${number} from ${from}.`,
}

export const receiptWords: Record<Locale, typeof en> = {
  en,
  "pt-BR": {
    subject: (amount, from) => `Recibo: ${amount} para ${from}`,
    heading: "Recebemos o seu pagamento",
    received: (from, amount, number) => `${from} recebeu ${amount} por ${number}. Obrigado.`,
    complete: "Não há mais nada a pagar nem a fazer. Guarde esta mensagem como recibo.",
    left: amount => `Falta pagar ${amount}. O botão mostra quando vence e como pagar.`,
    credit: (amount, from) => `${amount} é mais do que você devia. ${from} guarda esse valor como seu crédito para um próximo pagamento.`,
    paidOn: day => `Pago em ${day}`,
    action: "Ver o recibo",
    paidTo: "Pago a",
    method: "Forma de pagamento",
    youPaid: "Você pagou",
    transaction: "Transação",
    footer: (number, from) => `${number} de ${from}.`,
  },
  es: {
    subject: (amount, from) => `Recibo: ${amount} para ${from}`,
    heading: "Recibimos su pago",
    received: (from, amount, number) => `${from} recibió ${amount} por ${number}. Gracias.`,
    complete: "No queda nada por pagar ni por hacer. Guarde este mensaje como recibo.",
    left: amount => `Quedan por pagar ${amount}. El botón muestra cuándo vence y cómo pagarlo.`,
    credit: (amount, from) => `${amount} es más de lo que debía. ${from} lo guarda como saldo a su favor para un próximo pago.`,
    paidOn: day => `Pagado el ${day}`,
    action: "Ver el recibo",
    paidTo: "Pagado a",
    method: "Forma de pago",
    youPaid: "Usted pagó",
    transaction: "Transacción",
    footer: (number, from) => `${number} de ${from}.`,
  },
  de: {
    subject: (amount, from) => `Quittung: ${amount} für ${from}`,
    heading: "Wir haben Ihre Zahlung erhalten",
    received: (from, amount, number) => `${from} hat ${amount} für ${number} erhalten. Vielen Dank.`,
    complete: "Es ist nichts mehr zu zahlen, und Sie müssen nichts tun. Bewahren Sie diese Nachricht als Quittung auf.",
    left: amount => `Noch zu zahlen: ${amount}. Die Schaltfläche zeigt, wann der Betrag fällig ist und wie Sie ihn bezahlen.`,
    credit: (amount, from) =>
      `${amount} davon sind mehr, als Sie schuldeten. ${from} bewahrt sie als Ihr Guthaben für eine spätere Zahlung auf.`,
    paidOn: day => `Bezahlt am ${day}`,
    action: "Quittung ansehen",
    paidTo: "Bezahlt an",
    method: "Zahlungsart",
    youPaid: "Sie haben bezahlt",
    transaction: "Transaktion",
    footer: (number, from) => `${number} von ${from}.`,
  },
  fr: {
    subject: (amount, from) => `Reçu : ${amount} pour ${from}`,
    heading: "Nous avons reçu votre paiement",
    received: (from, amount, number) => `${from} a reçu ${amount} pour ${number}. Merci.`,
    complete: "Il ne reste rien à payer, et vous n’avez rien à faire. Conservez ce message comme reçu.",
    left: amount => `Il reste ${amount} à payer. Le bouton indique l’échéance et les moyens de paiement.`,
    credit: (amount, from) => `${amount} dépassent ce que vous deviez. ${from} les conserve comme avoir pour un prochain paiement.`,
    paidOn: day => `Payé le ${day}`,
    action: "Voir le reçu",
    paidTo: "Payé à",
    method: "Moyen de paiement",
    youPaid: "Vous avez payé",
    transaction: "Transaction",
    footer: (number, from) => `${number} de ${from}.`,
  },
}
