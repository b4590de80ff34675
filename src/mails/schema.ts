import { z } from "zod"
import { common, Id, Moment, Version } from "../kit/fields.ts"
import { by, commonFilters } from "../kit/filters.ts"

/** `kept`: no SMTP server is set, so the mail stays here to be read. */
export const mailStatuses = ["queued", "kept", "sent", "failed"] as const

export const Mail = z
  .object({
    _id: Id,
    recipient: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    object: Id.meta({ description: "What it is about" }),
    status: z.enum(mailStatuses),
    error: z.string().nullable(),
    sentAt: Moment.nullable(),
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
