import type { Locale } from "../../kit/pure/mail-settings.ts"

const en = {
  subject: (amount: string) => `A refund of ${amount} came back`,
  failed: (gateway: string, amount: string, email: string, number: string) =>
    `${gateway} had refunded ${amount} to ${email} for ${number}, and now reports that it failed`,
  because: (failed: string, reason: string) => `${failed}: ${reason}.`,
  toDo: "You have the money again, and the payer does not. Ask the payer where the money can go, and refund it again or pay it by hand.",
  ofIntent: (number: string) => `Of ${number}`,
  action: "See the refund",
  footer: (tenant: string) => `You get this mail because you may refund payments of ${tenant}.`,
}

export const lateFailureWords = {
  en,
  "pt-BR": {
    subject: amount => `Um reembolso de ${amount} voltou`,
    failed: (gateway, amount, email, number) =>
      `${gateway} tinha reembolsado ${amount} a ${email} por ${number} e agora informa que o reembolso falhou`,
    because: (failed, reason) => `${failed}: ${reason}.`,
    toDo:
      "O dinheiro está com você de novo, e não com o pagador. Pergunte ao pagador para onde o valor pode ir e reembolse outra vez ou " +
      "pague manualmente.",
    ofIntent: number => `De ${number}`,
    action: "Ver o reembolso",
    footer: tenant => `Você recebe este e-mail porque pode reembolsar pagamentos de ${tenant}.`,
  },
  es: {
    subject: amount => `Un reembolso de ${amount} ha vuelto`,
    failed: (gateway, amount, email, number) =>
      `${gateway} había reembolsado ${amount} a ${email} por ${number} y ahora informa de que el reembolso falló`,
    because: (failed, reason) => `${failed}: ${reason}.`,
    toDo:
      "El dinero vuelve a estar en su poder y no en el del pagador. Pregunte al pagador adónde puede ir el dinero y reembólselo de nuevo " +
      "o páguelo a mano.",
    ofIntent: number => `De ${number}`,
    action: "Ver el reembolso",
    footer: tenant => `Recibe este mensaje porque puede reembolsar pagos de ${tenant}.`,
  },
  de: {
    subject: amount => `Eine Erstattung über ${amount} kam zurück`,
    failed: (gateway, amount, email, number) =>
      `${gateway} hatte ${amount} für ${number} an ${email} erstattet und meldet nun, dass die Erstattung fehlgeschlagen ist`,
    because: (failed, reason) => `${failed}: ${reason}.`,
    toDo:
      "Das Geld liegt wieder bei Ihnen und nicht beim Zahler. Fragen Sie den Zahler, wohin es gehen kann, und erstatten Sie es noch " +
      "einmal oder zahlen Sie es von Hand aus.",
    ofIntent: number => `Von ${number}`,
    action: "Erstattung ansehen",
    footer: tenant => `Sie erhalten diese Nachricht, weil Sie Zahlungen von ${tenant} erstatten dürfen.`,
  },
  fr: {
    subject: amount => `Un remboursement de ${amount} est revenu`,
    failed: (gateway, amount, email, number) =>
      `${gateway} avait remboursé ${amount} à ${email} pour ${number} et signale maintenant un échec`,
    because: (failed, reason) => `${failed} : ${reason}.`,
    toDo:
      "L’argent est de nouveau chez vous, et non chez le payeur. Demandez au payeur où l’envoyer, puis remboursez-le à nouveau ou " +
      "versez-le à la main.",
    ofIntent: number => `De ${number}`,
    action: "Voir le remboursement",
    footer: tenant => `Vous recevez ce message parce que vous pouvez rembourser des paiements de ${tenant}.`,
  },
} satisfies Record<Locale, typeof en>
