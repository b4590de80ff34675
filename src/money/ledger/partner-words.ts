import type { Locale } from "../../kit/pure/mail-settings.ts"
import type { EntryKind } from "./schema.ts"

/** The kinds of entries that change what a partner is owed. */
type PartnerKind = Extract<EntryKind, "split" | "split-reversal" | "payout-reserve" | "payout-release" | "payout-return">

/** What partners read in the lines of a statement, on paper and in the portal. */
export const entryWords: Record<Locale, Record<PartnerKind | "other", string>> = {
  en: {
    split: "Share of a payment",
    "split-reversal": "Share taken back",
    "payout-reserve": "Paid out",
    "payout-release": "Payout not made",
    "payout-return": "Payout came back",
    other: "Other",
  },
  "pt-BR": {
    split: "Parte de um pagamento",
    "split-reversal": "Parte estornada",
    "payout-reserve": "Repasse",
    "payout-release": "Repasse não feito",
    "payout-return": "Repasse que voltou",
    other: "Outro",
  },
  es: {
    split: "Parte de un pago",
    "split-reversal": "Parte retirada",
    "payout-reserve": "Transferencia",
    "payout-release": "Transferencia no hecha",
    "payout-return": "Transferencia devuelta",
    other: "Otro",
  },
  de: {
    split: "Anteil an einer Zahlung",
    "split-reversal": "Anteil zurückgenommen",
    "payout-reserve": "Auszahlung",
    "payout-release": "Auszahlung nicht ausgeführt",
    "payout-return": "Auszahlung zurückgekommen",
    other: "Sonstiges",
  },
  fr: {
    split: "Part d’un paiement",
    "split-reversal": "Part reprise",
    "payout-reserve": "Versement",
    "payout-release": "Versement non effectué",
    "payout-return": "Versement revenu",
    other: "Autre",
  },
}

export function wordOfEntry(locale: Locale, kind: string): string {
  const known: Readonly<Record<string, string>> = entryWords[locale]
  return known[kind] ?? entryWords[locale].other
}
