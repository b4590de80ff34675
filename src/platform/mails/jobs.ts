import type { Transporter } from "nodemailer"
import { z } from "zod"
import { config } from "../../kit/service/config.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import type { Context } from "../../kit/operation/context.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { lockMail, type MailRow, saveMail } from "./store.ts"

const Payload = z.object({ mail: z.string() })

export const mailJobs: Jobs = {
  "send-mail": {
    describe: () => ({ text: "The mail is sent" }),
    /** The mail is sent between two units of work, so that no transaction is open meanwhile. */
    async run(tenant, payload) {
      if (!config.SMTP_URL) return saveOutcome(tenant, payload, "kept")
      const mail = await withQueuedMail(tenant, payload, (_ctx, row) => row)
      if (!mail) return
      await send(mail)
      await saveOutcome(tenant, payload, "sent")
    },
    giveUp: (tenant, payload, error) => saveOutcome(tenant, payload, "failed", error),
  },
}

/** A mail that is not queued any more has its outcome: then there is nothing to do. */
async function withQueuedMail<T>(tenant: string, payload: unknown, work: (ctx: Context, row: MailRow) => T): Promise<T | undefined> {
  const { mail } = Payload.parse(payload)
  return asSystem(tenant, "send-mail", async ctx => {
    const row = await lockMail(ctx, mail)
    return row?.status === "queued" ? work(ctx, row) : undefined
  })
}

async function saveOutcome(tenant: string, payload: unknown, status: "kept" | "sent" | "failed", error: string | null = null) {
  await withQueuedMail(tenant, payload, (ctx, row) => saveMail(ctx, row, { status, error, sent_at: status === "sent" ? ctx.now : null }))
}

let transport: Promise<Transporter> | undefined

/** The library is loaded with the first mail: that takes 80 ms, which a start need not wait for. */
async function createTransport(): Promise<Transporter> {
  const nodemailer = await import("nodemailer")
  return nodemailer.createTransport(config.SMTP_URL!, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as object)
}

async function send({ id, recipient, subject, text, html }: MailRow) {
  const connected = await (transport ??= createTransport())
  // Every attempt has the same message id, so that a mail sent again after a crash is shown once by the reader's program.
  await connected.sendMail({ from: config.MAIL_FROM, to: recipient, subject, text, html, messageId: `<${id}@countersign>` })
}
