import { Problem } from "../kit/problem.ts"
import type { Fx, TransactionStatus } from "./schema.ts"

/** Which status may come after which. */
export const canFollow = {
  "pending-approval": ["processing", "canceled"],
  processing: ["succeeded", "failed", "canceled"],
  succeeded: ["reversed"],
  failed: [],
  reversed: [],
  canceled: [],
} satisfies Record<TransactionStatus, TransactionStatus[]>

export function assertFollows(from: TransactionStatus, to: TransactionStatus) {
  const allowed: readonly TransactionStatus[] = canFollow[from]
  if (from !== to && !allowed.includes(to)) throw new Error(`a transaction that is ${from} does not become ${to}`)
}

/** Only what is under way by hand is confirmed or failed by hand; a gateway's outcome comes from the gateway. */
export function assertByHand({ status, gateway }: { status: TransactionStatus; gateway: string | null }, action: "confirmed" | "failed") {
  const what = gateway === null ? status : `${status} at ${gateway}`
  if (status !== "processing" || gateway !== null)
    throw new Problem("TRX-2003", { status: what, action, allowed: "processing ones recorded by hand" })
}

type Payable = { status: string; amount: number; paid: number }

/** Contract: more paid than due is refused for a recorded or gateway charge. */
export function assertPayable({ status, amount, paid }: Payable, asked: number) {
  if (status === "canceled" || status === "paid-full") throw new Problem("TRX-2002", { status })
  if (asked > amount - paid) throw new Problem("TRX-2001", { due: amount - paid, amount: asked })
}

/** Another currency than the intent's needs the rate it was changed at. */
export function assertCurrency(intent: string, currency: string | undefined, fx: Fx | undefined) {
  const paidIn = currency ?? fx?.sourceCurrency ?? intent
  if (paidIn !== intent && fx?.sourceCurrency !== paidIn) throw new Problem("TRX-1001", { intent, currency: paidIn })
  if (paidIn === intent && fx && fx.sourceCurrency !== intent) throw new Problem("TRX-1001", { intent, currency: fx.sourceCurrency })
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
