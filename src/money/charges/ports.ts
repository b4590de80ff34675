import type { Context } from "../../kit/db/context.ts"
import type { TransactionRow } from "../transactions/store.ts"

/** Port: what follows from a charge, in the same commit. Later slices implement it, and app.ts connects them. */
export type ChargeDependent = {
  failed(ctx: Context, charge: TransactionRow): Promise<void>
  /** It waits for its payer. */
  waits(ctx: Context, charge: TransactionRow): Promise<void>
}

let dependents: readonly ChargeDependent[] = []

export const connectChargeDependents = (implemented: readonly ChargeDependent[]) => void (dependents = implemented)

export async function tellFailed(ctx: Context, charge: TransactionRow) {
  for (const dependent of dependents) await dependent.failed(ctx, charge)
}

export async function tellWaiting(ctx: Context, charge: TransactionRow) {
  for (const dependent of dependents) await dependent.waits(ctx, charge)
}
