import { deleteOld } from "../../kit/db/delete-old.ts"
import { config } from "../../kit/service/config.ts"

/** The table of each entity type, and the statuses in which an entity still has to be decided, sent, paid or charged. */
const open = {
  transactions: "'pending-approval', 'processing'",
  payment_splits: "'pending-approval', 'pending', 'due', 'scheduled'",
  payouts: "'draft', 'pending-approval', 'processing'",
  authorizations: "'pending-approval', 'pending', 'active'",
  refund_intents: "'draft', 'approved', 'processing'",
}
const isOpen = Object.entries(open).map(
  ([table, statuses]) => `exists (
    select 1 from ${table} e where e.tenant_id = t.tenant_id and e.id = t.entity_id and e.status in (${statuses}))`,
)

/** Deletes closed requests. The audit log keeps who decided what; the request of an entity that has not ended is kept. */
export const deleteOldRequests = () =>
  deleteOld(config.RETENTION_APPROVAL_REQUESTS_DAYS, {
    table: "approval_requests",
    since: "resolved_at",
    where: `t.status <> 'pending' and not (${isOpen.join(" or ")})`,
    counted: "status",
    parts: { approval_seats: "request_id" },
  })
