import { z } from "zod"
import { common, Id, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"

/** `kept`: no SMTP server is configured, so the mail is only stored. */
export const mailStatuses = ["queued", "kept", "sent", "failed"] as const

export const Mail = z
  .object({
    _id: Id,
    recipient: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    object: Id.meta({ description: "The object that the mail is about" }),
    status: z.enum(mailStatuses),
    error: z.string().nullable(),
    sentAt: UtcTimestamp.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "Mail" })
export type Mail = z.output<typeof Mail>

export const mailFilters = {
  recipient: by.text("recipient"),
  object: by.text("object_id"),
  status: by.oneOf("status", mailStatuses),
  ...commonFilters,
}
