import type { Tenant } from "../pure/caller.ts"
import { generalProblem } from "../pure/errors.ts"
import {
  isKeyTaken,
  commit,
  type CommitGuards,
  dryRun,
  isLate,
  isNameInUse,
  isStale,
  type LockedTransaction,
  lockedTransaction,
} from "./commit.ts"
import type { Context } from "./context.ts"
import { databaseClock } from "./database-clock.ts"
import { isHot, markHot } from "./hot-rows.ts"
import { isStatementError } from "./query.ts"
import { isStalePlan } from "./stale-plans.ts"
import { collapse, type Write } from "./statements.ts"

/** Who acts, for which tenant and through which channel; `name` identifies the work, and equal work has the same name. */
export type RequestScope = Pick<Context, "caller" | "tenant" | "origin"> & { name: string; dryRun?: boolean } & CommitGuards & {
    /** When it happens; by default the tenant's time now. */
    at?: Date | undefined
  }

/** Real contention ends in fewer tries and less time; after that the caller is told to retry. One slow try does not prove contention. */
const maxTries = 8
const maxConflictMs = 10_000

/**
 * Runs a unit of work and commits it once. Reads and locks are sent at once, writes are collected and sent together at the end. After a
 * conflict (a row changed, a unique value was taken) the work runs again on the new state.
 */
export async function transact<T>(scope: RequestScope, work: (ctx: Context) => Promise<T>): Promise<T> {
  const end = performance.now() + maxConflictMs
  const changed = new Set<string>()
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce(scope, work, changed)
    } catch (error) {
      if (!isConflict(error)) throw error
      if (tries === maxTries || (tries > 1 && performance.now() > end)) throw generalProblem("SYS-9002")
    }
  }
}

/** Read-only work: `write` and `lock` throw, and there is nothing to retry. */
export function readOnly<T>({ caller, tenant, origin }: RequestScope, work: (ctx: Context) => Promise<T>): Promise<T> {
  return work({
    caller,
    tenant,
    origin,
    now: nowFor(tenant),
    write: refuseWrite,
    isReadOnly: true,
    published: new Map(),
    lock: refuseWrite,
    readForUpdate: (_name, read) => read(),
  })
}

const nowFor = (tenant: Tenant, at?: Date) => at ?? databaseClock.now(tenant.clockOffsetMs)

function refuseWrite(): never {
  throw new Error("an operation with the effect read tried to write")
}

/** `changed` are the rows that changed after an earlier try read them without a lock. This try locks them, however long ago that was. */
async function runOnce<T>(
  { caller, tenant, origin, name, dryRun: isDryRun, deadline, exclusive, at }: RequestScope,
  work: (ctx: Context) => Promise<T>,
  changed: Set<string>,
): Promise<T> {
  const { id } = tenant
  const collected: Write[] = []
  const unlocked: string[] = []
  let transaction: LockedTransaction | undefined
  const lock: Context["lock"] = async query => {
    const row = await (transaction ??= lockedTransaction(name, id, deadline)).lock(query)
    ctx.now = nowFor(tenant, at) // a request that waited for a lock acts after its previous holder
    return row as never
  }
  const ctx: Context = {
    caller,
    tenant,
    origin,
    now: nowFor(tenant, at),
    write: writes => void collected.push(...[writes].flat()),
    isReadOnly: false,
    published: new Map(),
    lock,
    readForUpdate: (row, read, lockingQuery) => {
      if (changed.has(row) || isHot(row)) return lock(lockingQuery)
      unlocked.push(row)
      return read()
    },
  }
  try {
    const result = await work(ctx)
    if (collected.length === 0) return result
    const writes = collapse(collected)
    if (isDryRun) await (transaction ? transaction.dryRun(writes) : dryRun({ name, tenant: id, writes }))
    else if (transaction) await transaction.commit(writes)
    else await commit({ name, tenant: id, writes, deadline, exclusive })
    return result
  } catch (error) {
    if (error instanceof StaleRead || isStale(error) || (isCheckViolation(error) && unlocked.length > 0)) {
      markHot(unlocked)
      for (const row of unlocked) changed.add(row)
      throw new StaleRead("a row that was read without a lock has changed", { cause: error })
    }
    if (isNameInUse(error)) throw generalProblem("IDM-1003")
    if (isLate(error)) throw generalProblem("SYS-9002")
    throw error
  } finally {
    await transaction?.rollback()
  }
}

/**
 * A row that the work read has changed since. The work runs again and locks the rows that it read without a lock. Work that notices such a
 * change itself throws this, too.
 */
export class StaleRead extends Error {}

/**
 * Rows may not fit together if some were locked and others changed after they were read. A CHECK may refuse them before their versions are
 * compared. A refusal with all rows locked is an error.
 */
const isCheckViolation = (error: unknown) => isStatementError(error) && error.code === "23514"

/**
 * Unique and foreign keys, serialization, deadlocks, lock time-outs, and tables that got a column. Not a taken idempotency key: its owner
 * has the response.
 */
const isConflict = (error: unknown) =>
  error instanceof StaleRead ||
  isStalePlan(error) ||
  (isStatementError(error) && /^(23505|23503|40001|40P01|55P03)$/.test(error.code ?? "") && !isKeyTaken(error))
