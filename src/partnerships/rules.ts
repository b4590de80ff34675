import { Problem } from "../kit/problem.ts"
import type { SplitTerms } from "./schema.ts"

/** A line as far as partners are concerned. The terms are those of the day it was sold. */
export type SuppliedLine = { amount: number; supplier?: string | undefined; terms?: SplitTerms | null | undefined }
export type Share = { partnership: string; amount: number; terms: SplitTerms }

/** What the supplier of a line is owed of it: a percentage floored to the minor unit, or a fixed amount up to the line itself. */
export function shareOf(terms: SplitTerms, amount: number, currency: string): number {
  if (terms.type === "percentage") return floorDivide(BigInt(amount) * BigInt(terms.basisPoints), 10_000n)
  if (terms.currency !== currency) throw new Problem("SPL-1001", { terms: terms.currency, currency })
  return Math.max(0, Math.min(terms.amount, amount))
}

/** Every supplier's share of its own lines, in the order they first appear. Suppliers without terms are owed nothing. */
export function sharesOf(lines: readonly SuppliedLine[], currency: string): Share[] {
  const shares = new Map<string, Share>()
  for (const { supplier, terms, amount } of lines) {
    if (!supplier || !terms) continue
    const share = shareOf(terms, amount, currency)
    const known = shares.get(supplier)
    if (known) known.amount += share
    else shares.set(supplier, { partnership: supplier, amount: share, terms })
  }
  return [...shares.values()].filter(share => share.amount > 0)
}

export const sharedIn = (shares: readonly Share[]) => shares.reduce((sum, share) => sum + share.amount, 0)

/** Contract: all splits together never exceed the intent. */
export function assertWithin(shared: number, amount: number) {
  if (shared > amount) throw new Problem("SPL-2001", { shared, amount })
}

/** How much of a share has been earned once `paid` of `amount` came in: cumulative, so that the last payment lands exactly. */
export function accruedOf(share: number, paid: number, amount: number): number {
  return Number((BigInt(share) * BigInt(paid)) / BigInt(amount))
}

/** Rounds down, also below zero: a discount takes its share back in full. */
function floorDivide(a: bigint, b: bigint): number {
  return Number(a / b - (a < 0n && a % b !== 0n ? 1n : 0n))
}
