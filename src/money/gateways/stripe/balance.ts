import type { BalanceGateway, Held, Movement } from "../provider.ts"
import type { StripeClient } from "./client.ts"
import { fromStripe } from "./money.ts"
import { Balance, BalanceTransaction } from "./objects.ts"
import { keyIn } from "./ownership.ts"

export const stripeBalance = (client: StripeClient, tenant: string): BalanceGateway => ({
  async holds() {
    const { available, pending } = await client.get(Balance, "/v1/balance")
    const held = new Map<string, Held>()
    for (const [state, funds] of Object.entries({ available, pending }))
      for (const { amount, currency } of funds) {
        const sums = held.get(currency) ?? { currency: currency.toUpperCase(), available: 0, pending: 0 }
        held.set(currency, { ...sums, [state]: fromStripe(amount, currency) })
      }
    return [...held.values()]
  },
  async movements(from, until) {
    const query = { created: { gte: secondsOf(from), lt: secondsOf(until) }, expand: ["data.source"] }
    const movements: Movement[] = []
    for await (const each of client.list(BalanceTransaction, "/v1/balance_transactions", query)) movements.push(movementOf(each, tenant))
    return movements.reverse()
  },
})

/** The first whole second from then on: Stripe's times have no parts of one. */
const secondsOf = (time: Date) => Math.ceil(time.getTime() / 1000)

/** By Stripe's own categories for bookkeeping. */
const types: Record<string, Movement["type"]> = {
  charge: "charge",
  charge_failure: "charge",
  refund: "refund",
  refund_failure: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute",
  fee: "fee",
  payout: "payout",
  payout_reversal: "payout",
}

type Booked = BalanceTransaction

const movementOf = ({ id, amount, fee, currency, created, reporting_category, source }: Booked, tenant: string): Movement => ({
  id,
  type: types[reporting_category] ?? "other",
  reference: source?.id ?? id,
  key: keyIn(source?.metadata, tenant),
  amount: fromStripe(amount, currency),
  fee: fromStripe(fee, currency),
  currency: currency.toUpperCase(),
  at: created,
})
