import type { Context } from "../../kit/db/context.ts"

/** Port: the number of a payment intent for this order that is not canceled. Payment intents implement it, and app.ts passes it in. */
export type FindBill = (ctx: Context, order: string) => Promise<string | undefined>
