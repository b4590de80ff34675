import { type Write, writeStatement } from "./statements.ts"

const rows = "jsonb_to_recordset($1) as r(tenant_id text, tag text, object_id text, object_type text)"

const inserts = writeStatement(`
  insert into object_tags (tenant_id, tag, object_id, object_type) select tenant_id, tag, object_id, object_type from ${rows}
  on conflict do nothing`)

const deletes = writeStatement(`
  delete from object_tags t using ${rows} where t.tenant_id = r.tenant_id and t.tag = r.tag and t.object_id = r.object_id`)

type Labelled = { tenant_id: string; object_type: string; object_id: string }

/** The changes of an object's labels between two states. Labels that stay are not written. */
export function indexTags(object: Labelled, before: readonly string[], after: readonly string[]): Write[] {
  const removed = before.filter(tag => !after.includes(tag))
  const added = after.filter(tag => !before.includes(tag))
  return [
    ...removed.map(tag => ({ statement: deletes, row: { ...object, tag } })),
    ...added.map(tag => ({ statement: inserts, row: { ...object, tag } })),
  ]
}
