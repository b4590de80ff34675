import { z } from "zod"
import { actorTypes, channels } from "../../kit/pure/caller.ts"
import { Id, Timestamp, UtcTimestamp } from "../../kit/pure/fields.ts"
import { by } from "../../kit/pure/filters.ts"

/** `before` and `after` hold the fields that changed, as REST renders them. */
export const AuditEntry = z
  .object({
    _id: Id,
    at: UtcTimestamp,
    actor: z.object({ user: z.string(), type: z.enum(actorTypes) }),
    origin: z.object({
      channel: z.enum(channels),
      operation: z.string(),
      client: z.string().nullable(),
      address: z.string(),
      requestId: z.string(),
    }),
    action: z.string().meta({ example: "contacts.update" }),
    object: z.object({ type: z.string(), id: z.string() }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    createdAt: UtcTimestamp,
  })
  .meta({ id: "AuditEntry" })
export type AuditEntry = z.output<typeof AuditEntry>

export const AsOfQuery = z.object({
  asOf: Timestamp.optional().meta({ description: "As it was known then: what was recorded later is left out. By default now" }),
})

export const auditFilters = {
  action: by.text("action"),
  object: by.text("object_id"),
  user: by.text("user_id"),
  channel: by.oneOf("channel", channels),
  requestId: by.text("request_id"),
  createdAt: by.time("at", true),
}

export const AuditReport = z
  .object({
    ok: z.boolean(),
    entries: z.int().meta({ description: "All entries of the tenant" }),
    sealed: z.int().meta({ description: "Entries in the chain; new ones are added within seconds" }),
    head: z
      .string()
      .nullable()
      .meta({ description: "The hash of the last link; keep a copy to prove later that nothing before it was changed" }),
    problems: z.array(z.object({ seq: z.int(), entry: z.string(), problem: z.string() })),
  })
  .meta({ id: "AuditReport" })
export type AuditReport = z.output<typeof AuditReport>
