// A model of a tenant's payment intents, payments, refunds, disputes, splits and payouts, in memory and without the service.
export const basisPoints = 1700

/** The contact of the intents. Credit is what it paid too much. A shortfall is credit that it spent before the payment was reversed. */
type Payer = { id: string; credit: number; shortfall: number }
type Split = { origin: string; amount: number; canceled?: true }
/** An installment of a plan, or the whole of an intent that is not a plan. */
export type Installment = { id: string; amount: number; paid: number; refunded: number; disputed: number; dueAt: number }
export type Intent = {
  id: string
  payer: Payer
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
  fromCredit?: boolean
  /** The charge failed because the gateway did not respond; the gateway may still report that it took the money. */
  gatewayUnreachable?: boolean
  allocations: [Installment, number][]
}

export type Refund = { id: string; payment: Payment; amount: number; status: string }
export type Dispute = {
  id: string
  reference: string
  payment: Payment
  amount: number
  dueAt: number
  hasEvidence: boolean
  isAccepted: boolean
  isExpired: boolean
  decision: "won" | "lost" | undefined
  /** What a lost dispute took from each installment. */
  taken: [Installment, number][]
}
export type Allocation = { paymentSplit: string; amount: number }
export type Payout = { id: string; isSelf: boolean; amount: number; allocations: Allocation[]; status: string }

export const sum = <T>(items: readonly T[], valueOf: (item: T) => number) => items.reduce((total, item) => total + valueOf(item), 0)
export const pick = <T>(items: readonly T[], n: number): T | undefined => items[n % Math.max(1, items.length)]
export const paidOf = ({ installments }: Intent) => sum(installments, ({ paid }) => paid)
export const dueOf = (intent: Intent, installment: Installment | undefined) =>
  installment ? installment.amount - installment.paid : intent.amount - paidOf(intent)
export const refundedOf = ({ installments }: Intent) => sum(installments, ({ refunded }) => refunded)
export const disputedOf = ({ installments }: Intent) => sum(installments, ({ disputed }) => disputed)
const shareOf = (intent: Intent, { amount }: Split, paid: number) => Number((BigInt(amount) * BigInt(paid)) / BigInt(intent.amount))
/** What a split has earned by all payments, and what it keeps after refunds and disputes. */
export const earnedOf = (intent: Intent, split: Split) => shareOf(intent, split, paidOf(intent))
export const keptOf = (intent: Intent, split: Split) =>
  Math.max(0, earnedOf(intent, split) - shareOf(intent, split, refundedOf(intent) + disputedOf(intent)))
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
  intent.payer.credit += payment.fromCredit ? -amount : surplusOf(payment)
  if (payment.allocations.length > 0) intent.splitsCreated = true
}

export function reverse(payment: Payment) {
  if (isUndecided(payment)) Object.assign(payment, { status: "failed", gatewayUnreachable: false })
  if (payment.status !== "succeeded") return
  for (const [installment, allocated] of payment.allocations) installment.paid -= allocated
  payment.status = "reversed"
  const { payer } = payment.intent
  const taken = Math.min(payer.credit, surplusOf(payment))
  payer.credit -= taken
  payer.shortfall += surplusOf(payment) - taken
}

type Choice = { at: number; installment: number | null; amount: number; whole: boolean }

/** An intent or one of its installments, and how much to pay of it. */
export function pickTarget({ intents }: { intents: readonly Intent[] }, { at, installment: index, amount, whole }: Choice) {
  const intent = pick(intents, at)
  if (!intent) return undefined
  const installment = index === null || intent.installments.length === 1 ? undefined : pick(intent.installments, index)
  return { intent, installment, amount: whole ? Math.max(1, dueOf(intent, installment)) : amount }
}

export function expectedRefusal(intent: Intent, installment: Installment | undefined, amount: number) {
  const due = dueOf(intent, installment)
  if (intent.canceled || due === 0) return "TRX-2002"
  return amount > due ? "TRX-2001" : undefined
}
