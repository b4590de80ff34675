import { batchedLookupMany } from "../../kit/db/batched-lookup.ts"
import { boolean, double, identity, json, nullable, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { oncePerContext } from "../../kit/operation/once-per-context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { resolvePartnershipId } from "../../parties/partnerships/store.ts"
import { changePolicies, lockPolicies } from "../../platform/tenants/policies-store.ts"
import type { ApprovalPolicy, Conditions } from "./schema.ts"
import { type EntityType, entityTypes, strategies } from "./values.ts"

const columns = {
  ...identity,
  name: text,
  entity_type: oneOf(entityTypes),
  strategy: oneOf(strategies),
  approvers: json<string[]>(),
  conditions: json<Conditions>(),
  priority: double,
  enabled: boolean,
  partnership_id: nullable(text),
  four_eyes: boolean,
  ...tracked,
}
export type PolicyRow = Row<typeof columns>
type Content = Omit<PolicyRow, "tenant_id" | "id" | "created_at" | "updated_at" | "version" | "revision">

const policies = resource("approval_policies", columns, {
  noun: "approval policy",
  audits: "approvalPolicies",
  counted: true,
  references: { partnership: resolvePartnershipId },
  render: renderPolicy,
})
export const { read: readPolicy, list: listPolicies } = policies

/** Policies of a tenant are changed one at a time. A unit of work that read them before a change can't commit after it. */
export async function readPolicyForUpdate(ctx: Context, id: string): Promise<PolicyRow> {
  await lockPolicies(ctx)
  return policies.readForUpdate(ctx, id)
}

export function insertPolicy(ctx: Context, policy: Content): ApprovalPolicy {
  const { row, object } = policies.insert(ctx, policy)
  ctx.write({ statement: rotationInserts, row: { tenant_id: row.tenant_id, policy_id: row.id } })
  changePolicies(ctx)
  return object
}

export function savePolicy(ctx: Context, before: PolicyRow, change: Partial<Content>): ApprovalPolicy {
  changePolicies(ctx)
  return policies.save(ctx, before, change).object
}

export function deletePolicy(ctx: Context, row: PolicyRow) {
  changePolicies(ctx)
  policies.remove(ctx, row)
}

/** Enabled policies of a type, with their revision at the time of the read. A tenant without policies has one row without a policy. */
const policiesByType = batchedLookupMany<
  { tenant_id: string; entity_type: string },
  { approval_revision: number } & (PolicyRow | NoPolicy)
>(`
  select n, t.approval_revision, p.*
  from jsonb_to_recordset($1) as input(n int, tenant_id text, entity_type text)
  cross join lateral (select approval_revision from tenants where id = input.tenant_id limit 1) t
  left join lateral (
    select * from approval_policies where tenant_id = input.tenant_id and entity_type = input.entity_type and enabled
  ) p on true`)
type NoPolicy = { [K in keyof PolicyRow]: null }

export async function findEnabledPolicies({ tenant }: Context, entityType: EntityType) {
  const rows = await policiesByType({ tenant_id: tenant.id, entity_type: entityType })
  const isPolicy = (row: PolicyRow | NoPolicy): row is PolicyRow => row.id !== null
  return { revision: rows[0]!.approval_revision, policies: rows.filter(isPolicy) as PolicyRow[] }
}

export const findAllEnabledPolicies = ({ tenant }: Context): Promise<PolicyRow[]> =>
  query<PolicyRow>([tenant.id], sql`select * from approval_policies where tenant_id = ${tenant.id} and enabled order by id`)

const rotationInserts = writeStatement(`
  insert into approval_rotations (tenant_id, policy_id, turn)
  select tenant_id, policy_id, 0 from jsonb_to_recordset($1) as r(tenant_id text, policy_id text)`)
const rotationUpdates = writeStatement(`
  update approval_rotations t set turn = r.turn from jsonb_to_recordset($1) as r(tenant_id text, policy_id text, turn bigint)
  where t.tenant_id = r.tenant_id and t.policy_id = r.policy_id`)

/** Takes the next turn of a round-robin policy; concurrent requests wait for each other. */
export async function takeTurn(ctx: Context, policy: string): Promise<number> {
  const { tenant, lock, write } = ctx
  const row = await lock<{ turn: number }>(
    sql`select turn from approval_rotations where tenant_id = ${tenant.id} and policy_id = ${policy} for update`,
  )
  const nextTurns = nextTurnsOf(ctx)
  const turn = nextTurns.get(policy) ?? row?.turn ?? 0
  nextTurns.set(policy, turn + 1)
  const id = `approval_rotations ${tenant.id} ${policy}`
  write({ statement: rotationUpdates, row: { tenant_id: tenant.id, policy_id: policy, turn: turn + 1 }, id })
  return turn
}

/** The next turn of each policy. The row still has the first turn that this unit of work took, because writes are sent at its end. */
const nextTurnsOf = oncePerContext(() => new Map<string, number>())

export function renderPolicy(row: PolicyRow): ApprovalPolicy {
  return {
    _id: row.id,
    name: row.name,
    entityType: row.entity_type,
    strategy: row.strategy,
    approvers: row.approvers,
    conditions: row.conditions,
    priority: row.priority,
    enabled: row.enabled,
    partnership: row.partnership_id,
    fourEyes: row.four_eyes,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
