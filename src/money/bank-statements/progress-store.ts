import type { Context } from "../../kit/db/context.ts"
import { query, queryWithoutSync, sql } from "../../kit/db/query.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { log } from "../../kit/service/log.ts"
import type { ImportProgress } from "./schema.ts"

/** A smaller file is imported before anybody could ask. */
const minTrackedBytes = 256 * 1024

export type Tracked = { /** `lines` is known once the file was read. */ report(stored: number, lines: number): void; end(): void }
const untracked: Tracked = { report: () => undefined, end: () => undefined }

/** Lets others see how far an import is. No import waits for it or fails with it: a report is left out while another is being written. */
export function trackImport({ tenant }: Context, account: string, sha256: string, bytes: number): Tracked {
  if (bytes < minTrackedBytes) return untracked
  let [isWriting, last] = [false, Promise.resolve()]
  const write = (work: () => Promise<unknown>) => {
    isWriting = true
    last = last
      .then(work)
      .catch((error: unknown) => log.warn({ error }, "how far an import is could not be written"))
      .then(() => void (isWriting = false))
  }
  write(() => begin(tenant.id, account, sha256))
  return {
    report: (stored, lines) => isWriting || write(() => save(tenant.id, account, sha256, { stored, lines })),
    end: () => write(() => remove(tenant.id, account, sha256)),
  }
}

const begin = (tenant: string, account: string, sha256: string) =>
  queryWithoutSync(
    [tenant],
    sql`delete from statement_imports where tenant_id = ${tenant} and updated_at < clock_timestamp() - interval '1 hour'`,
    sql`
    insert into statement_imports (tenant_id, own_account_id, sha256, stored, started_at, updated_at)
    values (${tenant}, ${account}, ${sha256}, 0, clock_timestamp(), clock_timestamp())
    on conflict (tenant_id, own_account_id, sha256) do update set lines = null, stored = 0, updated_at = excluded.updated_at`,
  )

const save = (tenant: string, account: string, sha256: string, { stored, lines }: { stored: number; lines: number }) =>
  queryWithoutSync(
    [tenant],
    sql`
    update statement_imports set stored = ${stored}::int, lines = ${lines}::int, updated_at = clock_timestamp()
    where tenant_id = ${tenant} and own_account_id = ${account} and sha256 = ${sha256}`,
  )

const remove = (tenant: string, account: string, sha256: string) =>
  queryWithoutSync(
    [tenant],
    sql`delete from statement_imports where tenant_id = ${tenant} and own_account_id = ${account} and sha256 = ${sha256}`,
  )

type Row = { own_account_id: string; sha256: string; lines: number | null; stored: number; started_at: Date }

/** The imports that are under way. One that has reported nothing for a minute has ended with its process. */
export async function findImports({ tenant }: Context): Promise<ImportProgress[]> {
  const rows = await query<Row>(
    [tenant.id],
    sql`
    select own_account_id, sha256, lines, stored, started_at from statement_imports
    where tenant_id = ${tenant.id} and updated_at > clock_timestamp() - interval '1 minute' order by started_at desc`,
  )
  return rows.map(({ own_account_id, sha256, lines, stored, started_at }) => {
    return { ownAccount: own_account_id, sha256, lines, stored, startedAt: isoTime(started_at) }
  })
}
