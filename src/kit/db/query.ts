import pg from "pg"
import { isId } from "../pure/id.ts"
import { boundCell, boundTenant, type Cell, currentCell, home, isOnlyCell } from "./cells.ts"
import { forgetScope, noteScope, scopeOf } from "./connection-scope.ts"
import { cellOf } from "./directory.ts"
import { heldRead } from "./held-read.ts"
import { noteCell } from "./outage.ts"
import { closeIdleConnections, type Pools } from "./pools.ts"
import { forgetPlans, isStalePlan } from "./stale-plans.ts"
import { followFrom, hasLeft, whereTenantsAre } from "./tenant-moves.ts"

export type Statement = { name: string; text: string }
export type Query = Statement & { values: unknown[] }
export type Client = pg.PoolClient

let count = 0
/** A statement with its own name, so that each connection prepares it once. */
export const prepare = (text: string): Statement => ({ name: `s${++count}`, text })

/** sql`select … ${value}`: values are bound, never spliced, and each place in the source is prepared once. */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Query {
  let statement = statements.get(parts)
  if (!statement) statements.set(parts, (statement = prepare(parts.reduce((text, part, i) => `${text}$${i}${part}`))))
  return { ...statement, values }
}
const statements = new WeakMap<TemplateStringsArray, Statement>()

/** The tenants whose rows the next statements may touch: row-level security hides all others. */
export type Scope = TenantScope | typeof installation
export type TenantScope = Iterable<string> | typeof allTenants
/** All tenants of the cell that the work is for (`inCell`). */
export const allTenants = "*"
/** What belongs to the installation and to no tenant. It is at home. */
export const installation = Symbol("installation")

/** A scope as the policies of row-level security read it. */
const settingOf = (scope: Scope): string => (scope === allTenants || scope === installation ? "*" : [...scope].join())
const setScope = (setting: string): Query => sql`select set_config('app.tenants', ${setting}, false)`

/** The tenants that statements are about. They must be in the cell. */
type Named = readonly string[]
export function tenantsIn(scope: Scope): Named {
  if (scope === installation) return []
  return scope === allTenants ? [boundTenant()].flatMap(tenant => tenant ?? []) : [...scope]
}

/** Where there are several cells, this sets the scope. The cell refuses tenants that are not there. */
function enterCell(scope: Scope, changes: boolean, named: Named = tenantsIn(scope)): Query {
  if (scope === installation) return sql`select set_config('app.tenants', '*', false), set_config('app.hidden', '', false)`
  return sql`select enter_cell(${settingOf(scope)}, ${[...new Set(named)].filter(isId)}::text[], ${changes})`
}

/** Statements that lock or change rows. Their tenants may not leave the cell until the end of the transaction. */
const isChange = (statement: string | Query) =>
  /\b(insert|update|delete|create|drop|do|set_config|redact_audit_entries|pg_advisory\w+)\b/i.test(textOf(statement))
const textOf = (statement: string | Query) => (typeof statement === "string" ? statement : statement.text)

/**
 * Sends statements in one packet, and before them the scope that they run in. With one cell, a connection that has the scope already is
 * not told again. Each of our statements reaches a connection of the pools through this function or `sendReads`, or through a
 * transaction that began with it.
 */
export async function pipelineWithin(
  client: Client,
  scope: Scope,
  statements: (string | Query)[],
  named?: Named,
): Promise<pg.QueryResult[]> {
  if (!isOnlyCell()) return enterWith(client, scope, statements, named)
  const setting = settingOf(scope)
  if (scopeOf(client) === setting) return await forgetScopeOnError(client, pipeline(client, statements))
  const [, ...results] = await forgetScopeOnError(client, pipeline(client, [setScope(setting), ...statements]))
  noteScope(client, setting)
  return results
}

/**
 * No scope is remembered, because a tenant may leave the cell at any time. In a transaction the cell is entered within it: a change holds
 * its tenants until the end, and a snapshot is the one in which they were here. So a change by itself gets a transaction.
 */
async function enterWith(client: Client, scope: Scope, statements: (string | Query)[], named?: Named): Promise<pg.QueryResult[]> {
  const changes = statements.some(isChange)
  const enter = enterCell(scope, changes, named)
  const [first, ...others] = statements
  if (typeof first === "string" && first.startsWith("begin")) {
    const [begun, , ...results] = await pipeline(client, [first, enter, ...others])
    return [begun!, ...results]
  }
  if (!changes) return (await pipeline(client, [enter, ...statements])).slice(1)
  return (await pipeline(client, ["begin", enter, ...statements, "commit"])).slice(2, -1)
}

const forgetScopeOnError = <T>(client: Client, sent: Promise<T>): Promise<T> =>
  sent.catch((error: unknown) => {
    forgetScope(client)
    throw error
  })

export type ScopedRead = { scope: TenantScope; named?: Named | undefined; query: Query }

/** Sends reads of several scopes in one packet. Each fails by itself. The result has the rows of each in the order of the reads. */
export async function sendReads(client: Client, reads: ScopedRead[]): Promise<PromiseSettledResult<object[]>[]> {
  const bySetting = Map.groupBy(reads, read => settingOf(read.scope))
  const current = scopeOf(client)
  forgetScope(client)
  const inOrder = [...bySetting.keys()].sort((a, b) => Number(b === current) - Number(a === current)) // the scope it has comes first
  const scopes: Promise<unknown>[] = []
  const sent = new Map<ScopedRead, Promise<object[]>>()
  const { stream } = (client as unknown as WithStream).connection
  stream.cork()
  for (const setting of inOrder) {
    const inScope = bySetting.get(setting)!
    const entered = setting === current ? undefined : client.query(isOnlyCell() ? setScope(setting) : enterFor(inScope))
    if (entered) scopes.push(entered)
    for (const read of inScope) sent.set(read, rowsWithin(entered, client.query(read.query)))
  }
  stream.uncork()
  const results = await Promise.allSettled(reads.map(read => sent.get(read)!))
  const lost = results.find(each => each.status === "rejected" && !isStatementError(each.reason)) // the connection
  if (lost?.status === "rejected") throw lost.reason
  if (results.some(each => each.status === "rejected" && isStalePlan(each.reason))) await forgetPlans(client)
  const refused = (await Promise.allSettled(scopes)).some(each => each.status === "rejected")
  if (isOnlyCell() && !refused) noteScope(client, inOrder.at(-1)!)
  return results
}

const enterFor = (reads: ScopedRead[]): Query =>
  enterCell(
    reads[0]!.scope,
    false,
    reads.flatMap(({ named }) => named ?? []),
  )

/** If the scope was refused, the rows are those of another scope. */
async function rowsWithin(entered: Promise<unknown> | undefined, sent: Promise<pg.QueryResult<object>>): Promise<object[]> {
  const [scope, result] = await Promise.allSettled([entered, sent])
  for (const each of [scope, result]) if (each.status === "rejected") throw each.reason
  return (await sent).rows
}

/** Where the rows of a scope are. This is the only place that decides in which cell a statement runs. */
export function cellFor(scope: Scope): Cell | Promise<Cell> {
  if (isOnlyCell() || scope === installation) return home()
  return scope === allTenants ? usable(currentCell()) : cellOfAll([...scope])
}

async function cellOfAll(tenants: string[]): Promise<Cell> {
  const [cell = home(), ...others] = await Promise.all(tenants.map(async tenant => cellOfWork(tenant, boundCell())))
  if (others.some(each => each !== cell)) throw new Error("a statement names tenants of several cells")
  return usable(cell)
}

/**
 * The cell of a tenant for work that is bound to a cell. What a worker began in a cell is concluded in the cell to which the tenant was
 * moved meanwhile. If the tenant came to the cell while another process moved it, the cell that it left says so.
 */
async function cellOfWork(tenant: string, bound: Cell | undefined): Promise<Cell> {
  const cell = await cellOf(tenant)
  if (!bound || bound === cell || !isId(tenant) || (await hasLeft(bound, tenant))) return cell
  // Otherwise a job that a cell should not have, such as one of a backup, would change the tenant in its own cell.
  if ((await followFrom(cell, tenant)) !== bound)
    throw new Error(`work in the cell ${bound.name} names a tenant of the cell ${cell.name}: see countersign cell check`)
  return bound
}

function usable(cell: Cell): Cell {
  if (cell.fault) throw noteCell(cell.fault, cell.name)
  return cell
}

/** Takes a connection out of a pool of a cell. */
export const connectTo = (cell: Cell, pool: keyof Pools): Promise<Client> =>
  cell[pool].connect().catch((error: unknown) => {
    throw noteCell(error, cell.name)
  })

/** Work over all tenants stays in its cell. `inCellOf` routes what is about one of them. */
export const routed = <T>(scope: Scope, work: () => Promise<T>): Promise<T> => (scope === allTenants ? work() : whereTenantsAre(work))

/** The snapshot in which all reads of the running work happen, if one is held. */
export const heldFor = (scope: Scope) => (scope === installation ? undefined : heldRead())

/** Runs one statement within a scope, on any free connection. */
export const query = <Row extends object>(scope: Scope, statement: Query): Promise<Row[]> =>
  heldFor(scope)?.<Row>(statement) ?? routed(scope, async () => queryIn<Row>(await cellFor(scope), scope, statement))

/** The same for a batch, whose cell was found when its items were collected. */
export const queryIn = async <Row extends object>(cell: Cell, scope: Scope, statement: Query, named?: Named) =>
  (await run(cell, scope, [statement], named))[0]!.rows as Row[]

/** Two reads in one snapshot: their results fit together whatever is committed meanwhile. */
export async function queryBoth<A extends object, B extends object>(scope: Scope, first: Query, second: Query): Promise<[A[], B[]]> {
  const held = heldFor(scope)
  if (held) return [await held<A>(first), await held<B>(second)]
  const snapshot = ["begin isolation level repeatable read read only", first, second, "commit"]
  const results = await routed(scope, async () => run(await cellFor(scope), scope, snapshot))
  return [results[1]!.rows as A[], results[2]!.rows as B[]]
}

/**
 * Runs a change that a crash may lose, such as a lease that would expire anyway, and does not wait for the disk. The statements share one
 * transaction. Returns the rows of the last one.
 */
export const queryWithoutSync = <Row extends object>(scope: Scope, ...statements: Query[]): Promise<Row[]> =>
  routed(scope, async () => queryInWithoutSync<Row>(await cellFor(scope), scope, ...statements))

/** The same for a batch, whose cell was found when its items were collected. */
export async function queryInWithoutSync<Row extends object>(cell: Cell, scope: Scope, ...statements: Query[]): Promise<Row[]> {
  const transaction = ["begin", "set local synchronous_commit = off", ...statements, "commit"]
  return (await run(cell, scope, transaction)).at(-2)!.rows as Row[]
}

async function run(cell: Cell, scope: Scope, statements: (string | Query)[], named?: Named): Promise<pg.QueryResult[]> {
  const client = await connectTo(cell, "pool")
  try {
    const results = await pipelineWithin(client, scope, statements, named).catch(async (error: unknown) => {
      if (!isStalePlan(error)) throw error
      await forgetPlans(client)
      return pipelineWithin(client, scope, statements, named) // nothing was done: `statements` are one, or one transaction
    })
    client.release()
    return results
  } catch (error) {
    throw releaseAfter(error, client, cell)
  }
}

/**
 * Closes a connection that can't be used again, and returns the error. If its server has become read-only or stopped answering, idle
 * connections probably lead to the same server. They are closed too, because new ones find the primary.
 */
export function releaseAfter(error: unknown, client: Client, cell: Cell): unknown {
  client.release(!isStatementError(error))
  if (isReadOnlyError(error) || (error instanceof Error && error.message === "Query read timeout")) closeIdleConnections(cell)
  return noteCell(error, cell.name)
}

const isReadOnlyError = (error: unknown) => error instanceof pg.DatabaseError && error.code === "25006"

export type Read = <Row extends object>(statement: Query) => Promise<Row[]>

/** Runs several reads in one snapshot, on a connection for reports: their results are consistent whatever is committed meanwhile. */
export const readSnapshot = <T>(scope: Scope, work: (read: Read) => Promise<T>): Promise<T> =>
  routed(scope, async () => {
    const held = heldFor(scope)
    if (held) return work(held)
    const cell = await cellFor(scope)
    const client = await connectTo(cell, "reportPool")
    try {
      const result = await snapshotOn(client, scope, work)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw noteCell(error, cell.name)
    }
  })

/** A connection whose snapshot failed must be closed. */
export async function snapshotOn<T>(client: Client, scope: Scope, work: (read: Read) => Promise<T>): Promise<T> {
  await pipelineWithin(client, scope, ["begin isolation level repeatable read read only"])
  // Without a name, so that it is planned with the columns that the tables have now.
  const result = await work(async ({ text, values }) => (await client.query({ text, values })).rows as never)
  await client.query("commit")
  return result
}

/** Sends all statements in one packet and waits for all. Throws the first error: the others only follow from it. */
export async function pipeline(client: Client, statements: (string | Query)[]): Promise<pg.QueryResult[]> {
  const { stream } = (client as unknown as WithStream).connection
  stream.cork()
  const sent = statements.map(statement => client.query(statement as Query))
  stream.uncork()
  const settled = await Promise.allSettled(sent)
  const failure = settled.find(result => result.status === "rejected")
  if (failure) throw failure.reason
  return Promise.all(sent)
}
/** pg's types do not have the socket; corking it sends several statements in one packet. */
type WithStream = { connection: { stream: { cork(): void; uncork(): void } } }

/**
 * The database reported an error for a statement, so nothing was committed, and the connection can be used again. After a lost connection
 * it is unknown what was committed, and a read-only server refuses the next statement too.
 */
export const isStatementError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !/^(57P|08|25006)/.test(error.code ?? "08")

/** It waited longer for a lock of another transaction than `lock_timeout` allows. */
export const isLockTimeout = (error: unknown) => isStatementError(error) && error.code === "55P03"
