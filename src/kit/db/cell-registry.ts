import { randomUUID } from "node:crypto"
import type pg from "pg"
import { type CellAddress, homeName } from "../pure/cell-urls.ts"
import { type Identity, readIdentity, WrongCellFault } from "./cell-identity.ts"
import { describeDistributed, findDistributed } from "./citus.ts"
import { connect } from "./connect.ts"
import { DatabaseFault } from "./fault.ts"
import { migrate } from "./migrate.ts"
import { installation, query, sql } from "./query.ts"

/** A cell as home knows it. `tenants` is how many the directory has there. */
type Registered = { name: string; state: "active" | "draining"; tenants: number }

/** The cells in the order in which they were added, home first. */
export const readRegistry = (): Promise<Registered[]> =>
  query(
    installation,
    sql`
    select c.name, c.state, (select count(tenant_id) from tenant_directory d where d.cell = c.name) as tenants from cells c
    order by c.name <> ${homeName}, c.added_at, c.name`,
  )

/** Refuses settings that do not name exactly the cells of the installation: the tenants of a missing one would seem not to exist. */
export async function assertRegistered(addresses: readonly CellAddress[]): Promise<void> {
  const registered = (await readRegistry()).map(({ name }) => name).filter(name => name !== homeName)
  const missing = registered.filter(name => !addresses.some(each => each.name === name))
  if (missing.length > 0)
    throw new DatabaseFault(`CELL_URLS does not name ${missing.join(", ")}, which this installation has. Add each as name=postgres://…`)
  const unknown = addresses.filter(({ name }) => !registered.includes(name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new DatabaseFault(
      `CELL_URLS names ${unknown.join(", ")}, which this installation does not have yet. ` +
        `Run: ${unknown.map(name => `countersign cell add ${name}`).join(", ")}`,
    )
}

/**
 * Makes an empty database a cell: the schema first, then its identity, and last its row at home. From then on it gets tenants. Every step
 * can be repeated, and a cell that is draining becomes active again.
 */
export async function addCell({ name, url }: CellAddress): Promise<void> {
  const id = await identifyHome()
  await withClient(url, async client => {
    await assertPlain(client, name)
    await assertFree(client, { installation: id, name })
  })
  await migrate(url)
  await withClient(url, async client => {
    await client.query("insert into cell_identity (installation, name) values ($1, $2) on conflict (id) do nothing", [id, name])
    await assertFree(client, { installation: id, name }) // another process may have been first
  })
  await query(
    installation,
    sql`insert into cells (name, state) values (${name}, 'active') on conflict (name) do update set state = 'active'`,
  )
}

/** Citus may be installed on the server of a cell, and must leave its tables alone. */
async function assertPlain(client: pg.Client, name: string) {
  const found = await findDistributed(client)
  if (found.length > 0) throw new DatabaseFault(`The database of the cell ${name} has ${describeDistributed(found)}.`)
}

/** Home gets its identity with the first other cell. */
async function identifyHome(): Promise<string> {
  await query(
    installation,
    sql`insert into cell_identity (installation, name) values (${randomUUID()}, ${homeName}) on conflict (id) do nothing`,
  )
  return readInstallation()
}

async function readInstallation(): Promise<string> {
  const [row] = await query<Identity>(installation, sql`select installation, name from cell_identity`)
  return row!.installation
}

/** Refuses a cell of another installation, whose tenants this directory does not know. */
export async function assertOwn({ name, url }: CellAddress): Promise<void> {
  const own = { installation: await readInstallation(), name }
  await withClient(url, async client => {
    const found = await readIfMigrated(client)
    if (!found) throw new WrongCellFault(`The database of the cell ${name} is no cell. Correct CELL_URLS; nothing was changed there.`)
    assertSame(found, own)
  })
}

/** A new cell has no tenants; one that was added before has its own name. */
async function assertFree(client: pg.Client, own: Identity) {
  const found = await readIfMigrated(client)
  if (found) return assertSame(found, own)
  if (!(await hasTable(client, "tenants"))) return
  await client.query("select set_config('app.tenants', '*', false)")
  const { rows } = await client.query("select 1 from tenants limit 1")
  if (rows.length > 0)
    throw new DatabaseFault(`The database of the cell ${own.name} has tenants already. A new cell must be an empty database.`)
}

function assertSame(found: Identity, own: Identity) {
  if (found.installation === own.installation && found.name === own.name) return
  const whose = found.installation === own.installation ? `the cell ${found.name}` : `the cell ${found.name} of another installation`
  throw new WrongCellFault(`The address of the cell ${own.name} leads to ${whose}. Correct CELL_URLS; nothing was changed there.`)
}

/** An empty database has no table for it yet. */
const readIfMigrated = async (client: pg.Client) => ((await hasTable(client, "cell_identity")) ? readIdentity(client) : undefined)

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [name])
  return rows[0]!.exists
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A draining cell keeps its tenants and gets no new ones. */
export async function drainCell(name: string): Promise<void> {
  const others = (await readRegistry()).filter(each => each.name !== name && each.state === "active")
  if (others.length === 0) throw new DatabaseFault(`The cell ${name} can't be drained: no other cell would be left for new tenants.`)
  const rows = await query(installation, sql`update cells set state = 'draining' where name = ${name} returning 1`)
  if (rows.length === 0) throw new DatabaseFault(`This installation has no cell ${name}; countersign cell list shows them.`)
}
