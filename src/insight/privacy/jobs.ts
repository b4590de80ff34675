import { z } from "zod"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { eraseLateTraces } from "./erase.ts"

const Payload = z.object({ contact: z.string() })

export const privacyJobs: Jobs = {
  /** Repeated after a crash, it finds what is overwritten already. */
  "erase-late-traces": {
    describe: () => ({ text: "What requests wrote about the contact while it was erased is overwritten, too" }),
    async run(tenant, payload) {
      const { contact } = Payload.parse(payload)
      await asSystem(tenant, "erase-late-traces", ctx => eraseLateTraces(ctx, contact))
    },
  },
}
