import type { Context } from "../../kit/db/context.ts"
import type { BankAccountDependent } from "../../parties/bank-accounts/ports.ts"
import type { ConnectionDependent } from "../gateway-connections/ports.ts"
import { findOpenByAccount, hasOpenAt } from "./store.ts"
import type { AuthorizationStatus } from "./values.ts"

/** A bank account is in use as long as a mandate for it has not ended. */
export const authorizationDependent: BankAccountDependent = {
  findUse: (ctx, account) => findBy(ctx, account, ["pending-approval", "pending", "active"]),
  findUnsent: (ctx, account) => findBy(ctx, account, ["pending-approval", "pending"]),
}

/** A connection is in use as long as a mandate that was registered through it has not ended. */
export const authorizationsAtConnection: ConnectionDependent = { hasOpen: hasOpenAt }

async function findBy(ctx: Context, account: string, statuses: AuthorizationStatus[]) {
  const open = await findOpenByAccount(ctx, account, statuses)
  return open && { kind: "authorization", reference: open.id }
}
