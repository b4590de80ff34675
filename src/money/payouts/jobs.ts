import { z } from "zod"
import { enqueueNext } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { log } from "../../kit/service/log.ts"
import type { PayoutGateway } from "../gateways/gateway.ts"
import { installedGateway } from "../gateways/registry.ts"
import { askOrSend, conclude, requestFor } from "./conclude.ts"
import { giveUpAfterMs, nextLookUpDelayMs } from "./rules.ts"
import { fail, readPayoutWithSplits } from "./settle.ts"
import { readPayout } from "./store.ts"

const SendPayout = z.object({ payout: z.string() })

export const payoutJobs: Jobs = {
  /** Sends a payout to its gateway, then asks for its outcome until there is one. A repeat after a crash sends nothing twice. */
  "send-payout": {
    describe: () => ({ text: "The payout is sent, or the gateway is asked for its outcome", event: "payouts.update" }),
    async run(tenant, payload) {
      const { payout: id } = SendPayout.parse(payload)
      const request = await asSystem(tenant, "send-payout", async ctx => {
        const payout = await readPayout(ctx, id)
        return payout.status === "processing" ? { gateway: payout.gateway, ...(await requestFor(ctx, payout)) } : undefined
      })
      if (!request) return
      const { gateway, ...sent } = request
      const answer = await askOrSend(payoutsOf(gateway), sent)
      await asSystem(tenant, "send-payout", async ctx => {
        const withSplits = await readPayoutWithSplits(ctx, id)
        const { status, sent_at } = withSplits.payout
        if (status !== "processing") return
        const ageMs = ctx.now.getTime() - (sent_at ?? ctx.now).getTime()
        const isLost = answer.status === "unreachable" && ageMs > giveUpAfterMs // certainly nothing was sent
        if (isLost) await fail(ctx, withSplits, "the gateway could not be reached")
        else await conclude(ctx, withSplits, answer)
        const isOpen = !isLost && ["processing", "unknown", "absent", "unreachable"].includes(answer.status)
        if (isOpen) enqueueNext(ctx, "send-payout", { payout: id }, new Date(ctx.now.getTime() + nextLookUpDelayMs(ageMs)))
      })
    },
    /** Tries again later when the gateway is down for long: until the payout has an outcome, its money stays set aside. */
    async giveUp(tenant, payload, error) {
      const { payout: id } = SendPayout.parse(payload)
      await asSystem(tenant, "send-payout", async ctx => {
        const { status, gateway } = await readPayout(ctx, id)
        if (status !== "processing") return
        log.error(
          { tenant, payout: id, gateway, reason: error },
          "a payout has no outcome yet; its gateway is tried again in a day: check that the gateway works",
        )
        enqueueNext(ctx, "send-payout", { payout: id }, new Date(ctx.now.getTime() + dayMs))
      })
    },
  },
}

function payoutsOf(gateway: string | null): PayoutGateway {
  const { payouts } = installedGateway(gateway)
  if (!payouts) throw new Error(`the gateway ${gateway} sends no payouts`)
  return payouts
}
