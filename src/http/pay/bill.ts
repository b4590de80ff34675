import type { Tenant } from "../../kit/pure/caller.ts"
import type { PaymentIntent } from "../../money/payment-intents/schema.ts"
import type { Brand } from "../../platform/tenants/brand.ts"
import type { Language } from "./language.ts"
import type { Options } from "./options.ts"
import type { State } from "./state.ts"

/** What a payer writes into the form of a mandate. */
export const signFieldNames = ["holder", "iban", "accountNumber", "routing", "signedBy"] as const
export type SignFields = Record<(typeof signFieldNames)[number], string>

/** Everything that the page shows. */
export type Bill = {
  /** The token of the payment link. */
  token: string
  intent: PaymentIntent
  from: Pick<Tenant, "name" | "timezone" | "mode" | "clockOffsetMs">
  brand: Brand
  /** The name of the payer, or empty. */
  payer: string
  /** A visitor of a payment link made it. */
  isByVisitor: boolean
  now: Date
  state: State
  language: Language
  /** What the payer can choose; present only while a payment is possible. */
  options?: Options | undefined
  /** Lets the payer end an attempt that waits for them; present only while one does. */
  formKey?: string | undefined
  /** It was paid by a mandate that could debit the coming payments of its subscription, too. */
  canAutopay?: boolean
  /** What went wrong with the form, for a payer who sees the page again, and what they wrote into the form of a mandate. */
  alert?: string | undefined
  /** What the alert tells is no failure. */
  isGoodNews?: boolean
  signed?: SignFields | undefined
  /** The payer has asked for a currency to compare with. */
  hasChosenCurrency?: boolean
}
