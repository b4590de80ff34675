import { insertInto, text } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"

export async function findSeenRelease({ tenant, caller }: Context): Promise<string | undefined> {
  const [row] = await query<{ version: string }>(
    [tenant.id],
    sql`select version from seen_releases where tenant_id = ${tenant.id} and user_id = ${caller.user}`,
  )
  return row?.version
}

const writes = writeStatement(
  `${insertInto("seen_releases", { tenant_id: text, user_id: text, version: text })}
   on conflict (tenant_id, user_id) do update set version = excluded.version`,
)

export const saveSeenRelease = ({ tenant, caller, write }: Context, version: string) =>
  write({ statement: writes, row: { tenant_id: tenant.id, user_id: caller.user, version } })
