import { type Write, writeStatement } from "./statements.ts"

type Entry = { tenant_id: string; kind: string; object_id: string; text: string }

const upserts = writeStatement(`
  insert into search_entries (tenant_id, kind, object_id, text)
  select tenant_id, kind, object_id, search_key(concat(' ', text, ' '))
  from jsonb_to_recordset($1) as r(tenant_id text, kind text, object_id text, text text)
  on conflict (tenant_id, kind, object_id) do update set text = excluded.text`)

/** Stores the text of an object that search compares. It is lower-cased here, because PostgreSQL lower-cases only ASCII in some locales. */
export const indexForSearch = ({ text, ...entry }: Entry): Write => ({
  statement: upserts,
  row: { ...entry, text: text.toLowerCase() },
  id: `search_entries ${entry.tenant_id} ${entry.kind} ${entry.object_id}`,
})
