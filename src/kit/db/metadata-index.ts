import { type Write, writeStatement } from "./statements.ts"

const columns = "tenant_id text, kind text, key text, value text, object_id text"

const inserts = writeStatement(`
  insert into metadata_entries (tenant_id, kind, key, value, object_id)
  select tenant_id, kind, key, value, object_id from jsonb_to_recordset($1) as r(${columns})`)

const deletes = writeStatement(`
  delete from metadata_entries t using jsonb_to_recordset($1) as r(${columns})
  where t.tenant_id = r.tenant_id and t.kind = r.kind and t.key = r.key and t.value = r.value and t.object_id = r.object_id`)

/** The changes of the metadata index between two states of an object. Entries that stay are not written. */
export function indexMetadata(kind: string, before: object | undefined, after: object | undefined): Write[] {
  const [removed, added] = [entriesOf(before), entriesOf(after)]
  const { tenant_id, id: object_id } = (after ?? before) as { tenant_id: string; id: string }
  const writes = (statement: typeof inserts, entries: Map<string, string>, others: Map<string, string>) =>
    [...entries].flatMap(([key, value]) =>
      others.get(key) === value ? [] : [{ statement, row: { tenant_id, kind, key, value, object_id } }],
    )
  return [...writes(deletes, removed, added), ...writes(inserts, added, removed)]
}

const entriesOf = (row: object | undefined) =>
  new Map(Object.entries((row as { metadata?: Record<string, string> } | undefined)?.metadata ?? {}))
