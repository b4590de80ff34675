import { z } from "zod"
import { endJob } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { sealOf } from "./close.ts"
import { readCloseForUpdate, saveClose } from "./close-store.ts"

const SealMonth = z.object({ close: z.string() })

export const journalJobs: Jobs = {
  /** Stores the totals of a closed month and the hash of its export. No transaction is open while the month is read. */
  "seal-journal-month": {
    describe: () => ({ text: "The totals of the closed month are computed", event: "journalCloses.update" }),
    async run(tenant, payload) {
      const { close: id } = SealMonth.parse(payload)
      const read = await asSystem(tenant, "seal-journal-month", async ctx => ({
        tenant: ctx.tenant,
        close: await readCloseForUpdate(ctx, id),
      }))
      const seal = await sealOf(read, read.close)
      await asSystem(tenant, "seal-journal-month", async ctx => {
        const close = await readCloseForUpdate(ctx, id)
        if (close.status === "closing") saveClose(ctx, close, { ...seal, status: "closed" })
        endJob(ctx)
      })
    },
  },
}
