import { z } from "zod"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { eraseLateTraces } from "./erase.ts"

const Payload = z.object({ contact: z.string() })

export const privacyJobs: Jobs = {
  /** Safe to repeat after a crash: it finds nothing left to overwrite. */
  "erase-late-traces": {
    describe: () => ({ text: "Personal data that requests wrote during the erasure is overwritten" }),
    async run(tenant, payload) {
      const { contact } = Payload.parse(payload)
      await asSystem(tenant, "erase-late-traces", ctx => eraseLateTraces(ctx, contact))
    },
  },
}
