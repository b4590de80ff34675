import type { Context } from "../../kit/operation/context.ts"

/** What partners owe in a currency; `n` is text because a sum may exceed JavaScript's safe integers. */
export type PartnerDebts = { currency: string; n: string }

/** Port: payouts, a later slice, implement it and app.ts passes it in: no circular import. */
export type FindPartnerDebts = (ctx: Context) => Promise<PartnerDebts[]>
