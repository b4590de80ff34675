import type { Context } from "../../kit/db/context.ts"

type Use = { kind: string; reference: string }

/** Port: what uses bank accounts. Later slices implement it and app.ts passes it in: no circular import. */
export type BankAccountDependent = {
  /** Something that is not over and needs the account, such as a payout under way; undefined without. */
  findUse(ctx: Context, account: string): Promise<Use | undefined>
  /** Of these, something whose holder the bank has yet to be told: it must be the one that the approvers saw. */
  findUnsent(ctx: Context, account: string): Promise<Use | undefined>
}
