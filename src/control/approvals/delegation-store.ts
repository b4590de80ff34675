import { batchedLookupMany } from "../../kit/db/batched-lookup.ts"
import { identity, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { type ListQuery, narrow } from "../../kit/pure/filters.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { findUsers } from "../../platform/tenants/store.ts"
import { mayDecide } from "./turn-rules.ts"
import type { Delegation } from "./schema.ts"

const columns = { ...identity, user_id: text, to_user: text, from_at: timestamptz, until_at: timestamptz, ...tracked }
type DelegationRow = Row<typeof columns>

const delegations = resource("approval_delegations", columns, { noun: "delegation", audits: "delegations", render: renderDelegation })
export const { read: readDelegation, list: listDelegations } = delegations

export const listDelegationsOf = (ctx: Context, list: ListQuery, user: string) => delegations.list(ctx, narrow(list, "user_id", user))

export const insertDelegation = (ctx: Context, fields: Pick<DelegationRow, "user_id" | "to_user" | "from_at" | "until_at">): Delegation =>
  delegations.insert(ctx, { ...fields, metadata: {} }).object

export const deleteDelegation = (ctx: Context, row: DelegationRow) => delegations.remove(ctx, row)

const delegatorsOf = batchedLookupMany<{ tenant_id: string; to_user: string; at: Date }, { user_id: string }>(`
  select distinct n, d.user_id
  from jsonb_to_recordset($1) as input(n int, tenant_id text, to_user text, at timestamptz)
  cross join lateral (
    select user_id from approval_delegations
    where tenant_id = input.tenant_id and to_user = input.to_user and from_at <= input.at and until_at > input.at
  ) d
  order by d.user_id`)

/** The users in whose place this one decides now. A delegation gives only the permissions that the delegating user still has. */
export async function findDelegators(ctx: Context, user: string): Promise<string[]> {
  const rows = await delegatorsOf({ tenant_id: ctx.tenant.id, to_user: user, at: ctx.now })
  const delegators = await findUsers(
    ctx,
    rows.map(({ user_id }) => user_id),
  )
  return delegators.filter(mayDecide).map(({ id }) => id)
}

/** The delegates who decide now in the place of each of these users. */
export async function findDelegates({ tenant, now }: Context, users: readonly string[]): Promise<{ user_id: string; to_user: string }[]> {
  if (users.length === 0) return []
  return query(
    [tenant.id],
    sql`
    select distinct user_id, to_user from approval_delegations
    where tenant_id = ${tenant.id} and user_id = any(${users}) and from_at <= ${now} and until_at > ${now} order by user_id, to_user`,
  )
}

function renderDelegation(row: DelegationRow): Delegation {
  return {
    _id: row.id,
    user: row.user_id,
    to: row.to_user,
    from: isoTime(row.from_at),
    until: isoTime(row.until_at),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
