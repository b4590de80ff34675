import type { Query } from "../../kit/db/query.ts"

/** What partners owe in a currency; `n` is text because a sum may exceed JavaScript's safe integers. */
export type PartnerDebts = { currency: string; n: string }

/**
 * Port: payouts, a later slice, implement it, and app.ts passes it in, which avoids a circular import. It selects rows of `PartnerDebts`:
 * as they are now, or as they were before an id.
 */
export type PartnerDebtsOf = (tenant: string, before?: string) => Query

/** Port: the party accounts implement it, because the sums of an earlier time depend on objects of later slices. */
export type BalanceHistory = {
  /** By how much the sums have changed since: rows of `BalanceSum`, from this id on. */
  sumsSince(tenant: string, from: string): Query
  /** Which of these currencies had an entry or a payment intent before: rows with `currency`. */
  currenciesBefore(tenant: string, from: string, currencies: readonly string[]): Query
}
