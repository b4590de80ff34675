import { Problem } from "../kit/problem.ts"
import type { Fx, TransactionStatus } from "./schema.ts"

/** Which status may come after which. What failed may still succeed only while the gateway's word is missing. */
export const canFollow = {
  "pending-approval": ["processing", "canceled"],
  processing: ["succeeded", "failed", "canceled"],
  succeeded: ["reversed"],
  failed: ["succeeded"],
  reversed: [],
  canceled: [],
} satisfies Record<TransactionStatus, TransactionStatus[]>

/** What we concluded ourselves, because the gateway said nothing or could not be asked. Every other failure is somebody's word. */
const concludedAlone = ["never_arrived", "gateway_unreachable"]

type Standing = { status: TransactionStatus; failure: unknown }

/** The gateway has the last word, also on what we gave up: money that it took after all is there. */
export function awaitsWord({ status, failure }: Standing): boolean {
  return status === "processing" || (status === "failed" && concludedAlone.includes((failure as { code: string } | null)?.code ?? ""))
}

export function assertFollows(before: Standing, to: TransactionStatus) {
  const { status } = before
  const allowed: readonly TransactionStatus[] = status === "failed" && !awaitsWord(before) ? [] : canFollow[status]
  if (status !== to && !allowed.includes(to)) throw new Error(`a transaction that is ${status} does not become ${to}`)
}

/** Only what is under way by hand is confirmed or failed by hand; a gateway's outcome comes from the gateway. */
export function assertByHand({ status, gateway }: { status: TransactionStatus; gateway: string | null }, action: "confirmed" | "failed") {
  const what = gateway === null ? status : `${status} at ${gateway}`
  if (status !== "processing" || gateway !== null)
    throw new Problem("TRX-2003", { status: what, action, allowed: "processing ones recorded by hand" })
}

type Payable = { status: string; amount: number; paid: number }

export function assertTakesMoney({ status }: Pick<Payable, "status">) {
  if (status === "canceled" || status === "paid-full") throw new Problem("TRX-2002", { status })
}

/** Contract: more paid than due is refused for a recorded or gateway charge. */
export function assertPayable(intent: Payable, asked: number) {
  assertTakesMoney(intent)
  const { amount, paid } = intent
  if (asked > amount - paid) throw new Problem("TRX-2001", { due: amount - paid, amount: asked })
}

/** What came in beyond what was due by then: the payer's, to be used or given back. */
export function surplusOf({ status, amount, paid }: { status: string; amount: number; paid: number }, came: number): number {
  return status === "canceled" ? came : Math.max(0, came - (amount - paid))
}

/** Another currency than the intent's needs the rate it was changed at; then `currency` may name either side of it. */
export function assertCurrency(intent: string, currency: string | undefined, fx: Fx | undefined) {
  const paidIn = fx?.sourceCurrency ?? currency ?? intent
  const isKnown = currency === undefined || currency === intent || currency === paidIn
  if (!isKnown || (fx ? paidIn === intent : paidIn !== intent))
    throw new Problem("TRX-1001", { intent, currency: isKnown ? paidIn : currency })
}

export type Allocation = { paymentIntent: string; amount: number }

/** Money for a plan pays its installments in the order they fall due. Together the parts are the whole. */
export function allocate(installments: readonly { id: string; amount: number; paid: number }[], amount: number): Allocation[] {
  let left = amount
  const parts = installments.map(({ id, amount: whole, paid }) => {
    const part = Math.min(left, whole - paid)
    left -= part
    return { paymentIntent: id, amount: part }
  })
  if (left !== 0) throw new Error(`${left} of ${amount} found no installment to pay`)
  return parts.filter(part => part.amount > 0)
}
