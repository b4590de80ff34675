import type { Locale } from "../../kit/pure/mail-settings.ts"
import type { SettlementProblem } from "./settlement-rules.ts"

type Reported = { net: number; fee: number; amount: number }

const en = {
  subject: {
    payment: (number: number) => `The settlement of payment ${number} does not add up`,
    refund: (number: number) => `The settlement of refund ${number} does not add up`,
  },
  reported: {
    payment: (gateway: string, problem: string) =>
      `${gateway} reported what it made of a payment in its own books, and nothing of that is booked: ${problem}.`,
    refund: (gateway: string, problem: string) =>
      `${gateway} reported what it made of a refund in its own books, and nothing of that is booked: ${problem}.`,
  },
  counts: {
    payment:
      "The payment itself counts, and no money is lost. Compare it with the provider's own page, and ask the provider if it stays so.",
    refund: "The refund itself counts, and no money is lost. Compare it with the provider's own page, and ask the provider if it stays so.",
  },
  problems: {
    fraction: "its amounts are not whole numbers",
    negative: "its amounts are negative",
    positive: "its amounts are not negative, and a refund takes money away",
    negativeFee: (_net: number, fee: number) => `its fee of ${fee} is negative`,
    differs: (net: number, fee: number, amount: number) => `${net} and the fee of ${fee} are not the amount, ${amount}`,
  },
  action: { payment: "See the payment", refund: "See the refund" },
  footer: (tenant: string) => `You get this mail because you may edit the gateways of ${tenant}.`,
}

export const settlementWords = {
  en,
  "pt-BR": {
    subject: {
      payment: number => `A liquidação do pagamento ${number} não confere`,
      refund: number => `A liquidação do reembolso ${number} não confere`,
    },
    reported: {
      payment: (gateway, problem) =>
        `${gateway} informou como lançou um pagamento nos próprios livros, e nada disso foi contabilizado: ${problem}.`,
      refund: (gateway, problem) =>
        `${gateway} informou como lançou um reembolso nos próprios livros, e nada disso foi contabilizado: ${problem}.`,
    },
    counts: {
      payment:
        "O pagamento em si é válido, e nenhum dinheiro se perdeu. Compare com a página do provedor e fale com ele se continuar assim.",
      refund:
        "O reembolso em si é válido, e nenhum dinheiro se perdeu. Compare com a página do provedor e fale com ele se continuar assim.",
    },
    problems: {
      fraction: "os valores não são números inteiros",
      negative: "os valores são negativos",
      positive: "os valores não são negativos, e um reembolso retira dinheiro",
      negativeFee: (_net, fee) => `a tarifa de ${fee} é negativa`,
      differs: (net, fee, amount) => `${net} mais a tarifa de ${fee} não dá o valor, ${amount}`,
    },
    action: { payment: "Ver o pagamento", refund: "Ver o reembolso" },
    footer: tenant => `Você recebe este e-mail porque pode editar os gateways de ${tenant}.`,
  },
  es: {
    subject: {
      payment: number => `La liquidación del pago ${number} no cuadra`,
      refund: number => `La liquidación del reembolso ${number} no cuadra`,
    },
    reported: {
      payment: (gateway, problem) =>
        `${gateway} informó de cómo registró un pago en sus libros, y nada de ello se ha contabilizado: ${problem}.`,
      refund: (gateway, problem) =>
        `${gateway} informó de cómo registró un reembolso en sus libros, y nada de ello se ha contabilizado: ${problem}.`,
    },
    counts: {
      payment: "El pago en sí es válido y no se ha perdido dinero. Compárelo con la página del proveedor y consúltele si sigue así.",
      refund: "El reembolso en sí es válido y no se ha perdido dinero. Compárelo con la página del proveedor y consúltele si sigue así.",
    },
    problems: {
      fraction: "sus importes no son números enteros",
      negative: "sus importes son negativos",
      positive: "sus importes no son negativos, y un reembolso resta dinero",
      negativeFee: (_net, fee) => `su comisión de ${fee} es negativa`,
      differs: (net, fee, amount) => `${net} más la comisión de ${fee} no suman el importe, ${amount}`,
    },
    action: { payment: "Ver el pago", refund: "Ver el reembolso" },
    footer: tenant => `Recibe este mensaje porque puede editar las pasarelas de pago de ${tenant}.`,
  },
  de: {
    subject: {
      payment: number => `Die Abrechnung der Zahlung ${number} geht nicht auf`,
      refund: number => `Die Abrechnung der Erstattung ${number} geht nicht auf`,
    },
    reported: {
      payment: (gateway, problem) =>
        `${gateway} hat gemeldet, wie dort eine Zahlung verbucht wurde. Hier ist davon nichts gebucht: ${problem}.`,
      refund: (gateway, problem) =>
        `${gateway} hat gemeldet, wie dort eine Erstattung verbucht wurde. Hier ist davon nichts gebucht: ${problem}.`,
    },
    counts: {
      payment:
        "Die Zahlung selbst gilt, und es ist kein Geld verloren. Vergleichen Sie sie mit der Seite des Anbieters, und fragen Sie dort " +
        "nach, falls es so bleibt.",
      refund:
        "Die Erstattung selbst gilt, und es ist kein Geld verloren. Vergleichen Sie sie mit der Seite des Anbieters, und fragen Sie dort " +
        "nach, falls es so bleibt.",
    },
    problems: {
      fraction: "Die Beträge sind keine ganzen Zahlen",
      negative: "Die Beträge sind negativ",
      positive: "Die Beträge sind nicht negativ, obwohl bei einer Erstattung Geld abfließt",
      negativeFee: (_net, fee) => `Die Gebühr von ${fee} ist negativ`,
      differs: (net, fee, amount) => `${net} und die Gebühr von ${fee} ergeben nicht den Betrag ${amount}`,
    },
    action: { payment: "Zahlung ansehen", refund: "Erstattung ansehen" },
    footer: tenant => `Sie erhalten diese Nachricht, weil Sie die Gateways von ${tenant} bearbeiten dürfen.`,
  },
  fr: {
    subject: {
      payment: number => `Le règlement du paiement ${number} ne concorde pas`,
      refund: number => `Le règlement du remboursement ${number} ne concorde pas`,
    },
    reported: {
      payment: (gateway, problem) =>
        `${gateway} a indiqué comment un paiement figure dans ses livres, et rien n’en a été comptabilisé : ${problem}.`,
      refund: (gateway, problem) =>
        `${gateway} a indiqué comment un remboursement figure dans ses livres, et rien n’en a été comptabilisé : ${problem}.`,
    },
    counts: {
      payment:
        "Le paiement lui-même est valable, et aucun argent n’est perdu. Comparez-le avec la page du prestataire, et interrogez celui-ci " +
        "si l’écart persiste.",
      refund:
        "Le remboursement lui-même est valable, et aucun argent n’est perdu. Comparez-le avec la page du prestataire, et interrogez " +
        "celui-ci si l’écart persiste.",
    },
    problems: {
      fraction: "ses montants ne sont pas des nombres entiers",
      negative: "ses montants sont négatifs",
      positive: "ses montants ne sont pas négatifs, alors qu’un remboursement retire de l’argent",
      negativeFee: (_net, fee) => `ses frais de ${fee} sont négatifs`,
      differs: (net, fee, amount) => `${net} et les frais de ${fee} ne font pas le montant, ${amount}`,
    },
    action: { payment: "Voir le paiement", refund: "Voir le remboursement" },
    footer: tenant => `Vous recevez ce message parce que vous pouvez modifier les passerelles de ${tenant}.`,
  },
} satisfies Record<Locale, typeof en>

/** "its amounts are negative" */
export function sayProblem(problem: SettlementProblem, { net, fee, amount }: Reported, locale: Locale = "en"): string {
  const text = settlementWords[locale].problems[problem]
  return typeof text === "string" ? text : text(net, fee, amount)
}
