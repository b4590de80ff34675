// A model of a tenant's payment intents, payments and splits, in memory and without the service.
export const basisPoints = 1700

export type Split = { origin: string; amount: number; canceled?: true }
/** An installment of a plan, or the whole of an intent that is not a plan. */
export type Installment = { id: string; amount: number; paid: number; refunded: number; dueAt: number }
export type Intent = {
  id: string
  number: string
  installments: Installment[]
  amount: number
  dueAt: number
  canceled: boolean
  splits: Split[]
  /** The calculated splits are created by the first payment. */
  splitsCreated: boolean
}
export type Payment = {
  id: string
  intent: Intent
  /** Undefined when the payment is for the whole intent. */
  installment: Installment | undefined
  amount: number
  status: string
  atGateway: boolean
  /** The charge failed because the gateway did not respond; the gateway may still report that it took the money. */
  gatewayUnreachable?: boolean
  allocations: [Installment, number][]
}

export const sum = <T>(items: readonly T[], valueOf: (item: T) => number) => items.reduce((total, item) => total + valueOf(item), 0)
export const pick = <T>(items: readonly T[], n: number): T | undefined => items[n % Math.max(1, items.length)]
export const paidOf = ({ installments }: Intent) => sum(installments, ({ paid }) => paid)
export const dueOf = (intent: Intent, installment: Installment | undefined) =>
  installment ? installment.amount - installment.paid : intent.amount - paidOf(intent)
export const refundedOf = ({ installments }: Intent) => sum(installments, ({ refunded }) => refunded)
export const accruedOf = (intent: Intent, { amount }: Split) =>
  Number((BigInt(amount) * BigInt(Math.max(0, paidOf(intent) - refundedOf(intent)))) / BigInt(intent.amount))
export const surplusOf = ({ amount, allocations }: Payment) => amount - sum(allocations, ([, allocated]) => allocated)
export const isOpen = ({ status }: Payment) => status === "processing"
export const isUndecided = (payment: Payment) => isOpen(payment) || payment.gatewayUnreachable
export const targetId = ({ intent, installment }: Pick<Payment, "intent" | "installment">) => installment?.id ?? intent.id

/** Allocates the payment to installments in the order they fall due; the rest is surplus. */
export function settle(payment: Payment) {
  if (!isUndecided(payment)) return
  const { intent, amount } = payment
  let rest = intent.canceled ? 0 : amount
  for (const installment of payment.installment ? [payment.installment] : intent.installments) {
    const allocated = Math.min(rest, installment.amount - installment.paid)
    if (allocated > 0) payment.allocations.push([installment, allocated])
    installment.paid += allocated
    rest -= allocated
  }
  Object.assign(payment, { status: "succeeded", gatewayUnreachable: false })
  if (payment.allocations.length > 0) intent.splitsCreated = true
}

export function reverse(payment: Payment) {
  if (isUndecided(payment)) Object.assign(payment, { status: "failed", gatewayUnreachable: false })
  if (payment.status !== "succeeded") return
  for (const [installment, allocated] of payment.allocations) installment.paid -= allocated
  payment.status = "reversed"
}

export function expectedRefusal(intent: Intent, installment: Installment | undefined, amount: number) {
  const due = dueOf(intent, installment)
  if (intent.canceled || due === 0) return "TRX-2002"
  return amount > due ? "TRX-2001" : undefined
}
