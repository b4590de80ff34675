import { asSystem } from "../../kit/operation/system.ts"
import { awaitsGateway } from "../transactions/rules.ts"
import { readTransactionForUpdate, type TransactionRow } from "../transactions/store.ts"
import { lookUp } from "./call.ts"
import { conclude } from "./conclude.ts"

/** Asks the gateway for the outcome of a charge, once and now. Without an answer nothing changes: the job asks again later. */
export async function learnOutcome(transaction: TransactionRow) {
  const { tenant_id, id } = transaction
  const outcome = await lookUp(transaction)
  if (outcome.status === "unknown" || outcome.status === "absent") return
  await asSystem(tenant_id, "look up charge", async ctx => {
    const current = await readTransactionForUpdate(ctx, id)
    if (awaitsGateway(current)) await conclude(ctx, current, outcome)
  })
}
