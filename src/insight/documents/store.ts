import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import type { DocumentKind } from "./values.ts"

/** What names a document: its object, its kind and, of a statement, the month. */
export type DocumentKey = { object_type: string; object_id: string; kind: DocumentKind; period: string }
export type StoredDocument = { locale: Locale; fingerprint: string; number: string | null; content: Buffer }

type Reader = Pick<Context, "tenant">

/** The numbered document in whatever language it was issued, or else the one in this language. */
export async function findDocument({ tenant }: Reader, key: DocumentKey, locale: Locale): Promise<StoredDocument | undefined> {
  const [row] = await query<StoredDocument>(
    [tenant.id],
    sql`
    select locale, fingerprint, number, content from documents
    where tenant_id = ${tenant.id} and object_id = ${key.object_id} and kind = ${key.kind} and period = ${key.period}
      and object_type = ${key.object_type} and (number is not null or locale = ${locale})
    order by number is null limit 1`,
  )
  return row
}

/** The number of an object's document, which a correction quotes. */
export async function findNumber({ tenant }: Reader, object: string, kind: DocumentKind): Promise<string | null> {
  const [row] = await query<{ number: string }>(
    [tenant.id],
    sql`select number from documents where tenant_id = ${tenant.id} and object_id = ${object} and kind = ${kind} and number is not null`,
  )
  return row?.number ?? null
}

const upserts = writeStatement(`
  insert into documents (tenant_id, id, object_type, object_id, kind, period, locale, fingerprint, number, content, created_at)
  select tenant_id, id, object_type, object_id, kind, period, locale, fingerprint, number, decode(content, 'base64'), created_at
  from jsonb_to_recordset($1) as r(tenant_id text, id text, object_type text, object_id text, kind text, period text, locale text,
    fingerprint text, number text, content text, created_at timestamptz)
  on conflict (tenant_id, object_id, kind, period, locale, object_type) do update
  set fingerprint = excluded.fingerprint, number = excluded.number, content = excluded.content, created_at = excluded.created_at
  where documents.number is null`)

export function saveDocument({ tenant, write, now }: Context, id: string, key: DocumentKey, document: StoredDocument) {
  const content = document.content.toString("base64")
  write({ statement: upserts, row: { tenant_id: tenant.id, id, ...key, ...document, content, created_at: now } })
}

/** Makes the counter of a kind and year, so that there is a row to lock. */
export async function ensureCounter({ tenant }: Reader, kind: DocumentKind, year: number) {
  await query(
    [tenant.id],
    sql`
    insert into document_numbers (tenant_id, kind, year, last) values (${tenant.id}, ${kind}, ${year}, 0)
    on conflict (tenant_id, kind, year) do nothing`,
  )
}

/** Locks the counter until the end of the unit of work. Whoever holds it is the only one who gives out numbers of the kind and year. */
export async function lockCounter({ tenant, lock }: Context, kind: DocumentKind, year: number): Promise<number> {
  const row = await lock<{ last: number }>(sql`
    select last from document_numbers where tenant_id = ${tenant.id} and kind = ${kind} and year = ${year} for update`)
  if (!row) throw new Error(`there is no counter of ${kind} in ${year}`)
  return row.last
}

const counts = writeStatement(`
  update document_numbers n set last = r.last
  from jsonb_to_recordset($1) as r(tenant_id text, kind text, year int, last bigint)
  where n.tenant_id = r.tenant_id and n.kind = r.kind and n.year = r.year`)

export const saveCounter = ({ tenant, write }: Context, kind: DocumentKind, year: number, last: number) =>
  write({ statement: counts, row: { tenant_id: tenant.id, kind, year, last } })
