import type { Locale } from "../../kit/pure/mail-settings.ts"
import { cadenceText } from "./rules.ts"
import type { Cadence } from "./schema.ts"

/** The texts of mails to payers about their subscriptions. */
const en = {
  cadence: cadenceText,
  pay: (amount: string) => `Pay ${amount}`,
  startedSubject: (from: string, amount: string, cadence: string) => `${from}: ${amount} ${cadence}`,
  startedHeading: "Your subscription has started",
  started: (from: string, amount: string, cadence: string) => `Your subscription with ${from} has started. It is ${amount} ${cadence}.`,
  debited: (account: string) => `Each payment is debited from your account ${account}; you need not do anything.`,
  firstDue: (day: string) => `Nothing has been charged yet. The first payment is due on ${day}.`,
  startedFooter: (number: string, from: string) => `${number} from ${from}. If you do not know this subscription, write to ${from}.`,

  failedSubject: (amount: string, from: string) => `${amount} for ${from} could not be debited`,
  failedHeading: "A payment could not be debited",
  failed: (amount: string, from: string) =>
    `${amount} for your subscription with ${from} could not be debited from your account. No money has moved.`,
  payYourself: (day: string) => `Please pay it yourself; it was due on ${day}. It will not be debited again.`,
  due: (number: string, day: string) => `${number}, was due on ${day}`,
  failedFooter: (number: string, from: string) => `${number} from ${from}. If you have paid already, you can ignore this message.`,
}
type MailWords = typeof en

type Units = Record<Cadence["unit"], [one: string, many: string]>
const ptUnits: Units = { day: ["dia", "dias"], week: ["semana", "semanas"], month: ["mês", "meses"], year: ["ano", "anos"] }
const esUnits: Units = { day: ["día", "días"], week: ["semana", "semanas"], month: ["mes", "meses"], year: ["año", "años"] }
const cadenceIn =
  (units: Units) =>
  ({ every, unit }: Cadence) =>
    every === 1 ? `cada ${units[unit][0]}` : `cada ${every} ${units[unit][1]}`

export const mailWords: Record<Locale, MailWords> = {
  en,
  "pt-BR": {
    cadence: cadenceIn(ptUnits),
    pay: amount => `Pagar ${amount}`,
    startedSubject: (from, amount, cadence) => `${from}: ${amount} a ${cadence}`,
    startedHeading: "Sua assinatura começou",
    started: (from, amount, cadence) => `Sua assinatura com ${from} começou. São ${amount} a ${cadence}.`,
    debited: account => `Cada pagamento é debitado da sua conta ${account}; você não precisa fazer nada.`,
    firstDue: day => `Nada foi cobrado ainda. O primeiro pagamento vence em ${day}.`,
    startedFooter: (number, from) => `${number} de ${from}. Se você não conhece esta assinatura, escreva para ${from}.`,

    failedSubject: (amount, from) => `Não foi possível debitar ${amount} para ${from}`,
    failedHeading: "Não foi possível debitar um pagamento",
    failed: (amount, from) => `Não foi possível debitar da sua conta ${amount} da sua assinatura com ${from}. Nenhum dinheiro se moveu.`,
    payYourself: day => `Por favor, pague você mesmo; venceu em ${day}. Não será debitado de novo.`,
    due: (number, day) => `${number}, venceu em ${day}`,
    failedFooter: (number, from) => `${number} de ${from}. Se você já pagou, ignore esta mensagem.`,
  },
  es: {
    cadence: cadenceIn(esUnits),
    pay: amount => `Pagar ${amount}`,
    startedSubject: (from, amount, cadence) => `${from}: ${amount} ${cadence}`,
    startedHeading: "Su suscripción ha comenzado",
    started: (from, amount, cadence) => `Su suscripción con ${from} ha comenzado. Son ${amount} ${cadence}.`,
    debited: account => `Cada pago se carga en su cuenta ${account}; no tiene que hacer nada.`,
    firstDue: day => `Todavía no se cobró nada. El primer pago vence el ${day}.`,
    startedFooter: (number, from) => `${number} de ${from}. Si no conoce esta suscripción, escriba a ${from}.`,

    failedSubject: (amount, from) => `No se pudieron cargar ${amount} para ${from}`,
    failedHeading: "No se pudo cargar un pago",
    failed: (amount, from) => `No se pudieron cargar en su cuenta ${amount} de su suscripción con ${from}. No se movió dinero.`,
    payYourself: day => `Por favor, páguelo usted; venció el ${day}. No se vuelve a cargar.`,
    due: (number, day) => `${number}, venció el ${day}`,
    failedFooter: (number, from) => `${number} de ${from}. Si ya pagó, ignore este mensaje.`,
  },
}
