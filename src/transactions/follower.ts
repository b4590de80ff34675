import { Problem } from "../kit/problem.ts"
import type { Follower } from "../payment-intents/followers.ts"
import { findOfIntent, saveTransaction } from "./store.ts"

/** Canceled and paid in the same instant has one winner: a charge at a gateway is waited for, one by hand goes with the intent. */
export const transactionFollower: Follower = {
  async canceled(ctx, intent) {
    const open = (await findOfIntent(ctx, intent.id)).filter(transaction => transaction.status === "processing")
    const atGateway = open.find(transaction => transaction.gateway !== null)
    if (atGateway) throw new Problem("PIN-1006", { transaction: atGateway.id })
    for (const transaction of open) saveTransaction(ctx, transaction, { status: "canceled" })
  },
  async deleted(ctx, intent) {
    if ((await findOfIntent(ctx, intent.id)).length > 0) throw new Problem("PIN-1007")
  },
}
