import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { cleanup } from "../../kit/jobs/cleanup.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { config } from "../../kit/service/config.ts"
import { withLink } from "./link.ts"
import { isOnlyKept, isUnsent } from "./rules.ts"
import { handOver, type Outcome } from "./smtp.ts"
import { deleteOldMails, lockMail, type MailRow, saveMail } from "./store.ts"

const Payload = z.object({ mail: z.string() })

/** Mails that the SMTP server accepted, but that are not marked as sent, because the database was unreachable. They are not sent again. */
const accepted = new Set<string>()

export const mailJobs: Jobs = {
  /**
   * Sends a mail between two units of work, so that no transaction is open meanwhile. The first one counts the attempt. A mail is sent
   * twice only if the worker dies after the SMTP server accepted it and before the second unit of work. SMTP can't prevent this, but both
   * have the same Message-ID.
   */
  "send-mail": {
    describe: () => ({ text: "The mail is sent" }),
    async run(tenant, payload) {
      const { mail: id } = Payload.parse(payload)
      const outcome: Outcome | undefined = accepted.has(id) ? { status: "accepted" } : await attempt(tenant, id)
      if (!outcome) return
      if (outcome.status === "accepted") accepted.add(id)
      await asSystem(tenant, "send-mail", ctx => conclude(ctx, id, outcome))
      accepted.delete(id)
      if (outcome.status === "postponed") throw new Error(outcome.error)
    },
    async giveUp(tenant, payload, error) {
      const { mail: id } = Payload.parse(payload)
      await asSystem(tenant, "send-mail", ctx => conclude(ctx, id, { status: "refused", error }))
    },
  },
}

export const mailSweeps = [cleanup("delete old mails", deleteOldMails)]

async function attempt(tenant: string, id: string): Promise<Outcome | undefined> {
  const begun = await asSystem(tenant, "send-mail", ctx => begin(ctx, id))
  return begun && handOver(begun.mail, begun.tenantName)
}

/** The mail as it is sent now, or undefined if it already has its outcome or is only kept. */
async function begin(ctx: Context, id: string): Promise<{ mail: MailRow; tenantName: string } | undefined> {
  const mail = await lockMail(ctx, id)
  if (!mail || !isUnsent(mail.status)) return undefined
  const { mode, name: tenantName } = ctx.tenant
  const { kind, attempts } = mail
  const isKept = isOnlyKept({ hasSmtp: config.SMTP_URL !== undefined, sendsForSandboxes: config.MAIL_SANDBOX, mode, kind })
  const change = isKept ? { status: "kept" as const } : { status: "sending" as const, attempts: attempts + 1 }
  saveMail(ctx, mail, change)
  return isKept ? undefined : { mail: withLink(mail), tenantName }
}

async function conclude(ctx: Context, id: string, outcome: Outcome): Promise<void> {
  const mail = await lockMail(ctx, id)
  if (!mail || !isUnsent(mail.status)) return
  if (outcome.status === "accepted") saveMail(ctx, mail, { status: "sent", error: null, sent_at: ctx.now })
  else saveMail(ctx, mail, { status: outcome.status === "refused" ? "failed" : "queued", error: outcome.error })
}
