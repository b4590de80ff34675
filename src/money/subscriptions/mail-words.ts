import type { Locale } from "../../kit/pure/mail-settings.ts"

/** The texts of mails to payers about their subscriptions. */
const en = {
  pay: (amount: string) => `Pay ${amount}`,
  startedSubject: (from: string, amount: string, cadence: string) => `${from}: ${amount} ${cadence}`,
  startedHeading: "Your subscription has started",
  started: (from: string, amount: string, cadence: string) => `Your subscription with ${from} has started. It is ${amount} ${cadence}.`,
  debited: (account: string) => `Each payment is debited from your account ${account}; you need not do anything.`,
  charged: (card: string) => `Each payment is charged to your card ${card}; you need not do anything.`,
  savesCard: "When you pay it, you can save your card; later payments are then charged to it automatically.",
  firstDue: (day: string) => `Nothing has been charged yet. The first payment is due on ${day}.`,
  startedFooter: (number: string, from: string) => `${number} from ${from}. If you do not know this subscription, write to ${from}.`,

  failedSubject: (amount: string, from: string) => `${amount} for ${from} could not be debited`,
  failedHeading: "A payment could not be debited",
  failed: (amount: string, from: string) =>
    `${amount} for your subscription with ${from} could not be debited from your account. No money has moved.`,
  payYourself: (day: string) => `Please pay it yourself; it was due on ${day}. It will not be debited again.`,
  cardFailedSubject: (amount: string, from: string) => `${amount} for ${from} could not be charged`,
  cardFailedHeading: "A payment could not be charged",
  cardFailed: (amount: string, from: string) =>
    `${amount} for your subscription with ${from} could not be charged to your card. No money has moved.`,
  payByOther: (day: string) =>
    `Please pay it yourself; it was due on ${day}. It will not be charged again. You can save another card when you pay.`,
  noCardSubject: (amount: string, from: string) => `Please pay ${amount} to ${from}, and save a card`,
  noCardHeading: "Your subscription has no card",
  noCard: (amount: string, from: string, day: string) =>
    `${amount} for your subscription with ${from} is due on ${day}. There is no card that it can be charged to, so nothing was charged. ` +
    "Please pay it yourself. If you save your card when you pay, later payments are charged to it.",
  due: (number: string, day: string) => `${number}, was due on ${day}`,
  failedFooter: (number: string, from: string) => `${number} from ${from}. If you have paid already, you can ignore this message.`,
}
export type MailWords = typeof en

export const mailWords: Record<Locale, MailWords> = {
  en,
  "pt-BR": {
    pay: amount => `Pagar ${amount}`,
    startedSubject: (from, amount, cadence) => `${from}: ${amount} ${cadence}`,
    startedHeading: "Sua assinatura começou",
    started: (from, amount, cadence) => `Sua assinatura com ${from} começou. São ${amount} ${cadence}.`,
    debited: account => `Cada pagamento é debitado da sua conta ${account}; você não precisa fazer nada.`,
    charged: card => `Cada pagamento é cobrado no seu cartão ${card}; você não precisa fazer nada.`,
    savesCard: "Ao pagar, você pode salvar o seu cartão; os próximos pagamentos são cobrados nele automaticamente.",
    firstDue: day => `Nada foi cobrado ainda. O primeiro pagamento vence em ${day}.`,
    startedFooter: (number, from) => `${number} de ${from}. Se você não conhece esta assinatura, escreva para ${from}.`,

    failedSubject: (amount, from) => `Não foi possível debitar ${amount} para ${from}`,
    failedHeading: "Não foi possível debitar um pagamento",
    failed: (amount, from) => `Não foi possível debitar da sua conta ${amount} da sua assinatura com ${from}. Nenhum dinheiro se moveu.`,
    payYourself: day => `Por favor, pague você mesmo; venceu em ${day}. Não será debitado de novo.`,
    cardFailedSubject: (amount, from) => `Não foi possível cobrar ${amount} para ${from}`,
    cardFailedHeading: "Não foi possível cobrar um pagamento",
    cardFailed: (amount, from) =>
      `Não foi possível cobrar no seu cartão ${amount} da sua assinatura com ${from}. Nenhum dinheiro se moveu.`,
    payByOther: day => `Por favor, pague você mesmo; venceu em ${day}. Não será cobrado de novo. Ao pagar, você pode salvar outro cartão.`,
    noCardSubject: (amount, from) => `Pague ${amount} para ${from}, e salve um cartão`,
    noCardHeading: "A sua assinatura está sem cartão",
    noCard: (amount, from, day) =>
      `${amount} da sua assinatura com ${from} vencem em ${day}. Não há cartão em que se possa cobrar, e nada foi cobrado. ` +
      "Por favor, pague você mesmo. Se salvar o seu cartão ao pagar, os próximos pagamentos são cobrados nele.",
    due: (number, day) => `${number}, venceu em ${day}`,
    failedFooter: (number, from) => `${number} de ${from}. Se você já pagou, ignore esta mensagem.`,
  },
  es: {
    pay: amount => `Pagar ${amount}`,
    startedSubject: (from, amount, cadence) => `${from}: ${amount} ${cadence}`,
    startedHeading: "Su suscripción ha comenzado",
    started: (from, amount, cadence) => `Su suscripción con ${from} ha comenzado. Son ${amount} ${cadence}.`,
    debited: account => `Cada pago se carga en su cuenta ${account}; no tiene que hacer nada.`,
    charged: card => `Cada pago se cobra en su tarjeta ${card}; no tiene que hacer nada.`,
    savesCard: "Al pagar, puede guardar su tarjeta; los próximos pagos se cobran en ella automáticamente.",
    firstDue: day => `Todavía no se cobró nada. El primer pago vence el ${day}.`,
    startedFooter: (number, from) => `${number} de ${from}. Si no conoce esta suscripción, escriba a ${from}.`,

    failedSubject: (amount, from) => `No se pudieron cargar ${amount} para ${from}`,
    failedHeading: "No se pudo cargar un pago",
    failed: (amount, from) => `No se pudieron cargar en su cuenta ${amount} de su suscripción con ${from}. No se movió dinero.`,
    payYourself: day => `Por favor, páguelo usted; venció el ${day}. No se vuelve a cargar.`,
    cardFailedSubject: (amount, from) => `No se pudieron cobrar ${amount} para ${from}`,
    cardFailedHeading: "No se pudo cobrar un pago",
    cardFailed: (amount, from) => `No se pudieron cobrar en su tarjeta ${amount} de su suscripción con ${from}. No se movió dinero.`,
    payByOther: day => `Por favor, páguelo usted; venció el ${day}. No se vuelve a cobrar. Al pagar, puede guardar otra tarjeta.`,
    noCardSubject: (amount, from) => `Pague ${amount} a ${from}, y guarde una tarjeta`,
    noCardHeading: "Su suscripción no tiene tarjeta",
    noCard: (amount, from, day) =>
      `${amount} de su suscripción con ${from} vencen el ${day}. No hay tarjeta en la que se pueda cobrar, y no se cobró nada. ` +
      "Por favor, páguelo usted. Si guarda su tarjeta al pagar, los próximos pagos se cobran en ella.",
    due: (number, day) => `${number}, venció el ${day}`,
    failedFooter: (number, from) => `${number} de ${from}. Si ya pagó, ignore este mensaje.`,
  },
  de: {
    pay: amount => `${amount} bezahlen`,
    startedSubject: (from, amount, cadence) => `${from}: ${amount} ${cadence}`,
    startedHeading: "Ihr Abonnement hat begonnen",
    started: (from, amount, cadence) => `Ihr Abonnement bei ${from} hat begonnen. Es kostet ${amount} ${cadence}.`,
    debited: account => `Jede Zahlung wird von Ihrem Konto ${account} abgebucht; Sie müssen nichts tun.`,
    charged: card => `Jede Zahlung wird von Ihrer Karte ${card} abgebucht; Sie müssen nichts tun.`,
    savesCard: "Beim Bezahlen können Sie Ihre Karte speichern; spätere Zahlungen werden dann automatisch von ihr abgebucht.",
    firstDue: day => `Es wurde noch nichts abgebucht. Die erste Zahlung ist am ${day} fällig.`,
    startedFooter: (number, from) => `${number} von ${from}. Wenn Sie dieses Abonnement nicht kennen, schreiben Sie an ${from}.`,

    failedSubject: (amount, from) => `${amount} für ${from} konnten nicht abgebucht werden`,
    failedHeading: "Eine Zahlung konnte nicht abgebucht werden",
    failed: (amount, from) =>
      `${amount} für Ihr Abonnement bei ${from} konnten nicht von Ihrem Konto abgebucht werden. Es ist kein Geld geflossen.`,
    payYourself: day => `Bitte bezahlen Sie den Betrag selbst; er war am ${day} fällig. Er wird nicht noch einmal abgebucht.`,
    cardFailedSubject: (amount, from) => `${amount} für ${from} konnten nicht von Ihrer Karte abgebucht werden`,
    cardFailedHeading: "Eine Karte konnte nicht belastet werden",
    cardFailed: (amount, from) =>
      `${amount} für Ihr Abonnement bei ${from} konnten nicht von Ihrer Karte abgebucht werden. Es ist kein Geld geflossen.`,
    payByOther: day =>
      `Bitte bezahlen Sie den Betrag selbst; er war am ${day} fällig. Er wird nicht noch einmal abgebucht. Beim Bezahlen können Sie ` +
      "eine andere Karte speichern.",
    noCardSubject: (amount, from) => `Bitte bezahlen Sie ${amount} an ${from}, und speichern Sie eine Karte`,
    noCardHeading: "Ihr Abonnement hat keine Karte",
    noCard: (amount, from, day) =>
      `${amount} für Ihr Abonnement bei ${from} sind am ${day} fällig. Es gibt keine Karte, von der abgebucht werden kann; deshalb wurde ` +
      "nichts abgebucht. Bitte bezahlen Sie den Betrag selbst. Wenn Sie dabei Ihre Karte speichern, werden spätere Zahlungen von ihr " +
      "abgebucht.",
    due: (number, day) => `${number}, war am ${day} fällig`,
    failedFooter: (number, from) => `${number} von ${from}. Wenn Sie schon bezahlt haben, können Sie diese Nachricht ignorieren.`,
  },
  fr: {
    pay: amount => `Payer ${amount}`,
    startedSubject: (from, amount, cadence) => `${from} : ${amount} ${cadence}`,
    startedHeading: "Votre abonnement a commencé",
    started: (from, amount, cadence) => `Votre abonnement chez ${from} a commencé. Il coûte ${amount} ${cadence}.`,
    debited: account => `Chaque paiement est prélevé sur votre compte ${account} ; vous n’avez rien à faire.`,
    charged: card => `Chaque paiement est débité de votre carte ${card} ; vous n’avez rien à faire.`,
    savesCard: "En payant, vous pouvez enregistrer votre carte ; les paiements suivants en seront alors débités automatiquement.",
    firstDue: day => `Rien n’a encore été débité. Le premier paiement est dû le ${day}.`,
    startedFooter: (number, from) => `${number} de ${from}. Si vous ne connaissez pas cet abonnement, écrivez à ${from}.`,

    failedSubject: (amount, from) => `${amount} pour ${from} n’ont pas pu être prélevés`,
    failedHeading: "Un paiement n’a pas pu être prélevé",
    failed: (amount, from) =>
      `${amount} pour votre abonnement chez ${from} n’ont pas pu être prélevés sur votre compte. Aucun argent n’a circulé.`,
    payYourself: day => `Veuillez régler vous-même ce montant, qui était dû le ${day}. Il ne sera pas prélevé de nouveau.`,
    cardFailedSubject: (amount, from) => `${amount} pour ${from} n’ont pas pu être débités`,
    cardFailedHeading: "Un paiement n’a pas pu être débité",
    cardFailed: (amount, from) =>
      `${amount} pour votre abonnement chez ${from} n’ont pas pu être débités de votre carte. Aucun argent n’a circulé.`,
    payByOther: day =>
      `Veuillez régler vous-même ce montant, qui était dû le ${day}. Il ne sera pas débité de nouveau. En payant, vous pouvez ` +
      "enregistrer une autre carte.",
    noCardSubject: (amount, from) => `Veuillez payer ${amount} à ${from} et enregistrer une carte`,
    noCardHeading: "Votre abonnement n’a pas de carte",
    noCard: (amount, from, day) =>
      `${amount} pour votre abonnement chez ${from} sont dus le ${day}. Aucune carte ne peut être débitée, et rien n’a donc été débité. ` +
      "Veuillez régler vous-même ce montant. Si vous enregistrez votre carte en payant, les paiements suivants en seront débités.",
    due: (number, day) => `${number}, était dû le ${day}`,
    failedFooter: (number, from) => `${number} de ${from}. Si vous avez déjà payé, vous pouvez ignorer ce message.`,
  },
}
