import { z } from "zod"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { expire } from "./simulator-payer.ts"

const ExpiryPayload = z.object({ key: z.string() })

export const gatewayJobs: Jobs = {
  /** By the tenant's clock, as everything that the simulator does. */
  "simulator-expiry": {
    describe: payload => ({
      text: "The simulator's instructions expire, if the payer has not followed them by then",
      event: "transactions.update",
      object: ExpiryPayload.parse(payload).key,
    }),
    async run(tenant, payload) {
      const { key } = ExpiryPayload.parse(payload)
      await asSystem(tenant, "simulator", ctx => expire(ctx, key))
    },
  },
}
