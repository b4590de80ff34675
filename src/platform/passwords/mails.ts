import { config } from "../../kit/service/config.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import type { NewMail } from "../mails/store.ts"

/** The page where a new password is chosen. */
export const resetUrl = (token: string) => `${config.BASE_URL}/reset-password?${String(new URLSearchParams({ token }))}`

export const resetMail = (name: string, tenant: Pick<Tenant, "name">, token: string): Omit<NewMail, "recipient" | "object"> => ({
  kind: "password-reset",
  subject: "Choose a new password",
  greeting: `Hello ${name},`,
  paragraphs: [
    `Somebody, probably you, asked for a new password for ${tenant.name}. The link works once, for an hour.`,
    "If it was not you, do nothing: your password stays as it is.",
  ],
  action: { label: "Choose a new password", url: resetUrl(token) },
  footer: `Sent by ${tenant.name} with Countersign.`,
})
