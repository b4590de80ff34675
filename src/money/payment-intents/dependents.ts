import type { Context } from "../../kit/operation/context.ts"
import type { PaymentIntentRow } from "./store.ts"

/** Changes what depends on a payment intent, in the same commit. Later slices implement it and app.ts passes it in: no circular import. */
export type Dependent = {
  canceled(ctx: Context, intent: PaymentIntentRow): Promise<void>
  deleted(ctx: Context, intent: PaymentIntentRow): Promise<void>
}
