import { text, timestamptz } from "./columns.ts"
import { appendOnly } from "./append-only.ts"
import { homeName } from "../pure/cell-urls.ts"
import { databaseClock } from "./database-clock.ts"
import { installation, query, sql } from "./query.ts"
import type { Write } from "./statements.ts"

const columns = { tenant_id: text, slug: text, cell: text, state: text, created_at: timestamptz }
const entries = appendOnly("tenant_directory", columns)

/** The entry of a tenant at home: it is in the commit that creates the tenant. */
export const homeEntry = (tenant: { id: string; slug: string }, created_at: Date): Write =>
  entries.insert({ tenant_id: tenant.id, slug: tenant.slug, cell: homeName, state: "active", created_at })

/** The tenant must be committed within this time after its entry. */
const maxCreationMs = 60_000
/** Long after that, an entry whose tenant is not in its cell is left over from a process that died. */
const leftOverMs = 10 * 60_000

/**
 * Reserves the entry of a tenant that is created in another cell than home, before the tenant itself: whoever asks for the tenant is sent
 * to that cell. The tenant must be committed by the `deadline`; then `activateEntry` ends it. A process that dies in between leaves an
 * entry that `findUnfinished` finds.
 */
export async function reserveEntry(tenant: string, cell: string, newSlug: () => string): Promise<{ slug: string; deadline: Date }> {
  const deadline = databaseClock.now(maxCreationMs)
  for (;;) {
    const slug = newSlug()
    const rows = await query(
      installation,
      sql`
      insert into tenant_directory (tenant_id, slug, cell, state) values (${tenant}, ${slug}, ${cell}, 'creating')
      on conflict (slug) do nothing returning 1`,
    )
    if (rows.length > 0) return { slug, deadline }
  }
}

export async function activateEntry(tenant: string): Promise<void> {
  await query(installation, sql`update tenant_directory set state = 'active' where tenant_id = ${tenant} and state = 'creating'`)
}

export async function removeEntry(tenant: string): Promise<void> {
  await query(installation, sql`delete from tenant_directory where tenant_id = ${tenant} and state = 'creating'`)
}

/** Entries whose tenant should be in its cell by now. It never will be if it `isLeftOver` and is not there. */
export const findUnfinished = (): Promise<{ tenant_id: string; isLeftOver: boolean }[]> =>
  query(
    installation,
    sql`
    select tenant_id, created_at < now() - ${leftOverMs} * interval '1 millisecond' as "isLeftOver" from tenant_directory
    where state = 'creating' and created_at < now() - ${maxCreationMs} * interval '1 millisecond' order by tenant_id limit 100`,
  )
