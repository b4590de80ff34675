import { z } from "zod"
import { Locale } from "../../kit/pure/mail-settings.ts"

const lang = Locale.optional().meta({
  description:
    "The language; by default that of the payer or partner. A numbered document stays in the language in which it was first made",
})

export const IntentDocumentQuery = z.object({
  kind: z.enum(["invoice", "receipt", "credit-note"], "must be invoice, receipt or credit-note").default("invoice"),
  lang,
})
export const TransactionDocumentQuery = z.object({ kind: z.literal("receipt", "must be receipt").default("receipt"), lang })
export const RefundDocumentQuery = z.object({ kind: z.literal("credit-note", "must be credit-note").default("credit-note"), lang })
export const PayoutDocumentQuery = z.object({ kind: z.literal("advice", "must be advice").default("advice"), lang })
