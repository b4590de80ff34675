import type { Sweep, Timer } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { log } from "../../kit/service/log.ts"
import { type Bill, findAllToDebit, findToDebit } from "../authorizations/collectable-store.ts"
import { createDirectDebit } from "./create.ts"
import { findAllUntold, findUntold, type Untold } from "./notices-store.ts"
import { tellPayer } from "./notify.ts"

const name = "bills become direct debits"
const notices = "payers are told of direct debits"

/**
 * Makes a debit of each bill in time for its due date. A bill gets one such debit, ever: another one needs a person. Then its payer is told
 * of it, as of those that a person makes or releases.
 */
export const directDebitSweeps: Sweep[] = [
  {
    name,
    everyMs: 15_000,
    async run() {
      for (const bill of await findAllToDebit()) await debit(bill)
    },
  },
  {
    name: notices,
    everyMs: 15_000,
    async run() {
      for (const each of await findAllUntold())
        await tell(each).catch((error: unknown) =>
          log.warn({ error, tenant: each.tenant_id, transaction: each.transaction_id }, "a payer could not be told of a direct debit"),
        )
    },
  },
]

/** Does the same when a sandbox's clock is advanced. */
export const directDebitTimers: Timer[] = [
  {
    name,
    describe: () => ({ text: "A bill becomes a direct debit", event: "transactions.create" }),
    nextAt: async (tenant, until) => (await findToDebit(tenant, until))[0]?.ready_at,
    async run(tenant, until) {
      let made = 0
      for (const bill of await findToDebit(tenant, until)) if (await debit(bill)) made++
      return made
    },
  },
  {
    name: notices,
    describe: () => ({ text: "A payer is told of a direct debit" }),
    nextAt: async (tenant, until) => (await findUntold(tenant, until))[0]?.ready_at,
    async run(tenant, until) {
      let told = 0
      for (const each of await findUntold(tenant, until)) if (await tell(each)) told++
      return told
    },
  },
]

const tell = ({ tenant_id, transaction_id }: Untold): Promise<boolean> =>
  asSystem(tenant_id, notices, ctx => tellPayer(ctx, transaction_id))

/** Returns whether it made one. What is refused now, such as a bill that a card pays at this moment, is tried again. */
async function debit({ tenant_id, payment_intent_id: paymentIntent, authorization_id: authorization }: Bill): Promise<boolean> {
  try {
    await asSystem(tenant_id, name, ctx => createDirectDebit(ctx, { authorization, paymentIntent, metadata: {} }, { isFirst: true }))
    return true
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    log.info({ tenant: tenant_id, paymentIntent, reason: error.message }, "a bill did not become a direct debit")
    return false
  }
}
