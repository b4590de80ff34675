import type { Context } from "../../kit/db/context.ts"
import type { NewMail } from "../mails/store.ts"
import { resetUrl } from "../passwords/mails.ts"

export function invitationMail({ caller, tenant }: Context, name: string, token: string): Omit<NewMail, "recipient" | "object"> {
  const from = caller.type === "person" ? `${caller.name} (${caller.email})` : tenant.name
  return {
    kind: "invitation",
    subject: `You are invited to ${tenant.name}`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `${from} invites you to the payments of ${tenant.name} in Countersign.`,
      "Choose a password to begin. The link works once, for seven days.",
    ],
    action: { label: "Choose a password", url: resetUrl(token) },
    footer: `Sent by ${tenant.name} with Countersign.`,
  }
}
