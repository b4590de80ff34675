import type { Context } from "../../kit/db/context.ts"
import type { TransactionRow } from "./store.ts"

/**
 * Port: what follows when a payment succeeded, failed or was reversed, in the same commit. Later slices implement it, app.ts connects
 * them.
 */
export type TransactionDependent = { ended(ctx: Context, transaction: TransactionRow): Promise<void> }

let dependents: readonly TransactionDependent[] = []

export const connectTransactionDependents = (implemented: readonly TransactionDependent[]) => void (dependents = implemented)

export async function tellEnded(ctx: Context, transaction: TransactionRow) {
  for (const dependent of dependents) await dependent.ended(ctx, transaction)
}
