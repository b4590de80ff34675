import type { Context } from "../../kit/db/context.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import type { PartnershipRow } from "../../parties/partnerships/store.ts"
import { languageFor } from "../../platform/mails/language.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findPeopleWith } from "../../platform/tenants/store.ts"
import { failureWords } from "./notice-words.ts"
import { type PayoutRow, readPartner } from "./store.ts"

/** Tells the partner that the money has left, if the tenant's settings say so. */
export async function mailPaid(ctx: Context, payout: PayoutRow) {
  if (ctx.tenant.mails.payouts) await mailPartner(ctx, payout, "payout-sent", await readPartner(ctx, payout))
}

/** Tells the people who may send payouts that one failed or came back, and the partner if an earlier mail announced the money. */
export async function mailFailed(ctx: Context, payout: PayoutRow) {
  const partner = await readPartner(ctx, payout)
  await notifyStaff(ctx, payout, partner)
  if (ctx.tenant.mails.payouts && payout.status === "returned") await mailPartner(ctx, payout, "payout-returned", partner)
}

async function notifyStaff(ctx: Context, payout: PayoutRow, partner: PartnershipRow | undefined) {
  const { id, number, status, failure_reason, method, bank_account_masked } = payout
  const about = { kind: "payout-failed", type: "payouts", object: id, path: `/payouts/${id}`, occasion: status } as const
  await notify(ctx, await findPeopleWith(ctx, "payouts.send"), about, ({ locale, money }) => {
    const words = failureWords[locale]
    const { subject, toPartner, toSelf } = status === "returned" ? words.returned : words.failed
    const amount = money(payout.amount, payout.currency)
    return {
      subject: subject(amount),
      paragraphs: [partner ? toPartner(amount, partner.name) : toSelf(amount), words.reason(failure_reason ?? words.noReason)],
      amount: { value: amount, note: words.to(number, partner?.name ?? words.ownAccount) },
      rows: [
        [words.account, bank_account_masked ?? words.noAccount],
        [words.method, method],
      ],
      action: words.action,
      footer: words.footer(ctx.tenant.name),
    }
  })
}

async function mailPartner(ctx: Context, payout: PayoutRow, kind: "payout-sent" | "payout-returned", partner: PartnershipRow | undefined) {
  if (!partner || partner.email === null) return
  const { name: from } = ctx.tenant
  const { locale, money, day, greeting } = languageFor(ctx.tenant, partner)
  const words = payoutWords[locale]
  const { subject, heading, happened, toDo } = kind === "payout-sent" ? words.sent : words.returned
  const amount = payout.fx ? money(payout.fx.targetAmount, payout.target_currency) : money(payout.amount, payout.currency)
  await sendMail(ctx, {
    kind,
    recipient: partner.email,
    object: payout.id,
    locale,
    subject: subject(from, amount),
    heading,
    greeting: greeting(partner.name),
    paragraphs: [happened(from, amount), toDo(from)],
    amount: { value: amount, note: `${payout.number}, ${day(ctx.now)}` },
    rows: [
      [words.account, payout.bank_account_masked ?? "–"],
      ...(payout.reference === null ? [] : [[words.reference, payout.reference] as [string, string]]),
    ],
    footer: words.footer(payout.number, from),
  })
}

type Occasion = { subject: Sentence; heading: string; happened: Sentence; toDo(from: string): string }
type Sentence = (from: string, amount: string) => string
type PayoutWords = { sent: Occasion; returned: Occasion; account: string; reference: string; footer(number: string, from: string): string }

export const payoutWords: Record<Locale, PayoutWords> = {
  en: {
    sent: {
      subject: (from, amount) => `${from} paid you ${amount}`,
      heading: "A payout is on its way to you",
      happened: (from, amount) => `${from} paid out ${amount} to your account.`,
      toDo: () => "Banks take up to three working days to show it. There is nothing for you to do.",
    },
    returned: {
      subject: (from, amount) => `Your payout of ${amount} came back to ${from}`,
      heading: "A payout did not reach you",
      happened: (from, amount) => `Your bank sent ${amount} back to ${from}. You are still owed it.`,
      toDo: from => `Check with ${from} that your account number is right. ${from} can then pay it out again.`,
    },
    account: "Account",
    reference: "Reference",
    footer: (number, from) => `${number} from ${from}.`,
  },
  "pt-BR": {
    sent: {
      subject: (from, amount) => `${from} pagou ${amount} a você`,
      heading: "Um repasse está a caminho",
      happened: (from, amount) => `${from} repassou ${amount} para a sua conta.`,
      toDo: () => "Os bancos levam até três dias úteis para mostrá-lo. Você não precisa fazer nada.",
    },
    returned: {
      subject: (from, amount) => `Seu repasse de ${amount} voltou para ${from}`,
      heading: "Um repasse não chegou a você",
      happened: (from, amount) => `Seu banco devolveu ${amount} para ${from}. O valor continua sendo seu.`,
      toDo: from => `Confira com ${from} se os dados da sua conta estão certos; então o valor é repassado de novo.`,
    },
    account: "Conta",
    reference: "Referência",
    footer: (number, from) => `${number} de ${from}.`,
  },
  es: {
    sent: {
      subject: (from, amount) => `${from} le pagó ${amount}`,
      heading: "Una transferencia está en camino",
      happened: (from, amount) => `${from} transfirió ${amount} a su cuenta.`,
      toDo: () => "Los bancos tardan hasta tres días hábiles en mostrarla. No tiene que hacer nada.",
    },
    returned: {
      subject: (from, amount) => `Su transferencia de ${amount} volvió a ${from}`,
      heading: "Una transferencia no le llegó",
      happened: (from, amount) => `Su banco devolvió ${amount} a ${from}. Se le siguen debiendo.`,
      toDo: from => `Compruebe con ${from} que los datos de su cuenta son correctos; entonces se le transfiere de nuevo.`,
    },
    account: "Cuenta",
    reference: "Referencia",
    footer: (number, from) => `${number} de ${from}.`,
  },
  de: {
    sent: {
      subject: (from, amount) => `${from} hat Ihnen ${amount} ausgezahlt`,
      heading: "Eine Auszahlung ist zu Ihnen unterwegs",
      happened: (from, amount) => `${from} hat ${amount} auf Ihr Konto ausgezahlt.`,
      toDo: () => "Bis Ihre Bank sie zeigt, kann es bis zu drei Bankarbeitstage dauern. Sie müssen nichts tun.",
    },
    returned: {
      subject: (from, amount) => `Ihre Auszahlung von ${amount} kam zu ${from} zurück`,
      heading: "Eine Auszahlung hat Sie nicht erreicht",
      happened: (from, amount) => `Ihre Bank hat ${amount} an ${from} zurückgesendet. Der Betrag steht Ihnen weiterhin zu.`,
      toDo: from => `Klären Sie mit ${from}, ob Ihre Kontonummer stimmt. ${from} kann den Betrag dann noch einmal auszahlen.`,
    },
    account: "Konto",
    reference: "Verwendungszweck",
    footer: (number, from) => `${number} von ${from}.`,
  },
  fr: {
    sent: {
      subject: (from, amount) => `${from} vous a versé ${amount}`,
      heading: "Un versement est en route",
      happened: (from, amount) => `${from} a versé ${amount} sur votre compte.`,
      toDo: () => "Les banques mettent jusqu’à trois jours ouvrables à l’afficher. Vous n’avez rien à faire.",
    },
    returned: {
      subject: (from, amount) => `Votre versement de ${amount} est revenu à ${from}`,
      heading: "Un versement ne vous est pas parvenu",
      happened: (from, amount) => `Votre banque a renvoyé ${amount} à ${from}. Cette somme vous est toujours due.`,
      toDo: from => `Vérifiez avec ${from} que votre numéro de compte est exact. ${from} pourra alors la verser de nouveau.`,
    },
    account: "Compte",
    reference: "Référence",
    footer: (number, from) => `${number} de ${from}.`,
  },
}
