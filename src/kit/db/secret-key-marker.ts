import { isOutdated, keyIdOf, seal, SecretKeyFault, unseal } from "../service/crypto.ts"
import { allTenants, prepare, query, sql } from "./query.ts"

/** Reseals what a slice stores if the first key of SECRET_KEY has not sealed it. Returns how many rows it changed. */
export type Reseal = () => Promise<number>

const place = "secret key marker"

/**
 * Refuses a SECRET_KEY that does not decrypt what the database stores. The first start writes the marker after it has decrypted everything.
 */
export async function assertSecretKey(reseals: readonly Reseal[]): Promise<void> {
  const marker = await readMarker()
  if (marker !== undefined) return assertOpensMarker(marker)
  await resealAll(reseals)
  const sealed = seal("countersign", place)
  await query(allTenants, sql`insert into secret_key_marker (id, sealed) values (true, ${sealed}) on conflict (id) do nothing`)
  return assertSecretKey(reseals) // another process may have written it first, with another key
}

export function assertOpensMarker(marker: string) {
  try {
    unseal(marker, place)
  } catch (error) {
    if (!(error instanceof SecretKeyFault)) throw error
    throw new SecretKeyFault(
      `SECRET_KEY is not the key that this database was encrypted with (key ${keyIdOf(marker)}). ` +
        "Set its previous value; with the embedded database, put secret.key back. A new key goes in front of the old one: new,old.",
    )
  }
}

/** Seals everything with the first key. The marker is last: until then a start without the older keys is refused. */
export async function rotateSecretKeys(reseals: readonly Reseal[]): Promise<number> {
  const count = await resealAll(reseals)
  const marker = await readMarker()
  if (marker === undefined || !isOutdated(marker)) return count
  const sealed = seal(unseal(marker, place), place)
  await query(allTenants, sql`update secret_key_marker set sealed = ${sealed} where id and sealed = ${marker}`)
  return count
}

/** Repeats until nothing is left, because a process that does not have the new key yet may write meanwhile. */
async function resealAll(reseals: readonly Reseal[]): Promise<number> {
  let count = 0
  for (;;) {
    let changed = 0
    for (const reseal of reseals) changed += await reseal()
    if (changed === 0) return count
    count += changed
  }
}

type Sealed = { tenant_id: string; id: string }
type Paging<Row> = {
  /** The next rows by tenant and id, a thousand at most. */
  findAfter(tenant: string, id: string): Promise<Row[]>
  isOutdated(row: NoInfer<Row>): boolean
  /** Reads the row again, because it may have changed meanwhile, and returns how many it changed. */
  reseal(tenant: string, id: string): Promise<number>
}

/** Goes through the rows of a table that may be large. Returns how many it changed. */
export async function resealPaged<Row extends Sealed>({ findAfter, isOutdated, reseal }: Paging<Row>): Promise<number> {
  let count = 0
  for (let rows = await findAfter("", ""); rows.length > 0; rows = await findAfter(rows.at(-1)!.tenant_id, rows.at(-1)!.id))
    for (const row of rows.filter(isOutdated)) count += await reseal(row.tenant_id, row.id)
  return count
}

/** The same for a table with one sealed column, which may be null. */
export function resealColumn(table: string, column: string, reseal: Paging<Sealed>["reseal"]): Promise<number> {
  const statement = prepare(`
    select tenant_id, id, ${column} as sealed from ${table}
    where (tenant_id, id) > ($1, $2) and ${column} is not null
    order by tenant_id, id limit 1000`)
  const findAfter = (...after: [tenant: string, id: string]) =>
    query<Sealed & { sealed: string }>(allTenants, { ...statement, values: after })
  return resealPaged({ findAfter, isOutdated: ({ sealed }) => isOutdated(sealed), reseal })
}

async function readMarker(): Promise<string | undefined> {
  const [row] = await query<{ sealed: string }>(allTenants, sql`select sealed from secret_key_marker where id`)
  return row?.sealed
}
