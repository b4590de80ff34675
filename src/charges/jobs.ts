import { z } from "zod"
import { findGateway } from "../gateways/registry.ts"
import { signature } from "../gateways/simulator.ts"
import { enqueue } from "../kit/enqueue.ts"
import type { Jobs } from "../kit/jobs.ts"
import { asSystem } from "../kit/system.ts"
import { findTenant } from "../kit/tenant.ts"
import { awaitsWord } from "../transactions/rules.ts"
import { takeTransaction } from "../transactions/store.ts"
import { conclude, fail, lookUp } from "./charge.ts"
import { receiveEvent } from "./receive.ts"
import { givenUpAfterMs, nextLookAfter } from "./rules.ts"

const Charge = z.object({ transaction: z.string() })

export const chargeJobs: Jobs = {
  /** A charge whose outcome nobody told us is asked about until it is known, and a while after it was given up. It is never charged again. */
  "resolve-charge": {
    async run(tenant, payload) {
      const { transaction: id } = Charge.parse(payload)
      const charge = await asSystem(tenant, "resolve-charge", ctx => takeTransaction(ctx, id))
      if (!awaitsWord(charge)) return
      const outcome = await lookUp(findGateway(charge.gateway ?? "")!, charge)
      await asSystem(tenant, "resolve-charge", async ctx => {
        const transaction = await takeTransaction(ctx, id)
        if (!awaitsWord(transaction)) return
        const ageMs = ctx.now.getTime() - transaction.created_at.getTime()
        const isLost = transaction.status === "processing" && outcome.status === "absent" && ageMs > givenUpAfterMs
        const known = isLost
          ? fail(ctx, transaction, "never_arrived", "the gateway never heard of this charge")
          : await conclude(ctx, transaction, outcome)
        const again = awaitsWord(known) ? nextLookAfter(known.status, ageMs) : undefined
        if (again !== undefined) enqueue(ctx, "resolve-charge", { transaction: id }, new Date(ctx.now.getTime() + again))
      })
    },
  },

  /** The simulator posts to us like a real one: signed bytes, through the same door. */
  "simulator-event": {
    async run(tenant, payload) {
      const { linkKey } = (await findTenant({ id: tenant }))!
      const bytes = Buffer.from(JSON.stringify(payload))
      await receiveEvent("simulator", { headers: { "simulator-signature": signature(linkKey, bytes) }, bytes })
    },
  },
}
