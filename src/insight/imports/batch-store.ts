import { appendOnly } from "../../kit/db/append-only.ts"
import { int, text } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resealColumn } from "../../kit/db/secret-key-marker.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { newId } from "../../kit/pure/id.ts"
import { isOutdated, seal, unseal } from "../../kit/service/crypto.ts"
import type { FileRow } from "./row-rules.ts"
import { rowsPerBatch } from "./values.ts"

const batches = appendOnly("import_batches", { tenant_id: text, id: text, import_id: text, position: int, sealed: text })

/** Rows of mandates have whole account numbers, and all have personal data. */
export function insertBatches({ tenant, write, now }: Context, import_id: string, rows: readonly FileRow[]) {
  for (let position = 0; position < rows.length; position += rowsPerBatch) {
    const id = newId(now)
    const content = JSON.stringify(rows.slice(position, position + rowsPerBatch).map(({ line, cells }) => [line, ...cells]))
    write(batches.insert({ tenant_id: tenant.id, id, import_id, position, sealed: seal(content, sealPlace(tenant.id, id)) }))
  }
}

/** The rows of a file from a position on that is the beginning of a batch. */
export async function readBatch({ tenant }: Pick<Context, "tenant">, importId: string, position: number): Promise<FileRow[]> {
  const [row] = await query<{ id: string; sealed: string }>(
    [tenant.id],
    sql`select id, sealed from import_batches where tenant_id = ${tenant.id} and import_id = ${importId} and position = ${position}`,
  )
  if (!row) return []
  const content = JSON.parse(unseal(row.sealed, sealPlace(tenant.id, row.id))) as [number, ...string[]][]
  return content.map(([line, ...cells]) => ({ line, cells }))
}

const deletes = writeStatement(
  `delete from import_batches t using jsonb_to_recordset($1) as r(tenant_id text, import_id text)
   where t.tenant_id = r.tenant_id and t.import_id = r.import_id`,
)
/** Nothing reads the file again after its import has ended. */
export const deleteBatches = ({ tenant, write }: Context, import_id: string) =>
  write({ statement: deletes, row: { tenant_id: tenant.id, import_id } })

const sealPlace = (tenant: string, id: string) => `${tenant} import batch ${id}`

const reseals = writeStatement(
  `update import_batches t set sealed = r.sealed
   from jsonb_to_recordset($1) as r(tenant_id text, id text, before text, sealed text)
   where t.tenant_id = r.tenant_id and t.id = r.id and t.sealed = r.before`,
)

/** Seals the rows of an older SECRET_KEY with the current one, and returns how many batches. Keep the older key until then. */
export const resealBatches = (): Promise<number> =>
  resealColumn("import_batches", "sealed", (tenant, id) =>
    asSystem(tenant, "seal batches of imports", async ctx => {
      const [row] = await query<{ sealed: string }>(
        [tenant],
        sql`select sealed from import_batches where tenant_id = ${tenant} and id = ${id}`,
      )
      if (!row || !isOutdated(row.sealed)) return 0
      const place = sealPlace(tenant, id)
      ctx.write({ statement: reseals, row: { tenant_id: tenant, id, before: row.sealed, sealed: seal(unseal(row.sealed, place), place) } })
      return 1
    }),
  )
