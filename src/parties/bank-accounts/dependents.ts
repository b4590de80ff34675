import type { Context } from "../../kit/operation/context.ts"

/** Port: what uses bank accounts. Later slices implement it and app.ts passes it in: no circular import. */
export type BankAccountDependent = {
  /** Something that is not over and needs the account, such as a payout under way; undefined without. */
  findUse(ctx: Context, account: string): Promise<{ kind: string; reference: string } | undefined>
}
