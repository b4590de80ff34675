import type { Context } from "../kit/context.ts"
import type { PaymentIntentRow } from "./store.ts"

/** What stands on a payment intent and must go when it goes. Slices above implement it, app.ts joins them: same commit, no circle. */
export type Follower = {
  canceled(ctx: Context, intent: PaymentIntentRow): Promise<void>
  deleted(ctx: Context, intent: PaymentIntentRow): Promise<void>
}
