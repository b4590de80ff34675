import { Problem } from "../kit/problem.ts"
import { assertTakesMoney } from "../transactions/rules.ts"

/** The numbers of payment intents in what somebody wrote on a transfer. What only ends like one, as in API-000123, is something else. */
export const numbersIn = (reference: string) =>
  [...reference.matchAll(/(?<![\p{L}\d])PI-\d{6,}/giu)].slice(0, 10).map(([number]) => number.toUpperCase())

type Waiting = { status: string; currency: string; payment_intent_id: string | null }
type Owed = { status: string; currency: string }

/** By hand only what waits, and only to what still takes money: whoever names a closed intent has the wrong one. */
export function assertAllocatable(transfer: Waiting, intent: Owed) {
  if (transfer.status !== "unallocated") throw new Problem("TRX-2005", { paymentIntent: transfer.payment_intent_id })
  if (transfer.currency !== intent.currency) throw new Problem("TRX-2006", { currency: transfer.currency, intent: intent.currency })
  assertTakesMoney(intent)
}
