import { cashAccount, exchangeAccount, feesAccount } from "../ledger/rules.ts"
import type { Transaction } from "./schema.ts"

export type StoredSettlement = NonNullable<Transaction["settlement"]>
type Money = Pick<StoredSettlement, "net" | "fee" | "currency">
type Charge = { amount: number; fee: number; currency: string; settlement: Money | null }

/** Credits less debits, by currency and account. */
type Nets = Map<string, Map<string, number>>

/**
 * Why a settlement can't be booked, if so. A provider that settles in the charge's currency has the whole charge, so the fee and what is
 * left add up to it.
 */
export function problemOf({ amount, currency }: Pick<Charge, "amount" | "currency">, { net, fee, currency: settled }: Money) {
  if (![net, fee, net + fee].every(Number.isSafeInteger)) return "its amounts are not whole numbers"
  if (fee < 0 || net + fee <= 0) return "its amounts are negative"
  if (settled === currency && net + fee !== amount) return `${net} and the fee of ${fee} are not the amount of the charge, ${amount}`
  return undefined
}

/** What a settlement adds to the ledger: the difference to what is booked of the charge already. Each currency balances by itself. */
export function settlementNets(charge: Charge, settlement: Money, holder: string): Nets {
  const nets: Nets = new Map()
  addNets(nets, charge, settlement, holder, 1)
  addNets(nets, charge, bookedOf(charge), holder, -1)
  return nets
}

/** The fee that was known at the success counts as a settlement in the charge's own currency. */
const bookedOf = ({ amount, fee, currency, settlement }: Charge): Money => settlement ?? { net: amount - fee, fee, currency }

/** Money that was settled in another currency left the charge's: the exchange account has both sides of it. */
function addNets(nets: Nets, { amount, currency }: Charge, { net, fee, currency: settled }: Money, holder: string, sign: 1 | -1) {
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

/** The fee of a transaction is in its own currency. One in another currency is in its settlement alone. */
export const feeOf = ({ currency }: Pick<Charge, "currency">, { fee, currency: settled }: Money) => (settled === currency ? fee : 0)
