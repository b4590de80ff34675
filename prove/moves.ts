import { setTimeout as wait } from "node:timers/promises"
import type { Log } from "./client.ts"
import { queryAt } from "./databases.ts"
import type { Random } from "./random.ts"
import type { Broken } from "./rules.ts"
import type { Service } from "./service.ts"

/** What the moves of tenants have done: how many ended, were killed, or ended with an error because something else was broken. */
export type Moves = { ended: number; killed: number; failed: number; pausesMs: number[]; lastError: string }

/** How long a move may take that nothing disturbs. */
const maxMoveMs = 120_000

/** Moves tenants from cell to cell until the trial ends. One command in four is killed. */
export async function moveTenants(service: Service, tenants: readonly string[], random: Random, log: Log): Promise<Moves> {
  const moves: Moves = { ended: 0, killed: 0, failed: 0, pausesMs: [], lastError: "" }
  while (!log.hasEnded) {
    const tenant = random.pick(tenants)!
    const to = await targetOf(service, tenant, random).catch(() => undefined)
    if (to === undefined) {
      await wait(200) // home is being started again
      continue
    }
    const killAfterMs = random.chance(0.25) ? random.whole(500, 5_000) : maxMoveMs
    const { code, output, errors } = await service.command(["tenant", "move", tenant, "--to", to], killAfterMs)
    if (code === null) moves.killed++
    else if (code > 0) noteFailure(moves, errors)
    else noteEnd(moves, output)
    await wait(random.whole(0, 2_000))
  }
  return moves
}

function noteEnd(moves: Moves, output: string) {
  const { pauseMs } = JSON.parse(output) as { pauseMs: number | null }
  moves.ended++
  if (pauseMs !== null) moves.pausesMs.push(pauseMs)
}

function noteFailure(moves: Moves, errors: string) {
  moves.failed++
  moves.lastError = errors.trim()
}

/** Another cell than its own, or that of the move that has not ended. */
async function targetOf({ databaseUrl, databases }: Service, tenant: string, random: Random): Promise<string> {
  const [open] = await openMoves(databaseUrl, tenant)
  const [{ cell }] = (await queryAt<{ cell: string }>(databaseUrl, "select cell from tenant_directory where tenant_id = $1", [tenant])) as [
    { cell: string },
  ]
  return open?.to_cell ?? random.pick(databases.filter(({ name }) => name !== cell))!.name
}

const openMoves = (databaseUrl: string, tenant: string) =>
  queryAt<{ to_cell: string }>(databaseUrl, "select to_cell from tenant_moves where tenant_id = $1 and state <> 'done'", [tenant])

/** Ends the moves that were interrupted, now that everything works. */
export async function endMoves(service: Service, tenants: readonly string[], moves: Moves): Promise<Broken[]> {
  const findings: string[] = []
  for (const tenant of tenants)
    for (const { to_cell } of await openMoves(service.databaseUrl, tenant)) {
      const { code, output, errors } = await service.command(["tenant", "move", tenant, "--to", to_cell], maxMoveMs)
      if (code === 0) noteEnd(moves, output)
      else findings.push(`${tenant} to ${to_cell}: ${errors.trim()}`)
    }
  if (moves.ended === 0) findings.push(`no move has ended: ${moves.lastError}`)
  return findings.length > 0 ? [{ rule: "tenants are moved, and an interrupted move can be ended", findings }] : []
}

/** The rows that a tenant has in a cell that it has left, and what its moves have left there. */
export async function findStrayRows({ databases, databaseUrl }: Service): Promise<Broken[]> {
  const places = await queryAt<{ tenant_id: string; cell: string }>(databaseUrl, "select tenant_id, cell from tenant_directory")
  const tables = await queryAt<{ name: string; tenant: string }>(
    databaseUrl,
    `select relname as name, case relname when 'tenants' then 'id' else 'tenant_id' end as tenant from pg_class
     where relrowsecurity and relkind in ('r', 'p') and not relispartition and relname <> 'tenant_directory'`,
  )
  const findings: string[] = []
  for (const { name: cell, directUrl } of databases) {
    const away = places.filter(place => place.cell !== cell).map(({ tenant_id }) => tenant_id)
    for (const { name, tenant } of tables) {
      const [row] = await queryAt<{ n: number }>(directUrl, `select count(*)::int as n from ${name} where ${tenant} = any ($1)`, [away])
      if (row!.n > 0) findings.push(`${cell} has ${row!.n} rows of other tenants in ${name}`)
    }
    const left = `select slot_name as name from pg_replication_slots union all select pubname from pg_publication`
    for (const { name } of await queryAt<{ name: string }>(directUrl, left)) findings.push(`${cell} still has ${name}`)
  }
  return findings.length > 0 ? [{ rule: "a tenant is in one cell only", findings }] : []
}
