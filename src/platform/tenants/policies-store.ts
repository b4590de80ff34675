import type { Context } from "../../kit/db/context.ts"
import { sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"

const updates = writeStatement(`
  update tenants t set approval_revision = t.approval_revision + 1 from jsonb_to_recordset($1) as r(id text) where t.id = r.id`)

/** Increases the revision of the tenant's approval policies: units of work that have read older policies run again. */
export const changePolicies = ({ tenant, write }: Context) => write({ statement: updates, row: { id: tenant.id } })

/** Makes a change of policies wait for other such changes of the tenant, and for changes of its users, who may be approvers. */
export const lockPolicies = (ctx: Context) => ctx.lock(sql`select 1 from tenants where id = ${ctx.tenant.id} for update`)

/** The commit is refused, and the unit of work runs again, if the tenant's policies have changed since they were read. */
const unchanged = writeStatement(
  `select 1 from jsonb_to_recordset($1) as r(id text, expected int) join tenants t on t.id = r.id and t.approval_revision = r.expected`,
  { exact: true, combine: rows => [...new Map(rows.map(row => [JSON.stringify(row), row])).values()] },
)
export function assertPoliciesUnchanged({ tenant, write }: Context, revision: number) {
  write({ statement: unchanged, row: { id: tenant.id, expected: revision }, id: `approval revision ${tenant.id}` })
}
