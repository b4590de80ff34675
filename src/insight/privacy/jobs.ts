import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { enqueueNext } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { findPayer } from "../../parties/contacts/store.ts"
import { erase, eraseLateTraces } from "./erase.ts"
import { findOpenObjects } from "./store.ts"

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
  "remove-draft-contact": {
    describe: payload => ({ text: "The contact is erased, unless it has paid", object: Payload.parse(payload).contact }),
    async run(tenant, payload) {
      const { contact } = Payload.parse(payload)
      await asSystem(tenant, "remove-draft-contact", ctx => removeDraft(ctx, contact))
    },
  },
}

/** A visitor who has ordered something again is asked about a day later. */
async function removeDraft(ctx: Context, contact: string) {
  const row = await findPayer(ctx, contact)
  if (!row?.is_draft || row.erased_at) return
  if ((await findOpenObjects(ctx, contact)).length === 0) return void (await erase(ctx, contact))
  enqueueNext(ctx, "remove-draft-contact", { contact }, new Date(ctx.now.getTime() + dayMs))
}
