import type Stripe from "stripe"
import { newId, nowSeconds, type State } from "./state.ts"

type Moved = {
  amount: number
  currency: string
  type: Stripe.BalanceTransaction.Type
  category: string
  source: string
  fee?: number
  exchange_rate?: number | null
}

/** Books a movement in Stripe's own books. */
export function move(
  state: State,
  { amount, currency, type, category, source, fee = 0, exchange_rate = null }: Moved,
): Stripe.BalanceTransaction {
  const movement: Stripe.BalanceTransaction = {
    id: newId("txn"),
    object: "balance_transaction",
    amount,
    available_on: nowSeconds() + 2 * 86_400,
    balance_type: "payments",
    created: nowSeconds(),
    currency,
    description: null,
    exchange_rate,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: category,
    source,
    status: "pending",
    type,
  }
  state.movements.set(movement.id, movement)
  return movement
}

/** An amount of a charge in the currency in which Stripe settled it, at that rate or at the one of today. */
export function settledIn({ movements }: State, { balance_transaction, currency }: Stripe.Charge, amount: number, today?: number) {
  const settled = typeof balance_transaction === "string" ? movements.get(balance_transaction) : undefined
  if (!settled?.exchange_rate || settled.currency === currency) return { amount, currency }
  const exchange_rate = today ?? settled.exchange_rate
  return { amount: Math.round(amount * exchange_rate), currency: settled.currency, exchange_rate }
}

export const feeOf = (amount: number) => Math.floor((amount * 29) / 1000) + 30

export function balanceOf({ movements }: State): Stripe.Balance {
  const sums = new Map<string, number>()
  for (const { currency, net } of movements.values()) sums.set(currency, (sums.get(currency) ?? 0) + net)
  const pending = [...sums].map(([currency, amount]) => ({ amount, currency }))
  return { object: "balance", available: pending.map(({ currency }) => ({ amount: 0, currency })), livemode: false, pending }
}
