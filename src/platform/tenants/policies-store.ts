import type { Context } from "../../kit/db/context.ts"
import { writeStatement } from "../../kit/db/statements.ts"

const updates = writeStatement(`
  update tenants t set approval_revision = t.approval_revision + 1 from jsonb_to_recordset($1) as r(id text) where t.id = r.id`)

/** Moves the revision of the tenant's approval policies: units of work that have read older ones run again. */
export const changePolicies = ({ tenant, write }: Context) => write({ statement: updates, row: { id: tenant.id } })
