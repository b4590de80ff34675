import { describeSum } from "../../kit/pure/money.ts"
import { splitProblem } from "./errors.ts"
import type { SplitTerms } from "./schema.ts"

/** The part of a line that decides shares. The terms are those of the time of the sale. */
export type SuppliedLine = { amount: number; supplier?: string | undefined; terms?: SplitTerms | null | undefined }
export type Share = { partnership: string; amount: number; terms: SplitTerms }

/**
 * Contract: `supplier` when the partnership is a supplier, otherwise `partnership`. No caller can avoid a policy on suppliers by another
 * type.
 */
export const recipientTypeOf = ({ kind }: { kind: string }) => (kind === "supplier" ? ("supplier" as const) : ("partnership" as const))

/** What the supplier of a line is owed: a percentage rounded down to the minor unit, or a fixed amount of at most the line's. */
export function shareOf(terms: SplitTerms, amount: number, currency: string): number {
  if (terms.type === "percentage") return floorDivide(BigInt(amount) * BigInt(terms.basisPoints), 10_000n)
  if (terms.currency !== currency) throw splitProblem("SPL-1001", { terms: terms.currency, currency })
  return Math.max(0, Math.min(terms.amount, amount))
}

/** The share of each supplier in its lines, in the order of first appearance. A supplier without terms is owed nothing. */
export function sharesOf(lines: readonly SuppliedLine[], currency: string): Share[] {
  const shares = new Map<string, Share>()
  for (const { supplier, terms, amount } of lines) {
    if (!supplier || !terms) continue
    const share = shareOf(terms, amount, currency)
    const existing = shares.get(supplier)
    if (existing) existing.amount += share
    else shares.set(supplier, { partnership: supplier, amount: share, terms })
  }
  return [...shares.values()].filter(share => share.amount > 0)
}

export const sumShares = (shares: readonly Share[]) => shares.reduce((sum, share) => sum + share.amount, 0)

/** Contract: all splits together never exceed the intent. */
export function assertSharesFit(shared: number, amount: number, currency: string) {
  if (!(shared <= amount)) throw splitProblem("SPL-2001", { shared: describeSum(shared), amount, currency })
}

/** How much of a share is earned when `paid` of `amount` is paid. Uses the total paid, so that full payment earns exactly the share. */
export function accruedOf(share: number, paid: number, amount: number): number {
  return Number((BigInt(share) * BigInt(paid)) / BigInt(amount))
}

/** Rounds towards minus infinity, so that a discount reduces the share by no less than its part. */
function floorDivide(a: bigint, b: bigint): number {
  return Number(a / b - (a < 0n && a % b !== 0n ? 1n : 0n))
}
