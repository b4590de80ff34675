import type { Gate } from "../../control/approvals/ports.ts"
import { assertActive } from "../../parties/bank-accounts/rules.ts"
import { readBankAccount } from "../../parties/bank-accounts/store.ts"
import { assertHeld, factsOf, isByFile } from "./rules.ts"
import { findAuthorization, findRecentAuthorizations, readAuthorizationForUpdate, saveAuthorization } from "./store.ts"
import { submit } from "./submit.ts"

/** Mandates that a policy holds: nothing reaches the bank before the approval. */
export const authorizationGate: Gate = {
  async find(ctx, reference) {
    const row = await findAuthorization(ctx, reference)
    return row && { id: row.id, facts: factsOf(row) }
  },

  async release(ctx, id, approval) {
    const held = await readAuthorizationForUpdate(ctx, id)
    assertHeld(held, "approved")
    assertActive(await readBankAccount(ctx, held.bank_account_id), "debited")
    if (isByFile(held)) saveAuthorization(ctx, held, { status: "active", approval })
    else submit(ctx, saveAuthorization(ctx, held, { status: "pending", approval }).id)
  },

  async stop(ctx, id, approval) {
    const held = await readAuthorizationForUpdate(ctx, id)
    assertHeld(held, "stopped")
    saveAuthorization(ctx, held, { status: approval.status === "rejected" ? "rejected" : "canceled", approval })
  },

  async recent(ctx, since, limit) {
    const rows = await findRecentAuthorizations(ctx, since, limit)
    return rows.map(row => ({ id: row.id, at: row.created_at, facts: factsOf(row) }))
  },
}
