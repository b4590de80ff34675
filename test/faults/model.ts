// What a tenant's money does, as a model that knows no database.
export const basisPoints = 1700

export type Split = { origin: string; amount: number; canceled?: true }
export type Leaf = { id: string; amount: number; paid: number; dueAt: number }
export type Intent = {
  id: string
  number: string
  leaves: Leaf[]
  amount: number
  dueAt: number
  canceled: boolean
  splits: Split[]
  made: boolean
}
export type Payment = {
  id: string
  intent: Intent
  leaf: Leaf | undefined
  amount: number
  status: string
  gateway: boolean
  /** It failed because nobody was there to say anything: the gateway may still say that it took it. */
  unheard?: boolean
  parts: [Leaf, number][]
}

export const total = <T>(all: readonly T[], of: (each: T) => number) => all.reduce((sum, each) => sum + of(each), 0)
export const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)]
export const paidOf = ({ leaves }: Intent) => total(leaves, leaf => leaf.paid)
export const dueOf = (intent: Intent, leaf: Leaf | undefined) => (leaf ? leaf.amount - leaf.paid : intent.amount - paidOf(intent))
export const accruedOf = (intent: Intent, { amount }: Split) => Number((BigInt(amount) * BigInt(paidOf(intent))) / BigInt(intent.amount))
export const surplusOf = ({ amount, parts }: Payment) => amount - total(parts, ([, part]) => part)
export const isOpen = ({ status }: Payment) => status === "processing"
export const isUndecided = (payment: Payment) => isOpen(payment) || payment.unheard
export const named = ({ intent, leaf }: Pick<Payment, "intent" | "leaf">) => leaf?.id ?? intent.id

/** Money in, by the order installments fall due; what is over stays over. */
export function settle(payment: Payment) {
  if (!isUndecided(payment)) return
  const { intent, leaf, amount } = payment
  let left = intent.canceled ? 0 : amount
  for (const each of leaf ? [leaf] : intent.leaves) {
    const part = Math.min(left, each.amount - each.paid)
    if (part > 0) payment.parts.push([each, part])
    each.paid += part
    left -= part
  }
  Object.assign(payment, { status: "succeeded", unheard: false })
  if (payment.parts.length > 0) intent.made = true
}

export function takeBack(payment: Payment) {
  if (isUndecided(payment)) Object.assign(payment, { status: "failed", unheard: false })
  if (payment.status !== "succeeded") return
  for (const [leaf, part] of payment.parts) leaf.paid -= part
  payment.status = "reversed"
}

export function refusalOf(intent: Intent, leaf: Leaf | undefined, amount: number) {
  const due = dueOf(intent, leaf)
  if (intent.canceled || due === 0) return "TRX-2002"
  return amount > due ? "TRX-2001" : undefined
}
