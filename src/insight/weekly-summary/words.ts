import type { Locale } from "../../kit/pure/mail-settings.ts"
import { plural } from "../../kit/pure/plural.ts"

/** `n` is the number as the language writes it. */
const en = {
  subject: (tenant: string, from: string, last: string) => `Your week at ${tenant}: ${from} to ${last}`,
  moved: (from: string, last: string, zone: string) => `What came in and went out from ${from} to ${last} (${zone}).`,
  nothing: "No money came in or went out, and nothing is late.",
  received: {
    label: "Received",
    row: (amount: string, n: string, count: number) => `${amount} in ${n} ${plural("en", count, "payment", "payments")}`,
  },
  refunded: {
    label: "Refunded",
    row: (amount: string, n: string, count: number) => `${amount} in ${n} ${plural("en", count, "refund", "refunds")}`,
  },
  paidOut: {
    label: "Paid out",
    row: (amount: string, n: string, count: number) => `${amount} in ${n} ${plural("en", count, "payout", "payouts")}`,
  },
  late: {
    label: "Late now",
    row: (amount: string, n: string, count: number) => `${amount} of ${n} ${plural("en", count, "payment", "payments")}`,
  },
  noneWaits: "No approval waits for you.",
  wait: (n: string, count: number) =>
    `${n} ${plural("en", count, "approval waits for you. Its", "approvals wait for you. Their")} money has not moved.`,
  action: "Open the overview",
  footer: (tenant: string) => `You get this mail every Monday because you may see the reports of ${tenant}.`,
  switchOff: "Switch it off",
}
export type SummaryWords = typeof en

export const summaryWords = {
  en,
  "pt-BR": {
    subject: (tenant, from, last) => `A sua semana em ${tenant}: ${from} a ${last}`,
    moved: (from, last, zone) => `O que entrou e saiu de ${from} a ${last} (${zone}).`,
    nothing: "Nenhum dinheiro entrou ou saiu, e nada está atrasado.",
    received: { label: "Recebido", row: (amount, n, count) => `${amount} em ${n} ${plural("pt-BR", count, "pagamento", "pagamentos")}` },
    refunded: { label: "Reembolsado", row: (amount, n, count) => `${amount} em ${n} ${plural("pt-BR", count, "reembolso", "reembolsos")}` },
    paidOut: { label: "Repassado", row: (amount, n, count) => `${amount} em ${n} ${plural("pt-BR", count, "repasse", "repasses")}` },
    late: { label: "Em atraso", row: (amount, n, count) => `${amount} de ${n} ${plural("pt-BR", count, "pagamento", "pagamentos")}` },
    noneWaits: "Nenhuma aprovação espera por você.",
    wait: (n, count) => `${n} ${plural("pt-BR", count, "aprovação espera", "aprovações esperam")} por você. O dinheiro ainda não se moveu.`,
    action: "Abrir a visão geral",
    footer: tenant => `Você recebe este e-mail toda segunda-feira porque pode ver os relatórios de ${tenant}.`,
    switchOff: "Desativar",
  },
  es: {
    subject: (tenant, from, last) => `Su semana en ${tenant}: del ${from} al ${last}`,
    moved: (from, last, zone) => `Lo que entró y salió del ${from} al ${last} (${zone}).`,
    nothing: "No entró ni salió dinero, y nada está atrasado.",
    received: { label: "Recibido", row: (amount, n, count) => `${amount} en ${n} ${plural("es", count, "pago", "pagos")}` },
    refunded: { label: "Reembolsado", row: (amount, n, count) => `${amount} en ${n} ${plural("es", count, "reembolso", "reembolsos")}` },
    paidOut: {
      label: "Transferido",
      row: (amount, n, count) => `${amount} en ${n} ${plural("es", count, "transferencia", "transferencias")}`,
    },
    late: { label: "Atrasado ahora", row: (amount, n, count) => `${amount} de ${n} ${plural("es", count, "pago", "pagos")}` },
    noneWaits: "Ninguna aprobación le espera.",
    wait: (n, count) => `${n} ${plural("es", count, "aprobación le espera", "aprobaciones le esperan")}. El dinero aún no se ha movido.`,
    action: "Abrir el resumen",
    footer: tenant => `Recibe este mensaje cada lunes porque puede ver los informes de ${tenant}.`,
    switchOff: "Desactivar",
  },
  de: {
    subject: (tenant, from, last) => `Ihre Woche bei ${tenant}: ${from} bis ${last}`,
    moved: (from, last, zone) => `Ein- und Ausgänge vom ${from} bis zum ${last} (${zone}).`,
    nothing: "Es ist kein Geld ein- oder ausgegangen, und nichts ist überfällig.",
    received: { label: "Erhalten", row: (amount, n, count) => `${amount} in ${n} ${plural("de", count, "Zahlung", "Zahlungen")}` },
    refunded: { label: "Erstattet", row: (amount, n, count) => `${amount} in ${n} ${plural("de", count, "Erstattung", "Erstattungen")}` },
    paidOut: { label: "Ausgezahlt", row: (amount, n, count) => `${amount} in ${n} ${plural("de", count, "Auszahlung", "Auszahlungen")}` },
    late: { label: "Jetzt überfällig", row: (amount, n, count) => `${amount} aus ${n} ${plural("de", count, "Zahlung", "Zahlungen")}` },
    noneWaits: "Keine Freigabe wartet auf Sie.",
    wait: (n, count) => `${n} ${plural("de", count, "Freigabe wartet", "Freigaben warten")} auf Sie. Das Geld ist noch nicht geflossen.`,
    action: "Übersicht öffnen",
    footer: tenant => `Sie erhalten diese Nachricht jeden Montag, weil Sie die Berichte von ${tenant} sehen dürfen.`,
    switchOff: "Abbestellen",
  },
  fr: {
    subject: (tenant, from, last) => `Votre semaine chez ${tenant} : du ${from} au ${last}`,
    moved: (from, last, zone) => `Les entrées et sorties du ${from} au ${last} (${zone}).`,
    nothing: "Aucun argent n’est entré ni sorti, et rien n’est en retard.",
    received: { label: "Reçu", row: (amount, n, count) => `${amount} en ${n} ${plural("fr", count, "paiement", "paiements")}` },
    refunded: {
      label: "Remboursé",
      row: (amount, n, count) => `${amount} en ${n} ${plural("fr", count, "remboursement", "remboursements")}`,
    },
    paidOut: { label: "Versé", row: (amount, n, count) => `${amount} en ${n} ${plural("fr", count, "versement", "versements")}` },
    late: { label: "En retard", row: (amount, n, count) => `${amount} pour ${n} ${plural("fr", count, "paiement", "paiements")}` },
    noneWaits: "Aucune approbation ne vous attend.",
    wait: (n, count) =>
      `${n} ${plural("fr", count, "approbation vous attend", "approbations vous attendent")}. L’argent n’a pas encore circulé.`,
    action: "Ouvrir la vue d’ensemble",
    footer: tenant => `Vous recevez ce message chaque lundi parce que vous pouvez voir les rapports de ${tenant}.`,
    switchOff: "Désactiver",
  },
} satisfies Record<Locale, SummaryWords>
