import { z } from "zod"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { enqueueInvoice, issueInvoice } from "./bill.ts"

const Payload = z.object({ invoice: z.int() })

export const billingJobs: Jobs = {
  "issue-invoice": {
    describe: () => ({ text: "The month ends, and the tenant gets its invoice for this service" }),
    run: (tenant, payload) => asSystem(tenant, "issue-invoice", ctx => issueInvoice(ctx, Payload.parse(payload).invoice)),
    /** A failed job does not end billing: it is retried every day. */
    giveUp: (tenant, payload) =>
      asSystem(tenant, "issue-invoice", async ctx =>
        enqueueInvoice(ctx, Payload.parse(payload).invoice, new Date(ctx.now.getTime() + dayMs)),
      ),
  },
}
