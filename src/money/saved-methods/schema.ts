import { z } from "zod"
import { common, Id, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { channels } from "../../kit/pure/caller.ts"
import { savedMethodStatuses } from "./values.ts"

const Consent = z.object({
  text: z.string().meta({ description: "The words that the payer agreed to" }),
  channel: z
    .enum(channels)
    .meta({ description: "page: the payer agreed on the payment page; otherwise the tenant says that the payer did" }),
  at: UtcTimestamp,
})

/** A payer's card that is kept at a gateway, so that it can be charged while the payer is absent. */
export const SavedMethod = z
  .object({
    _id: Id,
    contact: Id,
    method: z.string().meta({ description: "The method of the gateway that it is charged by" }),
    gateway: z.string(),
    connection: Id.nullable().meta({ description: "The gateway connection that keeps it; null for the simulator" }),
    brand: z.string().nullable().meta({ description: "As the gateway names it", example: "visa" }),
    last4: z.string().nullable().meta({ description: "The last four digits", example: "4242" }),
    expiryMonth: z.int().nullable(),
    expiryYear: z.int().nullable(),
    status: z.enum(savedMethodStatuses),
    transaction: Id.meta({ description: "The payment that the payer saved it with" }),
    consent: Consent,
    endedAt: UtcTimestamp.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "SavedMethod" })
export type SavedMethod = z.output<typeof SavedMethod>

export const savedMethodFilters = {
  contact: by.text("contact_id"),
  status: by.oneOf("status", savedMethodStatuses),
  method: by.text("method"),
  gateway: by.text("gateway"),
  connection: by.text("connection_id"),
  transaction: by.text("transaction_id"),
  last4: by.text("last4"),
  endedAt: by.time("ended_at"),
  ...commonFilters,
}
