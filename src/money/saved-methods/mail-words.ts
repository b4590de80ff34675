import type { Locale } from "../../kit/pure/mail-settings.ts"

/** The texts of the mail to a payer whose bank wants a payment to be confirmed. */
const en = {
  subject: (amount: string, from: string) => `Please confirm your payment of ${amount} to ${from}`,
  heading: "Your bank asks you to confirm a payment",
  text: (amount: string, from: string, card: string) =>
    `${from} tried to charge ${amount} to your card ${card}, as you agreed. Your bank wants you to confirm it. No money has moved yet.`,
  how: "Open the payment page to confirm it with your bank, or to pay another way.",
  confirm: (amount: string) => `Confirm ${amount}`,
  footer: (number: string, from: string) =>
    `${number} from ${from}. If you have confirmed or paid it already, you can ignore this message.`,
}

export const mailWords: Record<Locale, typeof en> = {
  en,
  "pt-BR": {
    subject: (amount, from) => `Confirme o seu pagamento de ${amount} para ${from}`,
    heading: "O seu banco pede que você confirme um pagamento",
    text: (amount, from, card) =>
      `${from} tentou cobrar ${amount} no seu cartão ${card}, como você autorizou. O seu banco quer que você confirme. ` +
      "Nenhum dinheiro se moveu ainda.",
    how: "Abra a página de pagamento para confirmar com o seu banco, ou para pagar de outra forma.",
    confirm: amount => `Confirmar ${amount}`,
    footer: (number, from) => `${number} de ${from}. Se você já confirmou ou pagou, ignore esta mensagem.`,
  },
  es: {
    subject: (amount, from) => `Confirme su pago de ${amount} a ${from}`,
    heading: "Su banco le pide que confirme un pago",
    text: (amount, from, card) =>
      `${from} intentó cobrar ${amount} en su tarjeta ${card}, como usted autorizó. Su banco quiere que lo confirme. ` +
      "Todavía no se movió dinero.",
    how: "Abra la página de pago para confirmarlo con su banco, o para pagar de otra forma.",
    confirm: amount => `Confirmar ${amount}`,
    footer: (number, from) => `${number} de ${from}. Si ya lo confirmó o pagó, ignore este mensaje.`,
  },
  de: {
    subject: (amount, from) => `Bitte bestätigen Sie Ihre Zahlung von ${amount} an ${from}`,
    heading: "Ihre Bank bittet Sie, eine Zahlung zu bestätigen",
    text: (amount, from, card) =>
      `${from} wollte wie vereinbart ${amount} von Ihrer Karte ${card} abbuchen. Ihre Bank möchte, dass Sie das bestätigen. ` +
      "Es ist noch kein Geld geflossen.",
    how: "Öffnen Sie die Zahlungsseite, um die Zahlung bei Ihrer Bank zu bestätigen oder anders zu bezahlen.",
    confirm: amount => `${amount} bestätigen`,
    footer: (number, from) => `${number} von ${from}. Wenn Sie schon bestätigt oder bezahlt haben, können Sie diese Nachricht ignorieren.`,
  },
  fr: {
    subject: (amount, from) => `Veuillez confirmer votre paiement de ${amount} à ${from}`,
    heading: "Votre banque vous demande de confirmer un paiement",
    text: (amount, from, card) =>
      `${from} a voulu débiter ${amount} de votre carte ${card}, comme convenu. Votre banque souhaite que vous le confirmiez. ` +
      "Aucun argent n’a encore circulé.",
    how: "Ouvrez la page de paiement pour le confirmer auprès de votre banque, ou pour payer autrement.",
    confirm: amount => `Confirmer ${amount}`,
    footer: (number, from) => `${number} de ${from}. Si vous avez déjà confirmé ou payé, vous pouvez ignorer ce message.`,
  },
}
