import { transactionProblem } from "../transactions/errors.ts"
import { acceptsPayment, assertAcceptsPayment } from "../transactions/rules.ts"

/**
 * The numbers of payment intents in a reference. Banks and Pix codes leave the hyphen out or write a blank for it, and people write the
 * letter O for a zero. A longer code that contains one, such as API-000123, does not count.
 */
export const intentNumbersIn = (reference: string) => [
  ...new Set(
    [...reference.matchAll(/(?<![\p{L}\d])PI[\s._/-]{0,2}([\dO]{6,}(?![\p{L}\d])|\d{6,})/giu)]
      .slice(0, 10)
      .map(([, digits = ""]) => `PI-${digits.replaceAll(/O/gi, "0")}`),
  ),
]

/**
 * Of the intents that a reference names, the first in the transfer's currency that accepts payments; a closed one only if no other does.
 */
export function paidBy<T extends Intent>(currency: string, named: readonly (T | undefined)[]): T | undefined {
  const inCurrency = named.filter(intent => intent?.currency === currency)
  return inCurrency.find(intent => intent && acceptsPayment(intent)) ?? inCurrency[0]
}

type Transfer = { status: string; currency: string; payment_intent_id: string | null }
type Intent = { status: string; currency: string }

export function assertUnallocated(transfer: Transfer) {
  if (transfer.status !== "unallocated") throw transactionProblem("TRX-2005", { paymentIntent: transfer.payment_intent_id })
}

/** A user can allocate only to an intent that accepts payments: naming a closed one is probably a mistake. */
export function assertAllocatable(transfer: Transfer, intent: Intent) {
  if (transfer.currency !== intent.currency) throw transactionProblem("TRX-2006", { currency: transfer.currency, intent: intent.currency })
  assertAcceptsPayment(intent)
}
