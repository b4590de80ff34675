import type { Context } from "../../kit/db/context.ts"
import { allTenants, isStatementError, query, queryBoth, sql } from "../../kit/db/query.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { firstPreviousHash, linkText } from "../../platform/audit/rules.ts"
import type { EntryRow } from "./store.ts"

/** A ledger entry as the chain and the export have it. Its digest covers the JSON of exactly this. */
export const sealedForm = (row: EntryRow) => ({
  tenant: row.tenant_id,
  id: row.id,
  kind: row.kind,
  sourceType: row.source_type,
  sourceId: row.source_id,
  currency: row.currency,
  effectiveAt: isoTime(row.effective_at),
  date: row.booked_on,
  factDate: row.fact_on,
  createdAt: isoTime(row.created_at),
  postings: row.postings.map(({ account, debit, credit }) => ({ account, debit, credit })),
})

const digestOf = (row: EntryRow) => sha256(JSON.stringify(sealedForm(row)))

/** Tenants with ledger entries that are not in their chain yet. */
export const findUnsealedLedgers = (): Promise<{ tenant_id: string }[]> =>
  query(
    allTenants,
    sql`
    select id as tenant_id from tenants t
    where exists (select 1 from ledger_unsealed where tenant_id = t.id)
    order by random()`,
  )

type Head = { sealed: number; hash: string }

/** Limits the length of one statement. */
const maxLinkEntries = 1000

/**
 * Adds the waiting entries of a tenant to its chain, oldest first, as one link. Waiting entries and head are read in one snapshot, so of
 * two processes that take the same entries, one fails on the chain's primary key. Returns whether more may be waiting.
 */
async function sealNextEntries(tenant: string): Promise<boolean> {
  const [rows, [head]] = await queryBoth<EntryRow, Head>(
    [tenant],
    sql`
    select e.* from ledger_unsealed u join ledger_entries e on e.tenant_id = u.tenant_id and e.id = u.id
    where u.tenant_id = ${tenant} order by u.id limit ${maxLinkEntries}::int`,
    sql`select sealed, hash from ledger_heads where tenant_id = ${tenant}`,
  )
  if (rows.length === 0) return false
  const entries = rows.map(row => ({ id: row.id, digest: digestOf(row) }))
  await insertLink(tenant, (head?.sealed ?? 0) + 1, entries, sha256(linkText(head?.hash ?? firstPreviousHash, entries)))
  return rows.length === maxLinkEntries
}

/** A ledger that has just begun its chain has all its entries to seal, and a stop of the service waits for what is running. */
const maxLinksAtOnce = 100

/** Seals what waits, the oldest first, as long as it is not very much. */
export async function sealEntries(tenant: string): Promise<void> {
  for (let links = 0; links < maxLinksAtOnce; links++) if (!(await sealNextEntries(tenant))) return
}

async function insertLink(tenant: string, seq: number, entries: { id: string; digest: string }[], hash: string) {
  const [ids, digests] = [entries.map(({ id }) => id), entries.map(({ digest }) => digest)]
  try {
    await query(
      [tenant],
      sql`
      with taken as (
        delete from ledger_unsealed where tenant_id = ${tenant} and id = any(${ids}::text[])
      ), linked as (
        insert into ledger_chain (tenant_id, seq, entry_ids, digests, hash)
        values (${tenant}, ${seq}::bigint, ${ids}::text[], ${digests}::text[], ${hash})
        returning tenant_id, seq + cardinality(entry_ids) - 1 as sealed, hash
      )
      insert into ledger_heads (tenant_id, sealed, hash) select tenant_id, sealed, hash from linked
      on conflict (tenant_id) do update set sealed = excluded.sealed, hash = excluded.hash`,
    )
  } catch (error) {
    if (!isStatementError(error) || error.code !== "23505") throw error // another process has added this link
  }
}

type LedgerLink = { seq: number; entry_ids: string[]; digests: string[]; hash: string }

/** Reads the chain from a sequence number on, ten links at a time. */
export const readLedgerChain = ({ tenant }: Pick<Context, "tenant">, fromSeq: number) =>
  query<LedgerLink>([tenant.id], sql`select * from ledger_chain where tenant_id = ${tenant.id} and seq >= ${fromSeq} order by seq limit 10`)

/** The entries of a link; removed ones are missing from the result. */
export const readLinkedEntries = ({ tenant }: Pick<Context, "tenant">, ids: readonly string[]) =>
  query<EntryRow>([tenant.id], sql`select * from ledger_entries where tenant_id = ${tenant.id} and id = any(${ids})`)
