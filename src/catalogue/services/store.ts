import { bigint, identity, json, nullable, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { Tax } from "../../kit/pure/tax.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { resolvePartnershipId } from "../../parties/partnerships/store.ts"
import type { Service } from "./schema.ts"

const columns = {
  ...identity,
  name: text,
  name_key: text,
  description: text,
  category: text,
  price_amount: nullable(bigint),
  price_currency: nullable(text),
  supplier_id: nullable(text),
  tax: json<Tax | null>(),
  ...tracked,
}
type ServiceRow = Row<typeof columns>
type Content = Pick<
  ServiceRow,
  "name" | "description" | "category" | "price_amount" | "price_currency" | "supplier_id" | "tax" | "metadata"
>

const services = resource("services", columns, {
  noun: "service",
  publishes: "services",
  counted: true,
  references: { supplier: resolvePartnershipId },
  render: renderService,
})
export const { list: listServices } = services
const findByName = services.findBy("name_key")

/** Finds by id or by name, regardless of case. A name may look like an id, so both are tried. */
export async function findService(ctx: Context, reference: string): Promise<ServiceRow | undefined> {
  return (await services.find(ctx, reference)) ?? findByName(ctx, reference.toLowerCase())
}

export async function readService(ctx: Context, reference: string): Promise<ServiceRow> {
  return services.assertFound(await findService(ctx, reference), reference)
}

/** A service that another object refers to. */
export async function resolveService(ctx: Context, reference: string): Promise<ServiceRow> {
  const row = await findService(ctx, reference)
  if (!row) throw generalProblem("SMR-1001", { kind: "service", reference })
  return row
}

export async function readServiceForUpdate(ctx: Context, reference: string): Promise<ServiceRow> {
  const { id } = await readService(ctx, reference)
  return services.readForUpdate(ctx, id)
}

export const insertService = (ctx: Context, content: Content): Service =>
  services.insert(ctx, { ...content, name_key: content.name.toLowerCase() }).object

export const saveService = (ctx: Context, before: ServiceRow, change: Partial<Content>): Service =>
  services.save(ctx, before, { ...change, name_key: (change.name ?? before.name).toLowerCase() }).object

export function renderService(row: ServiceRow): Service {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    price: row.price_amount === null || row.price_currency === null ? null : { amount: row.price_amount, currency: row.price_currency },
    supplier: row.supplier_id,
    tax: row.tax,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
