import { prepare, query } from "../../kit/db/query.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { fieldThen } from "./history-store.ts"
import { firstAfter, type Read, type Scope } from "./sums-store.ts"

const namesStatement = prepare(`
  select s.id, ${fieldThen("s", "name", "$2")} as name from services s where s.tenant_id = $1 and s.id = any($3::text[])`)

/** The names that services have, or had at the time of the report. */
export async function readServiceNames(read: Read, scope: Scope, ids: string[]): Promise<{ id: string; name: string }[]> {
  const first = scope.hasAsOf ? firstAfter(scope) : "g" // after every id
  return read({ ...namesStatement, values: [scope.tenant, first, ids] })
}

const timezoneStatement = prepare(`select ${fieldThen("t", "timezone", "$2")} as timezone from tenants t where t.id = $1`)

/** The tenant's time zone at that time. The report uses its days. */
export async function readTimezone(tenant: string, at: Date): Promise<string> {
  const [row] = await query<{ timezone: string }>([tenant], { ...timezoneStatement, values: [tenant, firstIdAt(at.getTime() + 1)] })
  return row!.timezone
}

const contactsStatement = prepare(`
  select c.id, ${fieldThen("c", "email", "$2")} as email, ${fieldThen("c", "profile", "$2")}::jsonb as profile
  from contacts c where c.tenant_id = $1 and c.id = any($3::text[])`)

export type ContactName = { id: string; email: string; profile: { firstName?: string; lastName?: string } }

/** The names of contacts, now or at that time. */
export async function readContactNames(tenant: string, ids: string[], at?: Date): Promise<ReadonlyMap<string, ContactName>> {
  const first = at ? firstIdAt(at.getTime() + 1) : "g" // after every id
  const rows = await query<ContactName>([tenant], { ...contactsStatement, values: [tenant, first, ids] })
  return new Map(rows.map(row => [row.id, row]))
}
