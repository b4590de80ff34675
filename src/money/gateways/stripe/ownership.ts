import type { StripeAmount } from "./money.ts"

/** What names a charge, refund or mandate of ours. */
export type Owned = { tenant: string; key: string }

type Metadata = Record<string, string> | null | undefined

/** Kept at Stripe's objects, so that they can be told from those of others, and that no other amount is booked than was asked for. */
export const metadataOf = ({ tenant, key }: Owned, { amount, currency }: StripeAmount) => ({
  tenant,
  key,
  amount: String(amount),
  currency,
})

export const isOwned = (metadata: Metadata, { tenant, key }: Owned) => metadata?.["tenant"] === tenant && metadata["key"] === key

/** Our key of what belongs to this tenant; undefined where it is not ours. */
export const keyIn = (metadata: Metadata, tenant: string) => (metadata?.["tenant"] === tenant ? metadata["key"] : undefined)

/** Nothing is booked by guess: where Stripe reports another amount than we asked for, a person must look. */
export function assertAmount(
  id: string,
  metadata: Metadata,
  reported: { amount?: number | null | undefined; currency?: string | null | undefined },
) {
  const expected = [metadata?.["amount"], metadata?.["currency"]].join(" ")
  const found = [reported.amount, reported.currency].join(" ")
  if (found !== expected) throw new Error(`Stripe reports ${found} for ${id}, which was made for ${expected}; nothing is booked`)
}

/** The same for every repetition of one step, so that Stripe takes it once. */
export const stepKey = ({ tenant, key }: Owned, step: string) => `${tenant}:${key}:${step}`
