import { way, type Write } from "./writes.ts"

const columns = "tenant_id text, kind text, key text, value text, object_id text"

const added = way(`
  insert into metadata_entries (tenant_id, kind, key, value, object_id)
  select tenant_id, kind, key, value, object_id from jsonb_to_recordset($1) as r(${columns})`)

const gone = way(`
  delete from metadata_entries t using jsonb_to_recordset($1) as r(${columns})
  where t.tenant_id = r.tenant_id and t.kind = r.kind and t.key = r.key and t.value = r.value and t.object_id = r.object_id`)

/** Keeps the index of metadata with its objects, entry by entry: what did not change is not written. */
export function noteMetadata(kind: string, before: object | undefined, after: object | undefined): Write[] {
  const [was, is] = [entriesOf(before), entriesOf(after)]
  const { tenant_id, id: object_id } = (after ?? before) as { tenant_id: string; id: string }
  const write = (how: typeof added, entries: Map<string, string>, others: Map<string, string>) =>
    [...entries].flatMap(([key, value]) =>
      others.get(key) === value ? [] : [{ way: how, row: { tenant_id, kind, key, value, object_id } }],
    )
  return [...write(gone, was, is), ...write(added, is, was)]
}

const entriesOf = (row: object | undefined) =>
  new Map(Object.entries((row as { metadata?: Record<string, string> } | undefined)?.metadata ?? {}))
