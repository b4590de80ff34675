import { appendOnly } from "../../kit/db/append-only.ts"
import { identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { newId } from "../../kit/pure/id.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { currencyOf, explain } from "./policy-rules.ts"
import type { ApprovalRequest, Conditions, Decided, Effect, Facts } from "./schema.ts"
import { entityTypes, requestStatuses, strategies } from "./values.ts"

/** The policy as it was when the request was opened. */
type PolicyCopy = { name: string; conditions: Conditions; priority: number; partnership_id: string | null; four_eyes: boolean }
/** What each decision will do to the entity. */
export type Effects = { onApprove: Effect[]; onReject: Effect[] }

const columns = {
  ...identity,
  policy_id: text,
  policy: json<PolicyCopy>(),
  entity_type: oneOf(entityTypes),
  entity_id: text,
  facts: json<Facts>(),
  effects: json<Effects>(),
  also_matched: json<ApprovalRequest["explanation"]["alsoMatched"]>(),
  status: oneOf(requestStatuses),
  strategy: oneOf(strategies),
  approvers: json<string[]>(),
  assignee_id: nullable(text),
  decisions: json<Decided[]>(),
  remaining: json<string[]>(),
  requested_by: text,
  drafted_by: nullable(text),
  reason: nullable(text),
  reminded_at: nullable(timestamptz),
  expires_at: timestamptz,
  resolved_at: nullable(timestamptz),
  ...tracked,
}
export type RequestRow = Row<typeof columns>
type NewRequest = Omit<
  RequestRow,
  "tenant_id" | "id" | "metadata" | "reason" | "reminded_at" | "created_at" | "updated_at" | "version" | "revision"
>
export type RequestChange = Partial<
  Pick<RequestRow, "status" | "decisions" | "remaining" | "assignee_id" | "reason" | "reminded_at" | "resolved_at">
>

const meOr = async ({ caller }: Context, user: string) => (user === "me" ? caller.user : user)

const requests = resource("approval_requests", columns, {
  noun: "approval request",
  publishes: "approvalRequests",
  counted: "status",
  references: { approver: meOr, assignee: meOr, requestedBy: meOr },
  conditions: {
    approver: users => `exists (
      select 1 from approval_seats s where s.tenant_id = $1 and s.user_id = any(${users}) and s.request_id = id limit 1)`,
  },
  render: renderRequest,
})
export const { read: readRequest, readForUpdate: readRequestForUpdate, list: listRequests } = requests

const seats = appendOnly("approval_seats", { tenant_id: text, user_id: text, request_id: text })

export function insertRequest(ctx: Context, request: NewRequest): RequestRow {
  const id = newId(ctx.now)
  for (const user_id of request.approvers) ctx.write(seats.insert({ tenant_id: ctx.tenant.id, user_id, request_id: id }))
  return requests.insert(ctx, { ...request, id, metadata: {}, reason: null, reminded_at: null }).row
}

export const saveRequest = (ctx: Context, before: RequestRow, change: RequestChange): ApprovalRequest =>
  requests.save(ctx, before, change).object

/** The open request of an entity, or its last one. */
export async function findRequestOf({ tenant }: Context, entity: string): Promise<RequestRow | undefined> {
  const [row] = await query<RequestRow>(
    [tenant.id],
    sql`
    select * from approval_requests where tenant_id = ${tenant.id} and entity_id = ${entity}
    order by status = 'pending' desc, id desc limit 1`,
  )
  return row
}

export function findPendingOf({ tenant }: Context, user: string): Promise<RequestRow[]> {
  return query<RequestRow>(
    [tenant.id],
    sql`
    select r.* from approval_seats s
    join approval_requests r on r.tenant_id = s.tenant_id and r.id = s.request_id
    where s.tenant_id = ${tenant.id} and s.user_id = ${user} and r.status = 'pending'
    order by r.id`,
  )
}

/** Counts what an agent's client created for a user and a policy holds. Refunds do not count here: an agent's refunds are always drafts. */
export async function countHeldForAgent({ tenant }: Context, { user, client }: { user: string; client: string }): Promise<number> {
  const [row] = await query<{ n: number }>(
    [tenant.id],
    sql`
    select count(*)::int as n from approval_requests r
    where r.tenant_id = ${tenant.id} and r.status = 'pending' and r.requested_by = ${user} and r.entity_type <> 'refund-intent'
      and exists (
        select 1 from audit_entries e
        where e.tenant_id = r.tenant_id and e.object_id = r.entity_id and e.action like '%.create'
          and e.channel = 'agent' and e.client = ${client}
      )`,
  )
  return row!.n
}

export const stateOf = ({ policy, ...row }: RequestRow) => ({ ...row, fourEyes: policy.four_eyes })

export function renderRequest(row: RequestRow): ApprovalRequest {
  const { facts, policy, effects } = row
  return {
    _id: row.id,
    policy: row.policy_id,
    policyName: policy.name,
    entityType: row.entity_type,
    entity: row.entity_id,
    action: facts.action,
    amount: facts.amount ?? 0,
    currency: currencyOf(row.entity_type, facts),
    isUnlimited: facts.amount === null,
    status: row.status,
    strategy: row.strategy,
    approvers: row.approvers,
    assignee: row.assignee_id,
    decisions: row.decisions,
    remaining: row.remaining,
    requestedBy: row.requested_by,
    draftedBy: row.drafted_by,
    fourEyes: policy.four_eyes,
    reason: row.reason,
    explanation: {
      conditions: explain(policy, facts),
      alsoMatched: row.also_matched,
      onApprove: [...furtherApprovals(row), ...effects.onApprove],
      onReject: effects.onReject,
    },
    remindedAt: isoTimeOrNull(row.reminded_at),
    expiresAt: isoTime(row.expires_at),
    resolvedAt: isoTimeOrNull(row.resolved_at),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}

/** Whether one approval is enough, or how many must follow before the effects below happen. */
function furtherApprovals({ strategy, remaining, status }: RequestRow): Effect[] {
  if (status !== "pending") return []
  const isOne = strategy === "any-of" || strategy === "round-robin" || remaining.length <= 1
  if (isOne) return [{ code: "last-approval", text: "This is the last approval that is needed." }]
  const further = remaining.length - 1
  return [
    { code: "further-approvals", text: `${further} more ${further === 1 ? "approval is" : "approvals are"} needed after the next one.` },
  ]
}
