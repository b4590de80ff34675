import type { Locale } from "../../kit/pure/mail-settings.ts"

const en = {
  opened: (amount: string) => `A payment of ${amount} is disputed`,
  reminder: (amount: string, day: string) => `Reminder: answer the dispute over ${amount} by ${day}`,
  undelivered: (amount: string, gateway: string) => `Your answer to the dispute over ${amount} did not reach ${gateway}`,
  contests: (email: string, amount: string, tenant: string, number: string) =>
    `The bank of ${email} contests ${amount} that ${tenant} received for ${number}.`,
  request: {
    inquiry: (day: string) =>
      `The bank only asks so far, and no money has moved. Submit evidence by ${day}, so that it does not become a dispute.`,
    dispute: (day: string) =>
      `The money is set aside until the bank decides. Submit evidence by ${day}, or accept the dispute; without an answer it is lost.`,
    appeal: (day: string) =>
      `The dispute was lost and is now appealed. Submit evidence by ${day}; the money comes back only if the appeal is won.`,
  },
  answerThere: (gateway: string, day: string) =>
    `Countersign tried several times and could not send your answer to ${gateway}. Answer there yourself by ${day}.`,
  answerBy: (day: string) => `Answer by ${day}`,
  reason: "Reason",
  dispute: "Dispute",
  atGateway: "At the gateway",
  action: "See the dispute",
  footer: (tenant: string) => `You get this mail because you may answer disputes of ${tenant}.`,
}

export const disputeWords = {
  en,
  "pt-BR": {
    opened: amount => `Um pagamento de ${amount} foi contestado`,
    reminder: (amount, day) => `Lembrete: responda à contestação de ${amount} até ${day}`,
    undelivered: (amount, gateway) => `A sua resposta à contestação de ${amount} não chegou a ${gateway}`,
    contests: (email, amount, tenant, number) => `O banco de ${email} contesta ${amount} que ${tenant} recebeu por ${number}.`,
    request: {
      inquiry: day =>
        `Por enquanto o banco só pede informações, e nenhum dinheiro se moveu. Envie provas até ${day} para que não vire uma contestação.`,
      dispute: day =>
        `O valor fica retido até o banco decidir. Envie provas até ${day} ou aceite a contestação; sem resposta, ela é perdida.`,
      appeal: day => `A contestação foi perdida e agora há recurso. Envie provas até ${day}; o valor só volta se o recurso for ganho.`,
    },
    answerThere: (gateway, day) =>
      `O Countersign tentou várias vezes e não conseguiu enviar a sua resposta a ${gateway}. Responda lá diretamente até ${day}.`,
    answerBy: day => `Responda até ${day}`,
    reason: "Motivo",
    dispute: "Contestação",
    atGateway: "No gateway",
    action: "Ver a contestação",
    footer: tenant => `Você recebe este e-mail porque pode responder às contestações de ${tenant}.`,
  },
  es: {
    opened: amount => `Se disputa un pago de ${amount}`,
    reminder: (amount, day) => `Recordatorio: responda a la disputa por ${amount} antes del ${day}`,
    undelivered: (amount, gateway) => `Su respuesta a la disputa por ${amount} no llegó a ${gateway}`,
    contests: (email, amount, tenant, number) => `El banco de ${email} reclama ${amount} que ${tenant} recibió por ${number}.`,
    request: {
      inquiry: day =>
        `De momento el banco solo pregunta y no se ha movido dinero. Envíe pruebas antes del ${day} para que no se convierta en una ` +
        "disputa.",
      dispute: day =>
        `El importe queda retenido hasta que el banco decida. Envíe pruebas antes del ${day} o acepte la disputa; sin respuesta se pierde.`,
      appeal: day =>
        `La disputa se perdió y está en apelación. Envíe pruebas antes del ${day}; el importe solo vuelve si se gana la apelación.`,
    },
    answerThere: (gateway, day) =>
      `Countersign lo intentó varias veces y no pudo enviar su respuesta a ${gateway}. Responda allí directamente antes del ${day}.`,
    answerBy: day => `Responda antes del ${day}`,
    reason: "Motivo",
    dispute: "Disputa",
    atGateway: "En la pasarela",
    action: "Ver la disputa",
    footer: tenant => `Recibe este mensaje porque puede responder a las disputas de ${tenant}.`,
  },
  de: {
    opened: amount => `Eine Zahlung über ${amount} wird angefochten`,
    reminder: (amount, day) => `Erinnerung: Beantworten Sie die Zahlungsanfechtung über ${amount} bis zum ${day}`,
    undelivered: (amount, gateway) => `Ihre Antwort auf die Zahlungsanfechtung über ${amount} hat ${gateway} nicht erreicht`,
    contests: (email, amount, tenant, number) => `Die Bank von ${email} ficht ${amount} an, die ${tenant} für ${number} erhalten hat.`,
    request: {
      inquiry: day =>
        `Bisher fragt die Bank nur nach, und es ist kein Geld geflossen. Reichen Sie bis zum ${day} Nachweise ein, damit daraus keine ` +
        "Zahlungsanfechtung wird.",
      dispute: day =>
        `Der Betrag bleibt einbehalten, bis die Bank entscheidet. Reichen Sie bis zum ${day} Nachweise ein, oder akzeptieren Sie die ` +
        "Anfechtung; ohne Antwort ist sie verloren.",
      appeal: day =>
        `Die Anfechtung ging verloren, dagegen läuft Widerspruch. Reichen Sie bis zum ${day} Nachweise ein; das Geld kommt nur zurück, ` +
        "wenn der Widerspruch Erfolg hat.",
    },
    answerThere: (gateway, day) =>
      `Countersign hat mehrmals vergeblich versucht, Ihre Antwort an ${gateway} zu senden. Antworten Sie bis zum ${day} selbst dort.`,
    answerBy: day => `Antwort bis zum ${day}`,
    reason: "Grund",
    dispute: "Zahlungsanfechtung",
    atGateway: "Beim Gateway",
    action: "Zahlungsanfechtung ansehen",
    footer: tenant => `Sie erhalten diese Nachricht, weil Sie Zahlungsanfechtungen von ${tenant} beantworten dürfen.`,
  },
  fr: {
    opened: amount => `Un paiement de ${amount} est contesté`,
    reminder: (amount, day) => `Rappel : répondez au litige de ${amount} avant le ${day}`,
    undelivered: (amount, gateway) => `Votre réponse au litige de ${amount} n’est pas parvenue à ${gateway}`,
    contests: (email, amount, tenant, number) => `La banque de ${email} conteste ${amount} que ${tenant} a reçus pour ${number}.`,
    request: {
      inquiry: day =>
        `La banque ne fait que se renseigner, et aucun argent n’a circulé. Transmettez des justificatifs avant le ${day} pour éviter ` +
        "un litige.",
      dispute: day =>
        `La somme est mise de côté jusqu’à la décision de la banque. Transmettez des justificatifs avant le ${day}, ou acceptez le ` +
        "litige ; sans réponse, il est perdu.",
      appeal: day =>
        `Le litige a été perdu et fait l’objet d’un appel. Transmettez des justificatifs avant le ${day} ; la somme ne revient que si ` +
        "l’appel est gagné.",
    },
    answerThere: (gateway, day) =>
      `Countersign a essayé plusieurs fois, sans succès, de transmettre votre réponse à ${gateway}. Répondez-y vous-même avant le ${day}.`,
    answerBy: day => `Réponse avant le ${day}`,
    reason: "Motif",
    dispute: "Litige",
    atGateway: "Chez la passerelle",
    action: "Voir le litige",
    footer: tenant => `Vous recevez ce message parce que vous pouvez répondre aux litiges de ${tenant}.`,
  },
} satisfies Record<Locale, typeof en>
