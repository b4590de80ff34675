import type { Locale } from "../../kit/pure/mail-settings.ts"

/** The names of payment methods that payers read, in mails and on the payment page. Other methods are shown as they are. */
export const methodWords: Record<Locale, Record<string, string>> = {
  en: {
    card: "Card",
    "direct-debit": "Direct debit",
    "bank-file": "Direct debit",
    "bank-transfer": "Bank transfer",
    pix: "Pix",
    boleto: "Boleto",
    "hosted-card": "Card on another page",
    cash: "Cash",
    "contact-credit": "Your credit",
  },
  "pt-BR": {
    card: "Cartão",
    "direct-debit": "Débito automático",
    "bank-file": "Débito automático",
    "bank-transfer": "Transferência bancária",
    pix: "Pix",
    boleto: "Boleto",
    "hosted-card": "Cartão em outra página",
    cash: "Dinheiro",
    "contact-credit": "Seu crédito",
  },
  es: {
    card: "Tarjeta",
    "direct-debit": "Débito directo",
    "bank-file": "Débito directo",
    "bank-transfer": "Transferencia bancaria",
    pix: "Pix",
    boleto: "Boleto",
    "hosted-card": "Tarjeta en otra página",
    cash: "Efectivo",
    "contact-credit": "Su saldo a favor",
  },
}
