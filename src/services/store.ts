import type { Context } from "../kit/context.ts"
import { sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId, newId } from "../kit/id.ts"
import { iso } from "../kit/iso.ts"
import { page, type Source } from "../kit/page.ts"
import { Problem } from "../kit/problem.ts"
import { publish } from "../kit/publish.ts"
import { question } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import { resolvePartnershipId } from "../partnerships/store.ts"
import type { Service } from "./schema.ts"

const source = { from: "services", counted: true, references: { supplier: resolvePartnershipId } } as const satisfies Source
const services = table(
  "services",
  {
    tenant_id: "text",
    id: "text",
    name: "text",
    name_key: "text",
    description: "text",
    category: "text",
    price_amount: "bigint?",
    price_currency: "text?",
    supplier_id: "text?",
    metadata: "jsonb",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    version: "int",
  },
  source,
)
export type ServiceRow = RowOf<typeof services>
type Content = Pick<ServiceRow, "name" | "description" | "category" | "price_amount" | "price_currency" | "supplier_id" | "metadata">

const serviceBy = (column: "id" | "name_key") =>
  question<{ tenant_id: string; reference: string }, ServiceRow>(`
    select n, s.*
    from jsonb_to_recordset($1) as asked(n int, tenant_id text, reference text)
    cross join lateral (select * from services where tenant_id = asked.tenant_id and ${column} = asked.reference limit 1) s`)
const serviceById = serviceBy("id")
const serviceByName = serviceBy("name_key")

/** By id or, in any case, by name. A name may look like an id, so both are asked. */
export async function findService({ tenant }: Context, reference: string): Promise<ServiceRow | undefined> {
  const byId = isId(reference) ? await serviceById({ tenant_id: tenant.id, reference }) : undefined
  return byId ?? serviceByName({ tenant_id: tenant.id, reference: reference.toLowerCase() })
}

export async function readService(ctx: Context, reference: string): Promise<ServiceRow> {
  return found(await findService(ctx, reference), reference)
}

/** A service that another object names. */
export async function resolveService(ctx: Context, reference: string): Promise<ServiceRow> {
  const row = await findService(ctx, reference)
  if (!row) throw new Problem("SMR-1001", { kind: "service", reference })
  return row
}

/** To be changed: saving it is refused if it has moved on meanwhile, and the request runs again. */
export async function takeService(ctx: Context, reference: string): Promise<ServiceRow> {
  const { id } = await readService(ctx, reference)
  const { tenant, take } = ctx
  const lock = sql`select * from services where tenant_id = ${tenant.id} and id = ${id} for update`
  return found(await take<ServiceRow>(`service ${tenant.id} ${id}`, () => serviceById({ tenant_id: tenant.id, reference: id }), lock), id)
}

export async function listServices(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<ServiceRow>(ctx, source, query)
  return { data: data.map(shownService), ...rest }
}

export function insertService(ctx: Context, content: Content): Service {
  const row: ServiceRow = {
    ...content,
    tenant_id: ctx.tenant.id,
    id: newId(ctx.now),
    name_key: content.name.toLowerCase(),
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(services.insert(row))
  publish(ctx, "services.create", shownService(row))
  return shownService(row)
}

export function saveService(ctx: Context, before: ServiceRow, change: Partial<Content>): Service {
  const next = { ...before, ...change, updated_at: ctx.now, version: before.version + 1 }
  const after = { ...next, name_key: next.name.toLowerCase() }
  ctx.write(services.update(before, after))
  publish(ctx, "services.update", shownService(after), shownService(before))
  return shownService(after)
}

function found(row: ServiceRow | undefined, reference: string): ServiceRow {
  if (!row) throw new Problem("GEN-1004", { kind: "service", reference })
  return row
}

export const shownService = (row: ServiceRow): Service => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  category: row.category,
  price: row.price_amount === null || row.price_currency === null ? null : { amount: row.price_amount, currency: row.price_currency },
  supplier: row.supplier_id,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as Service["metadata"],
})
