import type { Query } from "../../kit/db/query.ts"

/** What partners owe in a currency; `n` is text because a sum may exceed JavaScript's safe integers. */
export type PartnerDebts = { currency: string; n: string }

/**
 * Port: payouts, a later slice, implement it, and app.ts passes it in, which avoids a circular import. It selects rows of `PartnerDebts`.
 */
export type PartnerDebtsOf = (tenant: string) => Query
