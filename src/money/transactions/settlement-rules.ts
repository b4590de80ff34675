import { cashAccount, exchangeAccount, feesAccount } from "../ledger/rules.ts"
import type { Transaction } from "./schema.ts"

export type StoredSettlement = NonNullable<Transaction["settlement"]>
type Money = Pick<StoredSettlement, "net" | "fee" | "currency">
/** As a provider reports it. */
export type ReportedSettlement = Omit<StoredSettlement, "availableAt"> & { availableAt: Date | null }
/** `amount` is signed: what the gateway's balance changed by, before the fee. */
type Moved = { amount: number; fee: number; currency: string; settlement: Money | null }

/** Credits less debits, by currency and account. */
type Nets = Map<string, Map<string, number>>

export type SettlementProblem = "fraction" | "negative" | "positive" | "negativeFee" | "differs"

/**
 * Why a settlement can't be booked, if so. A provider that settles in the transaction's own currency has moved the whole amount, so the fee
 * and what is left add up to it. What a provider gives back of its fee with a refund is known in another currency only.
 */
export function problemOf(
  { amount, currency }: Pick<Moved, "amount" | "currency">,
  { net, fee, currency: settled }: Money,
): SettlementProblem | undefined {
  const moved = net + fee
  if (![net, fee, moved].every(Number.isSafeInteger)) return "fraction"
  if (amount > 0 && (fee < 0 || moved <= 0)) return "negative"
  if (amount < 0 && (net >= 0 || moved >= 0)) return "positive"
  if (settled !== currency) return undefined
  if (fee < 0) return "negativeFee"
  return moved === amount ? undefined : "differs"
}

/** What a settlement adds to the ledger: the difference to what is booked already. Each currency balances by itself. */
export const settlementNets = (moved: Moved, settlement: Money, holder: string): Nets =>
  netsBetween(moved, { ...moved, settlement }, holder)

/** The same where the amount that was moved has changed, too. */
export function netsBetween(before: Moved, after: Moved, holder: string): Nets {
  const nets: Nets = new Map()
  addNets(nets, after, holder, 1)
  addNets(nets, before, holder, -1)
  return nets
}

/** The fee that was known at the success counts as a settlement in the transaction's own currency. */
const bookedOf = ({ amount, fee, currency, settlement }: Moved): Money => settlement ?? { net: amount - fee, fee, currency }

/** Money that was settled in another currency left the transaction's: the exchange account has both sides of it. */
function addNets(nets: Nets, moved: Moved, holder: string, sign: 1 | -1) {
  const { amount, currency } = moved
  const { net, fee, currency: settled } = bookedOf(moved)
  const add = (of: string, account: string, n: number) => {
    const accounts = nets.get(of) ?? new Map<string, number>()
    nets.set(of, accounts.set(account, (accounts.get(account) ?? 0) + sign * n))
  }
  add(settled, feesAccount(holder), -fee)
  if (settled === currency) return add(currency, cashAccount(holder), fee)
  add(currency, exchangeAccount(holder), -amount)
  add(currency, cashAccount(holder), amount)
  add(settled, cashAccount(holder), -net)
  add(settled, exchangeAccount(holder), net + fee)
}

/** What is left of a refund's settlement once the money has come back: the fee, which the provider keeps. */
export const returnedOf = <T extends Money>(settlement: T): T => ({ ...settlement, net: settlement.fee === 0 ? 0 : -settlement.fee })

/** The fee of a transaction is in its own currency. One in another currency is in its settlement alone. */
export const feeOf = ({ currency }: Pick<Moved, "currency">, { fee, currency: settled }: Money) => (settled === currency ? fee : 0)
