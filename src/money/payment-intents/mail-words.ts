import type { Locale } from "../../kit/pure/mail-settings.ts"

/** The texts of mails to payers about what they owe. Amounts and days are already formatted for the language. */
const en = {
  pay: (amount: string) => `Pay ${amount}`,
  due: (number: string, day: string) => `${number}, due on ${day}`,
  wasDue: (number: string, day: string) => `${number}, was due on ${day}`,
  inInstallments: (number: string, count: number, day: string) => `${number}, in ${count} installments, the first due on ${day}`,
  installment: (i: number, day: string) => `Installment ${i}, due on ${day}`,

  requestSubject: (from: string, amount: string) => `${from} asks you to pay ${amount}`,
  requestHeading: "You have a payment to make",
  request: (from: string, amount: string, day: string) => `${from} asks you to pay ${amount} by ${day}. Nothing has been charged yet.`,
  requestPlan: (from: string, amount: string, count: number) =>
    `${from} asks you to pay ${amount} in ${count} installments. Nothing has been charged yet.`,
  requestHow: "The button shows how you can pay. You pay once, however often you open it.",
  transfer: (reference: string) => `If you pay by bank transfer, use the reference ${reference}.`,
  requestFooter: (number: string, from: string) => `${number} from ${from}. If you do not know what it is for, do not pay and ask ${from}.`,

  reminderSubject: (amount: string, from: string, day: string) => `Reminder: ${amount} for ${from} is due on ${day}`,
  overdueSubject: (amount: string, from: string, day: string) => `Reminder: ${amount} for ${from} was due on ${day}`,
  reminderHeading: "A payment is due soon",
  overdueHeading: "A payment is overdue",
  reminder: (from: string, amount: string, day: string) => `${from} asks you to pay ${amount} by ${day}.`,
  overdue: (from: string, amount: string, day: string) =>
    `${from} asks you to pay ${amount}, which was due on ${day}. Nothing was added to it.`,
  reminderFooter: (number: string, from: string) =>
    `${number} from ${from}. If you have paid already, you can ignore this message: a bank transfer takes a day or two to arrive.`,
}
type MailWords = typeof en

const pt: MailWords = {
  pay: amount => `Pagar ${amount}`,
  due: (number, day) => `${number}, vence em ${day}`,
  wasDue: (number, day) => `${number}, venceu em ${day}`,
  inInstallments: (number, count, day) => `${number}, em ${count} parcelas, a primeira vence em ${day}`,
  installment: (i, day) => `Parcela ${i}, vence em ${day}`,

  requestSubject: (from, amount) => `${from} enviou uma cobrança de ${amount}`,
  requestHeading: "Você tem um pagamento a fazer",
  request: (from, amount, day) => `${from} pede o pagamento de ${amount} até ${day}. Nada foi cobrado ainda.`,
  requestPlan: (from, amount, count) => `${from} pede o pagamento de ${amount} em ${count} parcelas. Nada foi cobrado ainda.`,
  requestHow: "O botão mostra como você pode pagar. Por mais vezes que o abra, você paga uma vez só.",
  transfer: reference => `Se pagar por transferência bancária, use a referência ${reference}.`,
  requestFooter: (number, from) => `${number} de ${from}. Se você não sabe do que se trata, não pague e pergunte a ${from}.`,

  reminderSubject: (amount, from, day) => `Lembrete: ${amount} para ${from} vence em ${day}`,
  overdueSubject: (amount, from, day) => `Lembrete: ${amount} para ${from} venceu em ${day}`,
  reminderHeading: "Um pagamento vence em breve",
  overdueHeading: "Um pagamento está vencido",
  reminder: (from, amount, day) => `${from} pede o pagamento de ${amount} até ${day}.`,
  overdue: (from, amount, day) => `${from} pede o pagamento de ${amount}, que venceu em ${day}. Nada foi acrescentado ao valor.`,
  reminderFooter: (number, from) =>
    `${number} de ${from}. Se você já pagou, ignore esta mensagem: uma transferência leva um ou dois dias para chegar.`,
}

const es: MailWords = {
  pay: amount => `Pagar ${amount}`,
  due: (number, day) => `${number}, vence el ${day}`,
  wasDue: (number, day) => `${number}, venció el ${day}`,
  inInstallments: (number, count, day) => `${number}, en ${count} cuotas, la primera vence el ${day}`,
  installment: (i, day) => `Cuota ${i}, vence el ${day}`,

  requestSubject: (from, amount) => `${from} le pide que pague ${amount}`,
  requestHeading: "Tiene un pago pendiente",
  request: (from, amount, day) => `${from} le pide que pague ${amount} antes del final del ${day}. Todavía no se cobró nada.`,
  requestPlan: (from, amount, count) => `${from} le pide que pague ${amount} en ${count} cuotas. Todavía no se cobró nada.`,
  requestHow: "El botón muestra cómo puede pagar. Por más veces que lo abra, paga una sola vez.",
  transfer: reference => `Si paga por transferencia bancaria, use la referencia ${reference}.`,
  requestFooter: (number, from) => `${number} de ${from}. Si no sabe de qué se trata, no pague y consulte a ${from}.`,

  reminderSubject: (amount, from, day) => `Recordatorio: ${amount} para ${from} vence el ${day}`,
  overdueSubject: (amount, from, day) => `Recordatorio: ${amount} para ${from} venció el ${day}`,
  reminderHeading: "Un pago vence pronto",
  overdueHeading: "Un pago está vencido",
  reminder: (from, amount, day) => `${from} le pide que pague ${amount} antes del final del ${day}.`,
  overdue: (from, amount, day) => `${from} le pide que pague ${amount}, que venció el ${day}. No se añadió nada al importe.`,
  reminderFooter: (number, from) =>
    `${number} de ${from}. Si ya pagó, ignore este mensaje: una transferencia tarda uno o dos días en llegar.`,
}

const de: MailWords = {
  pay: amount => `${amount} bezahlen`,
  due: (number, day) => `${number}, fällig am ${day}`,
  wasDue: (number, day) => `${number}, war am ${day} fällig`,
  inInstallments: (number, count, day) => `${number}, in ${count} Raten, die erste fällig am ${day}`,
  installment: (i, day) => `Rate ${i}, fällig am ${day}`,

  requestSubject: (from, amount) => `${from} bittet Sie um ${amount}`,
  requestHeading: "Bitte bezahlen Sie diesen Betrag",
  request: (from, amount, day) => `${from} bittet Sie, ${amount} bis zum ${day} zu bezahlen. Es wurde noch nichts abgebucht.`,
  requestPlan: (from, amount, count) => `${from} bittet Sie, ${amount} in ${count} Raten zu bezahlen. Es wurde noch nichts abgebucht.`,
  requestHow: "Die Schaltfläche zeigt, wie Sie bezahlen können. Sie zahlen nur einmal, so oft Sie sie auch öffnen.",
  transfer: reference => `Wenn Sie überweisen, geben Sie ${reference} als Verwendungszweck an.`,
  requestFooter: (number, from) =>
    `${number} von ${from}. Wenn Sie nicht wissen, wofür das ist, bezahlen Sie bitte nicht und fragen Sie ${from}.`,

  reminderSubject: (amount, from, day) => `Erinnerung: ${amount} für ${from}, fällig am ${day}`,
  overdueSubject: (amount, from, day) => `Erinnerung: ${amount} für ${from}, fällig seit ${day}`,
  reminderHeading: "Eine Zahlung ist bald fällig",
  overdueHeading: "Eine Zahlung ist überfällig",
  reminder: (from, amount, day) => `${from} bittet Sie, ${amount} bis zum ${day} zu bezahlen.`,
  overdue: (from, amount, day) => `${from} bittet Sie, ${amount} zu bezahlen, fällig am ${day}. Der Betrag wurde nicht erhöht.`,
  reminderFooter: (number, from) =>
    `${number} von ${from}. Wenn Sie schon bezahlt haben, können Sie diese Nachricht ignorieren: Eine Überweisung braucht ein bis zwei ` +
    "Tage.",
}

const fr: MailWords = {
  pay: amount => `Payer ${amount}`,
  due: (number, day) => `${number}, échéance le ${day}`,
  wasDue: (number, day) => `${number}, était dû le ${day}`,
  inInstallments: (number, count, day) => `${number}, en ${count} échéances, la première le ${day}`,
  installment: (i, day) => `Échéance ${i}, le ${day}`,

  requestSubject: (from, amount) => `${from} vous demande de payer ${amount}`,
  requestHeading: "Vous avez un paiement à effectuer",
  request: (from, amount, day) => `${from} vous demande de payer ${amount} au plus tard le ${day}. Rien n’a encore été débité.`,
  requestPlan: (from, amount, count) => `${from} vous demande de payer ${amount} en ${count} échéances. Rien n’a encore été débité.`,
  requestHow: "Le bouton indique comment vous pouvez payer. Vous ne payez qu’une fois, même si vous l’ouvrez plusieurs fois.",
  transfer: reference => `Si vous payez par virement bancaire, indiquez la référence ${reference}.`,
  requestFooter: (number, from) => `${number} de ${from}. Si vous ne savez pas de quoi il s’agit, ne payez pas et adressez-vous à ${from}.`,

  reminderSubject: (amount, from, day) => `Rappel : ${amount} pour ${from} à payer le ${day}`,
  overdueSubject: (amount, from, day) => `Rappel : ${amount} pour ${from}, dus depuis le ${day}`,
  reminderHeading: "Un paiement arrive à échéance",
  overdueHeading: "Un paiement est en retard",
  reminder: (from, amount, day) => `${from} vous demande de payer ${amount} au plus tard le ${day}.`,
  overdue: (from, amount, day) => `${from} vous demande de payer ${amount}, échus le ${day}. Rien n’y a été ajouté.`,
  reminderFooter: (number, from) =>
    `${number} de ${from}. Si vous avez déjà payé, vous pouvez ignorer ce message : un virement met un ou deux jours à arriver.`,
}

export const mailWords: Record<Locale, MailWords> = { en, "pt-BR": pt, es, de, fr }
