import { z } from "zod"
import { cleanup } from "../../kit/jobs/cleanup.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { resolve } from "./hold.ts"
import { mailWords } from "./mail-words.ts"
import { mailApprovers } from "./mails.ts"
import type { Gates } from "./ports.ts"
import { readRequestForUpdate, saveRequest } from "./request-store.ts"
import { deleteOldRequests } from "./retention-store.ts"
import { isReminderDue } from "./rules.ts"

const Payload = z.object({ request: z.string() })
/** `at` says which reminder it is. Jobs of earlier versions lack it. */
const Reminder = Payload.extend({ at: z.coerce.date().optional() })

export const approvalJobs = (gates: Gates): Jobs => ({
  /**
   * Contract: a request is open for 7 days by the tenant's clock, then it is canceled and the entity that it held ends. The job is due by
   * the database's clock, because this process's clock may be behind.
   */
  "expire-approval": {
    describe: () => ({ text: "The approval request expires, unless it is decided", event: "approvalRequests.update" }),
    async run(tenant, payload) {
      const { request: id } = Payload.parse(payload)
      await asSystem(tenant, "expire-approval", async ctx => {
        const request = await readRequestForUpdate(ctx, id)
        if (request.status === "pending") await resolve(ctx, gates, request, { status: "canceled", reason: mailWords.en.expired })
      })
    },
  },

  /** A repeat after a crash sees the first reminder and sends none. */
  "remind-approvers": {
    describe: () => ({ text: "The approvers who have not decided are reminded", event: "approvalRequests.update" }),
    async run(tenant, payload) {
      const { request: id, at } = Reminder.parse(payload)
      await asSystem(tenant, "remind-approvers", async ctx => {
        const request = await readRequestForUpdate(ctx, id)
        if (!isReminderDue(request, at ?? ctx.now)) return
        await mailApprovers(ctx, request)
        saveRequest(ctx, request, { reminded_at: ctx.now })
      })
    },
  },
})

export const approvalSweeps = [cleanup("delete old closed approval requests", deleteOldRequests)]
