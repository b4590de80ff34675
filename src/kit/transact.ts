import { commit, type Holding, holding, rehearse, stale } from "./commit.ts"
import type { Context, Tenant } from "./context.ts"
import { contest, isContested } from "./contested.ts"
import { refused } from "./db.ts"
import { taken } from "./idempotency.ts"
import { Problem } from "./problem.ts"
import { collapse, type Write } from "./writes.ts"

/** Who acts, for whom and when; `name` is what the work is known by. */
export type Scene = Pick<Context, "caller" | "tenant" | "origin"> & { name: string; dryRun?: boolean }

/** More than any honest contest needs: what still loses then is asked to come again. */
const triesMost = 8

/**
 * One piece of work, one commit. Reads and locks go out at once, writes are collected and leave together at the end. When somebody
 * else was faster (a row moved on, a unique name was taken) the work is done again on what is there now.
 */
export async function transact<T>(scene: Scene, work: (ctx: Context) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await once(scene, work)
    } catch (error) {
      if (!lost(error)) throw error
      if (tries === triesMost) throw new Problem("SYS-9002")
    }
  }
}

/** A read has no pen: nothing is collected, so nothing can be lost to anybody else and done again. */
export function look<T>({ caller, tenant, origin }: Scene, work: (ctx: Context) => Promise<T>): Promise<T> {
  return work({ caller, tenant, origin, now: nowFor(tenant), write: refuse, lock: refuse, take: (_name, read) => read() })
}

const nowFor = (tenant: Tenant) => new Date(Date.now() + tenant.clockOffsetMs)

function refuse(): never {
  throw new Error("an operation whose effect is a read tried to write")
}

async function once<T>({ caller, tenant, origin, name, dryRun }: Scene, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { id } = tenant
  const collected: Write[] = []
  const unlocked: string[] = []
  let held: Holding | undefined // made with the first lock: a read has none
  const lock: Context["lock"] = async query => {
    const row = await (held ??= holding(name, id)).lock(query)
    ctx.now = nowFor(tenant) // who waited for a row acts after whoever had it, and says so
    return row as never
  }
  const ctx: Context = {
    caller,
    tenant,
    origin,
    now: nowFor(tenant),
    write: writes => void collected.push(...[writes].flat()),
    lock,
    take: (row, read, forUpdate) => {
      if (isContested(row)) return lock(forUpdate)
      unlocked.push(row)
      return read()
    },
  }
  try {
    const result = await work(ctx)
    if (collected.length === 0) return result
    const writes = collapse(collected)
    if (dryRun) await (held ? held.rehearse(writes) : rehearse({ name, tenant: id, writes }))
    else if (held) await held.commit(writes)
    else await commit({ name, tenant: id, writes })
    return result
  } catch (error) {
    if (stale(error)) contest(unlocked)
    throw error
  } finally {
    await held?.undo()
  }
}

/** Unique and foreign keys, serialization, deadlocks and lock time-outs: another request won, so look again. Not our own key: its owner has the answer. */
const lost = (error: unknown) =>
  stale(error) || (refused(error) && /^(23505|23503|40001|40P01|55P03)$/.test(error.code ?? "") && !taken(error))
