import type { Context } from "../../kit/db/context.ts"
import type { TransactionRow } from "../transactions/store.ts"

/** Port: what follows when a charge fails, in the same commit. Later slices implement it, and app.ts connects them. */
export type ChargeDependent = { failed(ctx: Context, charge: TransactionRow): Promise<void> }

let dependents: readonly ChargeDependent[] = []

export const connectChargeDependents = (implemented: readonly ChargeDependent[]) => void (dependents = implemented)

export async function tellFailed(ctx: Context, charge: TransactionRow) {
  for (const dependent of dependents) await dependent.failed(ctx, charge)
}
