import type { Transporter } from "nodemailer"
import { config, perConfig } from "../../kit/service/config.ts"
import { addressOf, isRefusal, isToStaff, maskLinks, messageIdOf } from "./rules.ts"
import type { MailRow } from "./store.ts"

/** `refused`: the server will never accept this mail. `postponed`: it may accept it later. */
export type Outcome = { status: "accepted" } | { status: "refused" | "postponed"; error: string }

/** Hands a mail to the SMTP server. Payers and partners see the tenant's name as the sender. */
export async function handOver(mail: MailRow, tenantName: string): Promise<Outcome> {
  const { id, kind, recipient, reply_to, subject, text, html } = mail
  const { MAIL_FROM } = config
  try {
    const connected = await transport()
    await connected.sendMail({
      from: isToStaff(kind) ? MAIL_FROM : { name: tenantName, address: addressOf(MAIL_FROM) },
      to: recipient,
      ...(reply_to !== null && { replyTo: reply_to }),
      subject,
      text,
      html,
      messageId: messageIdOf(id, MAIL_FROM),
      headers: { "Auto-Submitted": "auto-generated" }, // prevents automatic replies
    })
    return { status: "accepted" }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // A filter may quote the link that it refuses. The cut may split a surrogate pair.
    const reason = maskLinks(error.message).slice(0, 500).toWellFormed()
    return { status: isRefusal(error) ? "refused" : "postponed", error: reason }
  }
}

/** The library is loaded with the first mail, because loading takes 80 ms of the start. */
const transport = perConfig(async ({ SMTP_URL }): Promise<Transporter> => {
  const nodemailer = await import("nodemailer")
  return nodemailer.createTransport(SMTP_URL!, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as object)
})
