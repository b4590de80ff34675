import type { Context } from "../../kit/db/context.ts"
import { toLocal } from "../../kit/pure/calendar.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { findCreditorIds } from "../../parties/own-accounts/store.ts"
import { languageFor } from "../../platform/mails/language.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { readAuthorization } from "../authorizations/store.ts"
import { readPaymentIntent } from "../payment-intents/store.ts"
import { readTransactionForUpdate } from "../transactions/store.ts"
import { collectionDayOf } from "./notice-rules.ts"
import { findNotices, insertNotice } from "./notices-store.ts"

/** Tells the payer of a debit once, before it is collected: on which day, how much, by which mandate and for which creditor. */
export async function tellPayer(ctx: Context, id: string): Promise<boolean> {
  const debit = await readTransactionForUpdate(ctx, id)
  const isWaiting = debit.status === "processing" && debit.file_id === null && debit.authorization_id !== null
  if (!isWaiting || (await findNotices(ctx, [id])).has(id)) return false
  const mandate = await readAuthorization(ctx, debit.authorization_id!)
  const intent = await readPaymentIntent(ctx, debit.payment_intent_id)
  const day = (at: Date) => toLocal(at, ctx.tenant.timezone).toISOString().slice(0, 10)
  const calendar = mandate.scheme === "sepa" ? "target" : "fed"
  const noticeDays = mandate.terms?.noticeDays ?? 0
  const collectsOn = collectionDayOf({ today: day(ctx.now), dueOn: day(intent.due_at), noticeDays, calendar })
  insertNotice(ctx, id, collectsOn)
  const contact = await readContact(ctx, intent.contact_id)
  const { locale, money, greeting } = languageFor(ctx.tenant, contact)
  const { name: from } = ctx.tenant
  const words = noticeWords[locale]
  const [amount, on] = [money(debit.amount, debit.currency), dayIn(collectsOn, locale)]
  const creditorIds = mandate.scheme === "sepa" ? await findCreditorIds(ctx, debit.currency) : []
  await sendMail(ctx, {
    kind: "debit-notice",
    recipient: contact.email,
    object: id,
    locale,
    subject: words.subject(from, amount, on),
    heading: words.heading,
    greeting: greeting(contact.profile.firstName),
    paragraphs: [words.happens(from, amount, on), words.toDo(from)],
    amount: { value: amount, note: `${intent.number}, ${on}` },
    rows: [
      [words.day, on],
      [words.mandate, mandate.reference ?? mandate.id],
      ...(creditorIds.length === 0 ? [] : [[words.creditor, creditorIds.join(", ")] as [string, string]]),
      [words.account, mandate.bank_account_masked],
    ],
    footer: words.footer(intent.number, from),
  })
  return true
}

/** A banking day is the same day in every zone. */
const dayIn = (date: string, locale: Locale) => languageFor({ timezone: "UTC", mails: { locale } }, { locale }).day(`${date}T00:00:00Z`)

type NoticeWords = {
  subject(from: string, amount: string, on: string): string
  heading: string
  happens(from: string, amount: string, on: string): string
  toDo(from: string): string
  day: string
  mandate: string
  creditor: string
  account: string
  footer(number: string, from: string): string
}

export const noticeWords: Record<Locale, NoticeWords> = {
  en: {
    subject: (from, amount, on) => `${from} will debit ${amount} on ${on}`,
    heading: "Your account will be debited",
    happens: (from, amount, on) => `${from} will collect ${amount} from your account by direct debit, on ${on} or soon after.`,
    toDo: from =>
      `Nothing has been debited yet. Please see that the account has enough money. If it is wrong, write to ${from} before that day.`,
    day: "Debited on",
    mandate: "Mandate",
    creditor: "Creditor id",
    account: "Account",
    footer: (number, from) => `For ${number} from ${from}.`,
  },
  "pt-BR": {
    subject: (from, amount, on) => `${from} vai debitar ${amount} em ${on}`,
    heading: "Haverá um débito na sua conta",
    happens: (from, amount, on) => `${from} vai cobrar ${amount} da sua conta por débito direto, em ${on} ou logo depois.`,
    toDo: from => `Nada foi debitado ainda. Verifique se há saldo na conta. Se algo estiver errado, escreva para ${from} antes desse dia.`,
    day: "Data do débito",
    mandate: "Autorização",
    creditor: "Identificação do credor",
    account: "Conta",
    footer: (number, from) => `Referente a ${number} de ${from}.`,
  },
  es: {
    subject: (from, amount, on) => `${from} cargará ${amount} el ${on}`,
    heading: "Habrá un cargo en su cuenta",
    happens: (from, amount, on) => `${from} cobrará ${amount} de su cuenta por adeudo directo, el ${on} o poco después.`,
    toDo: from => `Aún no se ha cargado nada. Compruebe que la cuenta tenga saldo. Si hay un error, escriba a ${from} antes de ese día.`,
    day: "Fecha del cargo",
    mandate: "Mandato",
    creditor: "Identificador del acreedor",
    account: "Cuenta",
    footer: (number, from) => `Por ${number} de ${from}.`,
  },
  de: {
    subject: (from, amount, on) => `${from} bucht am ${on} ${amount} ab`,
    heading: "Ihr Konto wird belastet",
    happens: (from, amount, on) => `${from} zieht ${amount} per Lastschrift von Ihrem Konto ein, am ${on} oder kurz danach.`,
    toDo: from =>
      "Es wurde noch nichts abgebucht. Bitte sorgen Sie dafür, dass das Konto gedeckt ist. Wenn etwas nicht stimmt, schreiben Sie vorher " +
      `an ${from}.`,
    day: "Abbuchung am",
    mandate: "Mandat",
    creditor: "Gläubiger-ID",
    account: "Konto",
    footer: (number, from) => `Für ${number} von ${from}.`,
  },
  fr: {
    subject: (from, amount, on) => `${from} prélèvera ${amount} le ${on}`,
    heading: "Votre compte sera débité",
    happens: (from, amount, on) => `${from} prélèvera ${amount} sur votre compte, le ${on} ou peu après.`,
    toDo: from =>
      `Rien n’a encore été prélevé. Veuillez vérifier que le compte est approvisionné. En cas d’erreur, écrivez à ${from} avant ce jour.`,
    day: "Prélevé le",
    mandate: "Mandat",
    creditor: "Identifiant du créancier",
    account: "Compte",
    footer: (number, from) => `Pour ${number} de ${from}.`,
  },
}
