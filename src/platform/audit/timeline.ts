import type { Context } from "../../kit/db/context.ts"
import { listing } from "../../kit/operation/operation.ts"
import { narrow } from "../../kit/pure/filters.ts"
import type { Permission } from "../../kit/pure/permissions.ts"
import { AuditEntry, auditFilters } from "./schema.ts"
import { listAudit } from "./store.ts"

/** `GET /v1/{resource}/{id}/timeline`: the audit entries of one object. Every resource has it. */
export function timeline<const R extends string>(
  resource: R,
  needs: Permission,
  subject: (ctx: Context, reference: string) => Promise<{ id: string }>,
  refuses?: readonly string[],
) {
  return listing({
    route: `GET /v1/${resource}/{id}/timeline`,
    noun: "auditEntry",
    plural: "auditEntries",
    summary: "What happened to the object, newest first: who, when, from where, before and after",
    needs,
    ...(refuses && { refuses }),
    filters: auditFilters,
    item: AuditEntry,
    subject,
    run: (ctx, query, { id }) => listAudit(ctx, narrow(query, "object_id", id)),
  })
}
