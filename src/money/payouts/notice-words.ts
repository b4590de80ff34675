import type { Locale } from "../../kit/pure/mail-settings.ts"

const en = {
  returned: {
    subject: (amount: string) => `A payout of ${amount} came back`,
    toPartner: (amount: string, partner: string) =>
      `The bank returned ${amount} for ${partner}. You have the money again, and what ${partner} is owed is due again.`,
    toSelf: (amount: string) =>
      `The bank returned ${amount} for your own account. You have the money again, and ${amount} is available again.`,
  },
  failed: {
    subject: (amount: string) => `A payout of ${amount} failed`,
    toPartner: (amount: string, partner: string) =>
      `${amount} for ${partner} could not be paid out. No money has left, and what ${partner} is owed is due again.`,
    toSelf: (amount: string) =>
      `${amount} for your own account could not be paid out. No money has left, and ${amount} is available again.`,
  },
  reason: (reason: string) => `The reason: ${reason}. Correct the cause, such as the bank account, and create a new payout.`,
  noReason: "the gateway gave none",
  to: (number: string, recipient: string) => `${number} to ${recipient}`,
  ownAccount: "your own account",
  account: "Account",
  noAccount: "none",
  method: "Method",
  action: "See the payout",
  footer: (tenant: string) => `You get this mail because you may send payouts of ${tenant}.`,
}

export const failureWords = {
  en,
  "pt-BR": {
    returned: {
      subject: amount => `Um repasse de ${amount} voltou`,
      toPartner: (amount, partner) =>
        `O banco devolveu ${amount} destinados a ${partner}. O dinheiro está com você de novo, e o valor volta a ser devido a ${partner}.`,
      toSelf: amount =>
        `O banco devolveu ${amount} destinados à sua própria conta. O dinheiro está com você de novo e ${amount} estão disponíveis.`,
    },
    failed: {
      subject: amount => `Um repasse de ${amount} falhou`,
      toPartner: (amount, partner) =>
        `Não foi possível repassar ${amount} a ${partner}. Nenhum dinheiro saiu, e o valor volta a ser devido a ${partner}.`,
      toSelf: amount =>
        `Não foi possível repassar ${amount} para a sua própria conta. Nenhum dinheiro saiu e ${amount} estão disponíveis de novo.`,
    },
    reason: reason => `O motivo: ${reason}. Corrija a causa, por exemplo a conta bancária, e crie um novo repasse.`,
    noReason: "o gateway não informou",
    to: (number, recipient) => `${number} para ${recipient}`,
    ownAccount: "a sua própria conta",
    account: "Conta",
    noAccount: "nenhuma",
    method: "Método",
    action: "Ver o repasse",
    footer: tenant => `Você recebe este e-mail porque pode enviar repasses de ${tenant}.`,
  },
  es: {
    returned: {
      subject: amount => `Una transferencia de ${amount} ha vuelto`,
      toPartner: (amount, partner) =>
        `El banco devolvió ${amount} destinados a ${partner}. El dinero vuelve a estar en su poder, y se le vuelve a deber a ${partner}.`,
      toSelf: amount =>
        `El banco devolvió ${amount} destinados a su propia cuenta. El dinero vuelve a estar en su poder y hay ${amount} disponibles.`,
    },
    failed: {
      subject: amount => `Una transferencia de ${amount} ha fallado`,
      toPartner: (amount, partner) =>
        `No se pudieron transferir ${amount} a ${partner}. No ha salido dinero, y el importe se le vuelve a deber a ${partner}.`,
      toSelf: amount =>
        `No se pudieron transferir ${amount} a su propia cuenta. No ha salido dinero y ${amount} vuelven a estar disponibles.`,
    },
    reason: reason => `El motivo: ${reason}. Corrija la causa, por ejemplo la cuenta bancaria, y cree una nueva transferencia.`,
    noReason: "la pasarela no indicó ninguno",
    to: (number, recipient) => `${number} a ${recipient}`,
    ownAccount: "su propia cuenta",
    account: "Cuenta",
    noAccount: "ninguna",
    method: "Método",
    action: "Ver la transferencia",
    footer: tenant => `Recibe este mensaje porque puede enviar transferencias de ${tenant}.`,
  },
  de: {
    returned: {
      subject: amount => `Eine Auszahlung über ${amount} kam zurück`,
      toPartner: (amount, partner) =>
        `Die Bank hat ${amount} für ${partner} zurückgesendet. Sie haben das Geld wieder, und der Betrag für ${partner} ist wieder fällig.`,
      toSelf: amount =>
        `Die Bank hat ${amount} für Ihr eigenes Konto zurückgesendet. Sie haben das Geld wieder, und ${amount} sind wieder verfügbar.`,
    },
    failed: {
      subject: amount => `Eine Auszahlung über ${amount} ist fehlgeschlagen`,
      toPartner: (amount, partner) =>
        `${amount} für ${partner} konnten nicht ausgezahlt werden. Es ist kein Geld abgeflossen, und der Betrag für ${partner} ist ` +
        "wieder fällig.",
      toSelf: amount =>
        `${amount} für Ihr eigenes Konto konnten nicht ausgezahlt werden. Es ist kein Geld abgeflossen, und ${amount} sind wieder ` +
        "verfügbar.",
    },
    reason: reason => `Der Grund: ${reason}. Beheben Sie die Ursache, etwa die Bankverbindung, und erstellen Sie eine neue Auszahlung.`,
    noReason: "Das Gateway hat keinen genannt",
    to: (number, recipient) => `${number} an ${recipient}`,
    ownAccount: "Ihr eigenes Konto",
    account: "Konto",
    noAccount: "keines",
    method: "Methode",
    action: "Auszahlung ansehen",
    footer: tenant => `Sie erhalten diese Nachricht, weil Sie Auszahlungen von ${tenant} senden dürfen.`,
  },
  fr: {
    returned: {
      subject: amount => `Un versement de ${amount} est revenu`,
      toPartner: (amount, partner) =>
        `La banque a renvoyé ${amount} destinés à ${partner}. L’argent est de nouveau chez vous, et la somme est de nouveau due à ` +
        `${partner}.`,
      toSelf: amount =>
        `La banque a renvoyé ${amount} destinés à votre propre compte. L’argent est de nouveau chez vous, et ${amount} sont de nouveau ` +
        "disponibles.",
    },
    failed: {
      subject: amount => `Un versement de ${amount} a échoué`,
      toPartner: (amount, partner) =>
        `${amount} destinés à ${partner} n’ont pas pu être versés. Aucun argent n’est parti, et la somme est de nouveau due à ${partner}.`,
      toSelf: amount =>
        `${amount} destinés à votre propre compte n’ont pas pu être versés. Aucun argent n’est parti, et ${amount} sont de nouveau ` +
        "disponibles.",
    },
    reason: reason => `Le motif : ${reason}. Corrigez la cause, par exemple le compte bancaire, et créez un nouveau versement.`,
    noReason: "la passerelle n’en a donné aucun",
    to: (number, recipient) => `${number} à ${recipient}`,
    ownAccount: "votre propre compte",
    account: "Compte",
    noAccount: "aucun",
    method: "Moyen",
    action: "Voir le versement",
    footer: tenant => `Vous recevez ce message parce que vous pouvez envoyer des versements de ${tenant}.`,
  },
} satisfies Record<Locale, typeof en>
