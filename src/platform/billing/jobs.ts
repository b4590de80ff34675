import { z } from "zod"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { enqueueInvoice, issueInvoice } from "./bill.ts"

const Payload = z.object({ invoice: z.int() })

export const billingJobs: Jobs = {
  "issue-invoice": {
    describe: () => ({ text: "The month ends, and what the tenant owes for this service is invoiced" }),
    run: (tenant, payload) => asSystem(tenant, "issue-invoice", ctx => issueInvoice(ctx, Payload.parse(payload).invoice)),
    /** Billing does not end with a job that failed: it is tried again every day. */
    giveUp: (tenant, payload) =>
      asSystem(tenant, "issue-invoice", async ctx =>
        enqueueInvoice(ctx, Payload.parse(payload).invoice, new Date(ctx.now.getTime() + dayMs)),
      ),
  },
}
