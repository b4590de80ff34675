import type { Context } from "../../kit/db/context.ts"
import type { PayoutRow } from "./store.ts"

/** Port: what follows when a payout was paid, failed or returned, in the same commit. Later slices implement it, app.ts connects them. */
export type PayoutDependent = { ended(ctx: Context, payout: PayoutRow): Promise<void> }

let dependents: readonly PayoutDependent[] = []

export const connectPayoutDependents = (implemented: readonly PayoutDependent[]) => void (dependents = implemented)

export async function tellEnded(ctx: Context, payout: PayoutRow) {
  for (const dependent of dependents) await dependent.ended(ctx, payout)
}
