import { z } from "zod"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { findTenant } from "../../kit/operation/tenant.ts"
import { findGateway } from "../gateways/registry.ts"
import { signature } from "../gateways/simulator.ts"
import { awaitsGateway } from "../transactions/rules.ts"
import { readTransactionForUpdate } from "../transactions/store.ts"
import { chargeAt, conclude, fail, lookUp } from "./charge.ts"
import { receiveEvent } from "./receive.ts"
import { giveUpAfterMs, nextLookUpDelayMs } from "./rules.ts"

const ResolveCharge = z.object({ transaction: z.string() })

export const chargeJobs: Jobs = {
  /** Looks a charge up until its outcome is known, and for a week after we gave it up. It never charges again. */
  "resolve-charge": {
    async run(tenant, payload) {
      const { transaction: id } = ResolveCharge.parse(payload)
      const charge = await asSystem(tenant, "resolve-charge", ctx => readTransactionForUpdate(ctx, id))
      if (!awaitsGateway(charge)) return
      const outcome = await lookUp(findGateway(charge.gateway ?? "")!, charge)
      await asSystem(tenant, "resolve-charge", async ctx => {
        const transaction = await readTransactionForUpdate(ctx, id)
        if (!awaitsGateway(transaction)) return
        const ageMs = ctx.now.getTime() - transaction.received_at.getTime() // a held charge begins with its release
        const isLost = transaction.status === "processing" && outcome.status === "absent" && ageMs > giveUpAfterMs
        const concluded = isLost
          ? fail(ctx, transaction, { code: "never_arrived", message: "the charge never reached the gateway" })
          : await conclude(ctx, transaction, outcome)
        const delayMs = awaitsGateway(concluded) ? nextLookUpDelayMs(concluded.status, ageMs) : undefined
        if (delayMs !== undefined) enqueue(ctx, "resolve-charge", { transaction: id }, new Date(ctx.now.getTime() + delayMs))
      })
    },
  },

  /** Calls the gateway for a charge that was held and is approved now. Repeated after a crash, it charges once: the key is the same. */
  charge: {
    async run(tenant, payload) {
      const { transaction: id } = ResolveCharge.parse(payload)
      const charge = await asSystem(tenant, "charge", ctx => readTransactionForUpdate(ctx, id))
      if (charge.status !== "processing") return
      const outcome = await chargeAt(findGateway(charge.gateway ?? "")!, charge)
      await asSystem(tenant, "charge", async ctx => {
        const transaction = await readTransactionForUpdate(ctx, id)
        if (awaitsGateway(transaction)) await conclude(ctx, transaction, outcome)
      })
    },
  },

  /** The simulator sends its events as a real gateway does: as signed bytes that are verified on receipt. */
  "simulator-event": {
    async run(tenant, payload) {
      const { linkKey } = (await findTenant({ id: tenant }))!
      const bytes = Buffer.from(JSON.stringify(payload))
      await receiveEvent("simulator", { headers: { "simulator-signature": signature(linkKey, bytes) }, bytes })
    },
  },
}
