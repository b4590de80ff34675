import type { Context } from "../../kit/db/context.ts"

type Use = { kind: string; reference: string }

/** Port: what uses bank accounts. Later slices implement it, and app.ts passes it in, which avoids a circular import. */
export type BankAccountDependent = {
  /** An object that has not ended and needs the account, such as a payout that is being sent; undefined when there is none. */
  findUse(ctx: Context, account: string): Promise<Use | undefined>
  /** Such an object that has not been sent to the bank. Its holder must stay the one that the approvers saw. */
  findUnsent(ctx: Context, account: string): Promise<Use | undefined>
}
