import { deleteOld } from "../../kit/db/delete-old.ts"
import { config } from "../../kit/service/config.ts"

/** Where each type of entity is stored, and the statuses in which it is still to be decided, sent, paid or charged. */
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

/** Deletes closed requests. The audit log keeps who decided what; a request of something that has not ended is kept with it. */
export const deleteOldRequests = () =>
  deleteOld(config.RETENTION_APPROVAL_REQUESTS_DAYS, {
    table: "approval_requests",
    since: "resolved_at",
    where: `t.status <> 'pending' and not (${isOpen.join(" or ")})`,
    counted: "status",
    parts: { approval_seats: "request_id" },
  })
