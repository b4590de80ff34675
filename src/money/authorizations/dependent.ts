import type { Context } from "../../kit/db/context.ts"
import type { BankAccountDependent } from "../../parties/bank-accounts/ports.ts"
import type { AuthorizationStatus } from "./values.ts"
import { findOpenByAccount } from "./store.ts"

/** A bank account is in use as long as a mandate for it has not ended. */
export const authorizationDependent: BankAccountDependent = {
  findUse: (ctx, account) => findBy(ctx, account, ["pending-approval", "pending", "active"]),
  findUnsent: (ctx, account) => findBy(ctx, account, ["pending-approval", "pending"]),
}

async function findBy(ctx: Context, account: string, statuses: AuthorizationStatus[]) {
  const open = await findOpenByAccount(ctx, account, statuses)
  return open && { kind: "authorization", reference: open.id }
}
