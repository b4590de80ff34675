import { z } from "zod"
import { Id, Moment } from "../kit/fields.ts"
import { by } from "../kit/filters.ts"

/** Who did what to which object: before and after hold the fields that changed, as REST shows them. */
export const AuditEntry = z
  .object({
    _id: Id,
    at: Moment,
    actor: z.object({ user: z.string(), type: z.enum(["person", "api-key", "system"]) }),
    origin: z.object({
      door: z.enum(["rest", "agent", "job", "command"]),
      operation: z.string(),
      client: z.string().nullable(),
      address: z.string(),
      requestId: z.string(),
    }),
    action: z.string().meta({ example: "contacts.update" }),
    object: z.object({ type: z.string(), id: z.string() }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    createdAt: Moment,
  })
  .meta({ id: "AuditEntry" })
export type AuditEntry = z.output<typeof AuditEntry>

export const auditFilters = {
  action: by.text("action"),
  object: by.text("object_id"),
  user: by.text("user_id"),
  door: by.text("door"),
  requestId: by.text("request_id"),
  createdAt: by.time("at", true),
}

export const AuditReport = z
  .object({
    ok: z.boolean(),
    entries: z.int().meta({ description: "All there are" }),
    sealed: z.int().meta({ description: "Those in the chain; the newest join it within seconds" }),
    head: z
      .string()
      .nullable()
      .meta({ description: "The hash of the last link; note it down to prove later that nothing before it was changed" }),
    problems: z.array(z.object({ seq: z.int(), entry: z.string(), problem: z.string() })),
  })
  .meta({ id: "AuditReport" })
export type AuditReport = z.output<typeof AuditReport>
