import type { Context } from "../../kit/db/context.ts"
import { audit } from "../../kit/events/audit.ts"
import type { CallerSession } from "../../kit/pure/caller.ts"
import { type AccountRow, saveAccount } from "../accounts/store.ts"
import type { SignOutDependent } from "./ports.ts"
import { endSessionsOf } from "./store.ts"

type Options = {
  /** Other changes of the account, in the same write. */
  change?: Partial<AccountRow>
  /** The session that continues. Its caller moves it to the new epoch. */
  keep?: CallerSession | undefined
}

/** Ends every session and assistant of a person. Their account is locked, so that no session begins meanwhile. Returns the account. */
export async function endEverySession(
  ctx: Context,
  account: AccountRow,
  dependents: readonly SignOutDependent[],
  { change = {}, keep }: Options = {},
): Promise<AccountRow> {
  const saved = saveAccount(ctx, account, { ...change, epoch: account.epoch + 1 })
  endSessionsOf(ctx, account.user_id, keep?.id)
  audit(ctx, { action: "sessions.end-all", kind: "sessions", id: account.user_id })
  for (const dependent of dependents) await dependent.signedOut(ctx, account.user_id)
  return saved
}
