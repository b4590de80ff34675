import { batchedLookup } from "../../kit/db/batched-lookup.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { textOn } from "../../kit/pure/colour.ts"
import { config } from "../../kit/service/config.ts"
import { type Brand, defaultColour } from "./brand.ts"
import type { Logo } from "./logo.ts"

type BrandRow = {
  name: string
  brand_colour: string | null
  support_email: string | null
  logo_hash: string | null
  part_payments: boolean
  min_part_percent: number
}

const findRow = batchedLookup<{ tenant_id: string }, BrandRow>(`
  select n, t.name, t.brand_colour, t.support_email, t.logo_hash, t.part_payments, t.min_part_percent
  from jsonb_to_recordset($1) as input(n int, tenant_id text)
  cross join lateral (select * from tenants where id = input.tenant_id limit 1) t`)

/** What a payment page needs to know of its tenant. */
export type Look = {
  brand: Brand
  /** The minimum share of the whole amount that a part payment must have, in percent. Undefined if payers may not pay a part. */
  minPartPercent: number | undefined
}

export async function findLook({ id }: { id: string }): Promise<Look> {
  const row = await findRow({ tenant_id: id })
  if (!row) throw new Error(`there is no tenant ${id}`)
  const { name, support_email: supportEmail } = row
  const colour = row.brand_colour ?? defaultColour
  return {
    brand: { name, logoUrl: logoUrl(id, row.logo_hash), colour, textOnColour: textOn(colour), supportEmail },
    minPartPercent: row.part_payments ? row.min_part_percent : undefined,
  }
}

/** The tenant's current brand. */
export const brandOf = async (tenant: { id: string }): Promise<Brand> => (await findLook(tenant)).brand

/** Each logo has its own address, because of the hash, so browsers may cache it for long. */
export const logoUrl = (tenant: string, hash: string | null) => (hash === null ? null : `${config.BASE_URL}/logos/${tenant}/${hash}`)

export async function findLogo(tenant: string): Promise<Logo | undefined> {
  const [row] = await query<Logo>([tenant], sql`select hash, type, content from tenant_logos where tenant_id = ${tenant}`)
  return row
}

const logoUpserts = writeStatement(`
  insert into tenant_logos (tenant_id, hash, type, content)
  select tenant_id, hash, type, content from jsonb_to_recordset($1) as r(tenant_id text, hash text, type text, content text)
  on conflict (tenant_id) do update set hash = excluded.hash, type = excluded.type, content = excluded.content`)
const logoDeletes = writeStatement(`
  delete from tenant_logos l using jsonb_to_recordset($1) as r(tenant_id text) where l.tenant_id = r.tenant_id`)

export function saveLogo({ tenant, write }: Context, logo: Logo | null) {
  const statement = logo ? logoUpserts : logoDeletes
  write({ statement, row: { tenant_id: tenant.id, ...logo } })
}
