import { z } from "zod"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { findGateway } from "../gateways/registry.ts"
import { askOrSend, conclude, requestFor } from "./conclude.ts"
import { giveUpAfterMs, nextLookUpDelayMs } from "./rules.ts"
import { fail, readPayoutWithSplits } from "./settle.ts"
import { readPayout } from "./store.ts"

const SendPayout = z.object({ payout: z.string() })

export const payoutJobs: Jobs = {
  /** Hands a payout to its gateway, then asks for it until it has an outcome. Repeated after a crash, it sends nothing twice. */
  "send-payout": {
    describe: () => ({ text: "The payout is sent, or the gateway is asked for its outcome", event: "payouts.update" }),
    async run(tenant, payload) {
      const { payout: id } = SendPayout.parse(payload)
      const request = await asSystem(tenant, "send-payout", async ctx => {
        const payout = await readPayout(ctx, id)
        return payout.status === "processing" ? { gateway: payout.gateway ?? "", ...(await requestFor(ctx, payout)) } : undefined
      })
      if (!request) return
      const { gateway, ...sent } = request
      const answer = await askOrSend(findGateway(gateway)!.payouts!, sent)
      await asSystem(tenant, "send-payout", async ctx => {
        const held = await readPayoutWithSplits(ctx, id)
        const { status, sent_at } = held.payout
        if (status !== "processing") return
        const ageMs = ctx.now.getTime() - (sent_at ?? ctx.now).getTime()
        const isLost = answer.status === "unreachable" && ageMs > giveUpAfterMs // certainly nothing was sent
        if (isLost) await fail(ctx, held, "the gateway could not be reached")
        else await conclude(ctx, held, answer)
        const isOpen = !isLost && ["processing", "unknown", "absent", "unreachable"].includes(answer.status)
        if (isOpen) enqueue(ctx, "send-payout", { payout: id }, new Date(ctx.now.getTime() + nextLookUpDelayMs(ageMs)))
      })
    },
  },
}
