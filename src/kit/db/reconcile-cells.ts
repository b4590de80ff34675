import type pg from "pg"
import { homeName, type CellAddress } from "../pure/cell-urls.ts"
import { connectForCopy } from "./backup.ts"
import { deleteRows } from "./move-copy.ts"
import { readMovedTables } from "./move-tables.ts"

type Report = (sentence: string) => void
type Place = { tenant: string; cell: string }

/** Where the directory has each tenant. */
const readDirectory = async (home: pg.Client): Promise<Map<string, string>> => {
  const { rows } = await home.query<Place>("select tenant_id as tenant, cell from tenant_directory where state = 'active'")
  return new Map(rows.map(({ tenant, cell }) => [tenant, cell]))
}

/** The tenants that a cell serves: they have neither left nor are they on their way. */
const readServed = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>(
    "select id from tenants where id not in (select tenant_id from tenant_fences where state <> 'fenced') order by id",
  )
  return rows.map(({ id }) => id)
}

/**
 * For a cell that was restored: tenants that have moved away since the backup are dropped, because the directory has them elsewhere. A move
 * that the backup interrupted has ended: its fences are removed.
 */
export async function dropMovedAway(cell: CellAddress, homeUrl: string, report: Report): Promise<void> {
  await withClients([cell.url, homeUrl], async ([restored, home]) => {
    const directory = await readDirectory(home!)
    const { rows } = await restored!.query<{ id: string }>("select id from tenants order by id")
    for (const { id } of rows) {
      const place = directory.get(id)
      if (place !== undefined && place !== cell.name) await drop(restored!, id, place, report)
    }
    await restored!.query("delete from tenant_fences where state = 'fenced'")
  })
}

/**
 * For home that was restored: tenants that have moved since the backup are entered in the cell that has them, and dropped at home. Tenants
 * of
 * which this can't be known are left to `countersign cell check`.
 */
export async function enterMovedSince(homeUrl: string, others: readonly CellAddress[], report: Report): Promise<void> {
  await withClients([homeUrl, ...others.map(({ url }) => url)], async ([home, ...clients]) => {
    const directory = await readDirectory(home!)
    const served = await Promise.all(clients.map(readServed))
    for (const [i, { name }] of others.entries())
      for (const tenant of served[i]!) {
        const place = directory.get(tenant)
        const isElsewhere = others.some(({ name: other }, j) => other === place && served[j]!.includes(tenant))
        if (place === undefined || place === name || isElsewhere) continue
        await home!.query("update tenant_directory set cell = $2 where tenant_id = $1", [tenant, name])
        report(`The tenant ${tenant} has moved from ${place} to ${name} since the backup: the directory was corrected.`)
        if (place === homeName) await drop(home!, tenant, name, report)
      }
    await home!.query("delete from tenant_fences where state = 'fenced'")
    await home!.query("delete from tenant_moves")
  })
}

async function drop(client: pg.Client, tenant: string, to: string, report: Report) {
  await client.query(
    `insert into tenant_fences (tenant_id, move_id, state, cell, has_rows) values ($1, 'restore', 'gone', $2, true)
     on conflict (tenant_id) do update set move_id = 'restore', state = 'gone', cell = excluded.cell, until = null, has_rows = true`,
    [tenant, to],
  )
  const deleted = await deleteRows(client, await readMovedTables(client), tenant)
  await client.query("update tenant_fences set has_rows = false where tenant_id = $1", [tenant])
  report(`The tenant ${tenant} is in the cell ${to} now: its ${deleted.toLocaleString("en")} rows of the backup were dropped.`)
}

async function withClients(urls: readonly string[], work: (clients: pg.Client[]) => Promise<void>) {
  const clients: pg.Client[] = []
  try {
    for (const url of urls) clients.push(await connectForCopy(url))
    await work(clients)
  } finally {
    for (const client of clients) await client.end()
  }
}
