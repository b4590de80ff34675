import { createTransport, type Transporter } from "nodemailer"
import { z } from "zod"
import { config } from "../kit/config.ts"
import type { Jobs } from "../kit/jobs.ts"
import { asSystem } from "../kit/system.ts"
import type { Mail } from "./schema.ts"
import { lockMail, type MailRow, saveMail } from "./store.ts"

const Payload = z.object({ mail: z.string() })

export const mailJobs: Jobs = {
  "send-mail": {
    /** Without a server the mail is kept. With one: read, send with nothing open, then note how it went. */
    async run(tenant, payload) {
      const queued = await settle(tenant, payload, config.SMTP_URL ? undefined : "kept")
      if (!queued || !config.SMTP_URL) return
      await deliver(queued)
      await settle(tenant, payload, "sent")
    },
    async giveUp(tenant, payload, error) {
      await settle(tenant, payload, "failed", error)
    },
  },
}

/** The mail while it is queued, with its outcome noted where there is one. */
async function settle(
  tenant: string,
  payload: unknown,
  status?: Mail["status"],
  error: string | null = null,
): Promise<MailRow | undefined> {
  const { mail } = Payload.parse(payload)
  return asSystem(tenant, "send-mail", async ctx => {
    const row = await lockMail(ctx, mail)
    if (row?.status !== "queued") return undefined
    if (status) saveMail(ctx, row, { status, error, sent_at: status === "sent" ? ctx.now : null })
    return row
  })
}

let transport: Transporter | undefined

async function deliver({ id, recipient, subject, text, html }: MailRow) {
  transport ??= createTransport(config.SMTP_URL!, { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as object)
  // The same message id on every try: a server that took it before a crash lets the reader's program show it once.
  await transport.sendMail({ from: config.MAIL_FROM, to: recipient, subject, text, html, messageId: `<${id}@countersign>` })
}
