import { setTimeout as wait } from "node:timers/promises"
import pg from "pg"
import { generalProblem } from "../pure/errors.ts"
import { type Cell, home, inCell, isOnlyCell, perCell } from "./cells.ts"
import { cellOf, findBySlug, learnCell, runAtHome } from "./directory.ts"
import { noteCell } from "./outage.ts"

/** How a cell refuses a tenant that is not there, or is about to leave; see the function enter_cell of the database. */
type Refusal = { tenant: string; move: string; state: "incoming" | "fenced" | "gone"; cell: string }

const refusals = { held: "UW004", elsewhere: "UW005" } as const

function refusalOf(error: unknown): { code: string; refusal: Refusal } | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.detail) return undefined
  const { code } = error
  return code === refusals.held || code === refusals.elsewhere ? { code, refusal: JSON.parse(error.detail) as Refusal } : undefined
}

/** No fence stands this long. A request that waits longer gets 503, and has changed nothing. */
const maxWaitMs = 8_000
const pollMs = 10

/**
 * Runs a statement or a commit where its tenants are. If a cell refuses a tenant that is about to leave, this waits. If the tenant has
 * left, the work runs again in the other cell. So this function is around the choice of the cell. A refused transaction has changed
 * nothing.
 */
export async function whereTenantsAre<T>(work: () => Promise<T>): Promise<T> {
  if (isOnlyCell()) return work()
  const end = performance.now() + maxWaitMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const found = refusalOf(error)
      if (!found) throw error
      if (performance.now() > end) throw generalProblem("SYS-9002")
      if (found.code === refusals.held) await hold(found.refusal.tenant)
      else await follow(found.refusal)
    }
  }
}

const holds = new Map<string, Promise<void>>()

/** Changes of a tenant that is held wait together, before they become part of a batch. */
export const untilFree = (tenant: string): Promise<void> | undefined => holds.get(tenant)

function hold(tenant: string): Promise<void> {
  const held = holds.get(tenant) ?? wait(pollMs).finally(() => holds.delete(tenant))
  holds.set(tenant, held)
  return held
}

/**
 * Learns that the tenant is in another cell. If the command that moved it died before it opened the tenant there, this opens it.
 * Any process may do so, because a tenant leaves only after all of its rows have arrived.
 */
async function follow({ tenant, move, state, cell: name }: Refusal) {
  const cell = learnCell(tenant, name)
  if (state !== "gone") return wait(pollMs) // it has not left the other cell yet, or is opened here in a moment
  await openIn(cell, tenant, move)
  await enterMoved(move).catch(() => {}) // while home is down, the cells know it
}

/** Ends the arrival of a tenant in a cell. Does nothing after it has ended. */
export const openIn = (cell: Cell, tenant: string, move: string): Promise<unknown> =>
  cell.pool
    .query("delete from tenant_fences where tenant_id = $1 and move_id = $2 and state = 'incoming'", [tenant, move])
    .catch((error: unknown) => {
      throw noteCell(error, cell.name)
    })

/** Writes the new cell of a tenant that has left to the directory. */
export const enterMoved = (move: string) =>
  runAtHome(
    `update tenant_directory d set cell = m.to_cell from tenant_moves m
     where m.id = $1 and d.tenant_id = m.tenant_id and d.cell = m.from_cell`,
    [move],
  )

/** The tenants that are known to have left a cell while work of that cell went on. */
const departed = perCell(() => new Set<string>())

/** Whether a tenant has left a cell. Then what a worker of that cell began is concluded where the tenant is now. */
export async function hasLeft(cell: Cell, tenant: string): Promise<boolean> {
  if (departed(cell).has(tenant)) return true
  const { rows } = await cell.pool.query("select 1 from tenant_fences where tenant_id = $1 and state = 'gone'", [tenant])
  if (rows.length > 0) departed(cell).add(tenant)
  return rows.length > 0
}

/** Where a tenant is that may have left a cell: the cell says where it went, and so does the next one. */
export async function followFrom(cell: Cell, tenant: string): Promise<Cell> {
  const gone = "select cell from tenant_fences where tenant_id = $1 and state = 'gone'"
  const { rows } = await cell.pool.query<{ cell: string }>(gone, [tenant])
  return rows[0] ? followFrom(learnCell(tenant, rows[0].cell), tenant) : cell
}

/** Runs work over all tenants in the cell of a tenant, for statements that find it by something else than its id. */
export const inCellOf = <T>(tenant: string, work: () => Promise<T>): Promise<T> =>
  whereTenantsAre(async () => inCell(await cellOf(tenant), work, tenant))

/** The same, by the slug of the tenant. */
export async function inCellOfSlug<T>(slug: string, work: () => Promise<T>): Promise<T> {
  const tenant = isOnlyCell() ? undefined : await findBySlug(slug)
  return tenant === undefined ? inCell(home(), work) : inCellOf(tenant, work)
}
