import type { Context } from "../../kit/db/context.ts"

/** Port: the number of a payment intent for this order, canceled ones aside. The payment intents implement it, app.ts passes it in. */
export type FindBill = (ctx: Context, order: string) => Promise<string | undefined>
