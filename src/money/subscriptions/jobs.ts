import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { endJob, enqueue } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { hourMs } from "../../kit/pure/calendar.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { cancelWaiting } from "../charges/cancel.ts"
import { awaitsPayer } from "../transactions/rules.ts"
import { readTransaction, readTransactionForUpdate } from "../transactions/store.ts"
import { attemptCharge, noteRefusal, noteUnconfirmed } from "./charge.ts"
import { raiseCycleAt } from "./raise.ts"

const RaiseCycle = z.object({ subscription: z.string(), at: z.string() })
const Unconfirmed = z.object({ paymentIntent: z.string(), transaction: z.string() })
const ChargeCycle = z.object({ paymentIntent: z.string(), attempt: z.int() })

/** When the queue gives a job up, the schedule tries again after this time, so that it does not end. */
const giveUpDelayMs = hourMs

export const subscriptionJobs: Jobs = {
  /** Enqueues the job for the next cycle in its own commit, so that after downtime each missed cycle is raised once, in order. */
  "raise-cycle": {
    describe: () => ({ text: "The next cycle of the subscription is raised", event: "paymentIntents.create" }),
    async run(tenant, payload) {
      const { subscription, at } = RaiseCycle.parse(payload)
      await asSystem(tenant, "raise-cycle", ctx => raiseCycleAt(ctx, subscription, at))
    },
    giveUp: (tenant, payload) => tryLater(tenant, "raise-cycle", RaiseCycle.parse(payload)),
  },

  /** Commits the attempt; the job `charge`, which that commit enqueues, calls the gateway. */
  "charge-cycle": {
    describe: () => ({ text: "The cycle of the subscription is charged", event: "transactions.create" }),
    async run(tenant, payload) {
      const attempt = ChargeCycle.parse(payload)
      try {
        await asSystem(tenant, "charge-cycle", ctx => attemptCharge(ctx, attempt))
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        await asSystem(tenant, "charge-cycle", ctx => noteRefusal(ctx, attempt, error))
      }
    },
    giveUp: (tenant, payload) => tryLater(tenant, "charge-cycle", ChargeCycle.parse(payload)),
  },

  /** Ends an attempt that the payer did not confirm, at the gateway first. If the payer was faster, that payment counts. */
  "end-unconfirmed": {
    describe: () => ({ text: "The charge ends, if the payer has not confirmed it by then", event: "transactions.update" }),
    async run(tenant, payload) {
      const attempt = Unconfirmed.parse(payload)
      const charge = await asSystem(tenant, "end-unconfirmed", ctx => readTransaction(ctx, attempt.transaction))
      if (awaitsPayer(charge)) await cancelWaiting(charge)
      await asSystem(tenant, "end-unconfirmed", ctx => endUnconfirmed(ctx, attempt))
    },
    giveUp: (tenant, payload) => tryLater(tenant, "end-unconfirmed", Unconfirmed.parse(payload)),
  },
}

/** The job ends in the commit of the failure, so that a crash can't note it twice. */
async function endUnconfirmed(ctx: Context, { paymentIntent, transaction }: z.output<typeof Unconfirmed>) {
  const { status } = await readTransactionForUpdate(ctx, transaction)
  endJob(ctx)
  if (status === "processing")
    return enqueue(ctx, "end-unconfirmed", { paymentIntent, transaction }, new Date(ctx.now.getTime() + giveUpDelayMs))
  if (status === "canceled" || status === "expired") await noteUnconfirmed(ctx, paymentIntent, transaction)
}

const tryLater = (tenant: string, kind: string, payload: object) =>
  asSystem(tenant, kind, async ctx => enqueue(ctx, kind, payload, new Date(ctx.now.getTime() + giveUpDelayMs)))
