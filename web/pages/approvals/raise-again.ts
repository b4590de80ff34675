import type { Resource } from "../../dashboard/resource.ts"
import type { Values } from "../../lib/form.ts"
import { mandates } from "../../resources/authorizations/resource.tsx"
import { transactions } from "../../resources/transactions/resource.tsx"
import { payouts } from "../../resources/payouts/resource.tsx"
import { splits } from "../../resources/payment-splits/resource.tsx"
import { amountText } from "../../lib/money.ts"
import type { Entity } from "./entity.tsx"

/** The form that creates the same object again. A refund is created from its charge. */
export function raiseAgain(entity: Entity): { resource: Resource; values: Values } | undefined {
  if (entity.type === "refund-intent") return undefined
  if (entity.type === "authorization") {
    const { contact, bankAccount, scheme, currency, maxAmount, reference } = entity
    const limit = maxAmount === null ? "" : amountText(maxAmount, currency)
    return {
      resource: mandates,
      values: { contact, bankAccount: bankAccount._id, scheme, currency, maxAmount: limit, reference: reference ?? "" },
    }
  }
  const { currency } = entity
  const amount = amountText(entity.amount, currency)
  if (entity.type === "payout") {
    const { recipientType, partnership, method, bankAccount } = entity
    const values = { recipientType, partnership: partnership ?? "", currency, amount, method, bankAccount: bankAccount?._id ?? "" }
    return { resource: payouts, values }
  }
  if (entity.type === "payment-split")
    return { resource: splits, values: { paymentIntent: entity.paymentIntent, partnership: entity.partnership, currency, amount } }
  return entity.gateway === null
    ? { resource: transactions, values: { paymentIntent: entity.paymentIntent, currency, amount, method: entity.method } }
    : undefined
}
