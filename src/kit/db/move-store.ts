import type pg from "pg"
import { newId } from "../pure/id.ts"
import { databaseClock } from "./database-clock.ts"
import { DatabaseFault } from "./fault.ts"
import { installation, query, sql } from "./query.ts"
import { enterMoved } from "./tenant-moves.ts"

/** A move as home knows it. Its progress is read from the cells, so that it can go on after any kill. */
export type Move = { tenant: string; id: string; from: string; to: string; state: "copying" | "moved" | "done"; movedAt: Date | null }

const findMove = async (tenant: string): Promise<Move | undefined> => {
  const [move] = await query<Move>(
    installation,
    sql`
    select tenant_id as tenant, id, from_cell as "from", to_cell as "to", state, moved_at as "movedAt" from tenant_moves
    where tenant_id = ${tenant}`,
  )
  return move
}

/** The moves that have not ended. */
export const findOpenMoves = (): Promise<Move[]> =>
  query<Move>(
    installation,
    sql`
    select tenant_id as tenant, id, from_cell as "from", to_cell as "to", state, moved_at as "movedAt" from tenant_moves
    where state <> 'done' order by started_at`,
  )

export async function findOpenMove(tenant: string): Promise<Move | undefined> {
  const move = await findMove(tenant)
  return move?.state === "done" ? undefined : move
}

/** Begins a move, or returns the one of a command that was killed. */
export async function beginMove(tenant: string, to: string): Promise<Move> {
  const open = await findOpenMove(tenant)
  if (open) {
    if (open.to === to) return open
    const advice = `countersign tenant move ${tenant} ${open.state === "copying" ? "--abort" : `--to ${open.to}`}`
    throw new DatabaseFault(`The tenant is on its way from ${open.from} to ${open.to}. To end that move first: ${advice}`)
  }
  const [entry] = await query<{ cell: string; state: string }>(
    installation,
    sql`select cell, state from tenant_directory where tenant_id = ${tenant}`,
  )
  if (!entry) throw new DatabaseFault(`There is no tenant ${tenant}.`)
  if (entry.state !== "active") throw new DatabaseFault("The tenant is just being created. Try again in a minute.")
  if (entry.cell === to) throw new DatabaseFault(`The tenant is in the cell ${to} already.`)
  const [cell] = await query<{ state: string }>(installation, sql`select state from cells where name = ${to}`)
  if (!cell) throw new DatabaseFault(`There is no cell ${to}. See: countersign cell list`)
  if (cell.state === "draining")
    throw new DatabaseFault(`The cell ${to} is draining. To let it have tenants again: countersign cell add ${to}`)
  await query(
    installation,
    sql`
    insert into tenant_moves (tenant_id, id, from_cell, to_cell, state)
    values (${tenant}, ${newId(databaseClock.now())}, ${entry.cell}, ${to}, 'copying')
    on conflict (tenant_id) do update
    set id = excluded.id, from_cell = excluded.from_cell, to_cell = excluded.to_cell, state = 'copying', started_at = now(),
      moved_at = null, pause_ms = null
    where tenant_moves.state = 'done'`,
  )
  return (await findMove(tenant))!
}

/** Enters at home that the tenant is in the other cell. `pauseMs` is unknown if another process opened the tenant there. */
export async function noteMoved({ tenant, id }: Move, pauseMs: number | null): Promise<void> {
  await enterMoved(id)
  await query(
    installation,
    sql`
    update tenant_moves set state = 'moved', moved_at = now(), pause_ms = ${pauseMs}::int
    where tenant_id = ${tenant} and id = ${id} and state = 'copying'`,
  )
}

export const noteDone = ({ tenant, id }: Move) =>
  query(installation, sql`update tenant_moves set state = 'done' where tenant_id = ${tenant} and id = ${id}`)

export const removeMove = ({ tenant, id }: Move) =>
  query(installation, sql`delete from tenant_moves where tenant_id = ${tenant} and id = ${id} and state = 'copying'`)

export type Fence = { move_id: string; state: "incoming" | "fenced" | "gone"; cell: string; has_rows: boolean }

export async function readFence(client: pg.Client, tenant: string): Promise<Fence | undefined> {
  const { rows } = await client.query<Fence>("select move_id, state, cell, has_rows from tenant_fences where tenant_id = $1", [tenant])
  return rows[0]
}

/** From now on the cell refuses the tenant, and its loops do not see the rows that arrive. */
export async function expect(client: pg.Client, { tenant, id, from }: Move): Promise<void> {
  const { rows } = await client.query("select 1 from tenants where id = $1", [tenant])
  if (rows.length > 0 && !(await readFence(client, tenant)))
    throw new DatabaseFault("The other cell has rows of the tenant already. See: countersign cell check")
  await client.query(
    `insert into tenant_fences (tenant_id, move_id, state, cell, has_rows) values ($1, $2, 'incoming', $3, true)
     on conflict (tenant_id) do update set move_id = excluded.move_id, state = 'incoming', cell = excluded.cell, has_rows = true`,
    [tenant, id, from],
  )
  await drain(client, tenant, "10s") // statements that began before do not know it
}

/** The tenant will not arrive: the cell sends whoever looks for it here to the other one. */
export const expectNoMore = (client: pg.Client, { tenant, id, from }: Move) =>
  client.query("update tenant_fences set state = 'gone', cell = $3, has_rows = false where tenant_id = $1 and move_id = $2", [
    tenant,
    id,
    from,
  ])

/** Holds the changes of the tenant, for this time at most, and waits for those that have begun. */
export async function raiseFence(client: pg.Client, { tenant, id, to }: Move, forMs: number): Promise<void> {
  await client.query(
    `insert into tenant_fences (tenant_id, move_id, state, cell, until, has_rows)
     values ($1, $2, 'fenced', $3, clock_timestamp() + $4 * interval '1 millisecond', true)
     on conflict (tenant_id) do update
     set move_id = excluded.move_id, state = 'fenced', cell = excluded.cell, until = excluded.until, has_rows = true`,
    [tenant, id, to, forMs],
  )
  await drain(client, tenant, "1s")
}

export const lowerFence = (client: pg.Client, { tenant, id }: Move) =>
  client.query("delete from tenant_fences where tenant_id = $1 and move_id = $2 and state = 'fenced'", [tenant, id])

/**
 * The tenant leaves the cell. There is no way back from here. Refused if the fence did not stand all the time since it was raised, because
 * something may have been committed since.
 */
export async function leave(client: pg.Client, { tenant, id }: Move): Promise<boolean> {
  await client.query("begin")
  try {
    await lockTenant(client, tenant, "1s")
    const { rowCount } = await client.query(
      `update tenant_fences set state = 'gone', until = null
       where tenant_id = $1 and move_id = $2 and state = 'fenced' and until > clock_timestamp()`,
      [tenant, id],
    )
    await client.query("commit")
    return rowCount === 1
  } catch (error) {
    await client.query("rollback").catch(() => {})
    throw error
  }
}

async function drain(client: pg.Client, tenant: string, timeout: string) {
  await client.query("begin")
  try {
    await lockTenant(client, tenant, timeout)
    await client.query("commit")
  } catch (error) {
    await client.query("rollback").catch(() => {})
    throw error
  }
}

/** Waits for every transaction that changes rows of the tenant, or of all tenants; see the function enter_cell of the database. */
async function lockTenant(client: pg.Client, tenant: string, timeout: string) {
  await client.query(`set local lock_timeout = '${timeout}'`)
  await client.query("select pg_advisory_xact_lock(hashtextextended('tenant ' || $1, 0))", [tenant])
  await client.query("select pg_advisory_xact_lock(hashtext('all tenants of the cell'))")
}

export const noteEmpty = (client: pg.Client, { tenant }: Move) =>
  client.query("update tenant_fences set has_rows = false where tenant_id = $1 and state = 'gone'", [tenant])
