import { appendOnly } from "../../kit/db/append-only.ts"
import { bigint, int, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import { type Write, writeStatement } from "../../kit/db/statements.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { progressOf } from "./rules.ts"
import type { Clock } from "./schema.ts"

const columns = {
  tenant_id: text,
  n: int,
  key: text,
  request: text,
  started_at: timestamptz,
  starts_at: timestamptz,
  target: timestamptz,
  at: timestamptz,
  offset_ms: bigint,
}
const jumps = appendOnly("clock_jumps", columns)
export type JumpRow = Row<typeof columns> & { ended_at: Date | null; done: number }

/** A move of the clock that this process has leased. */
export type ClaimedJump = JumpRow & {
  leased_until: Date
  /** Each claim adds one, so a process that was frozen and lost its claim has another number than the row. */
  claims: number
  /** The process that held it before. */
  process: number | null
}

export const insertJump = ({ write }: Context, jump: Row<typeof columns>) => write(jumps.insert(jump))

/** The latest move of the tenant's clock. Moves that wait for it have not begun, so it is the one that ends last. */
export async function findLastJump({ tenant }: Pick<Context, "tenant">): Promise<JumpRow | undefined> {
  const [row] = await query<JumpRow>([tenant.id], sql`select * from clock_jumps where tenant_id = ${tenant.id} order by n desc limit 1`)
  return row
}

export async function findJumpByKey({ tenant }: Context, key: string): Promise<JumpRow | undefined> {
  const [row] = await query<JumpRow>([tenant.id], sql`select * from clock_jumps where tenant_id = ${tenant.id} and key = ${key}`)
  return row
}

/** An open move that was asked for with this request. */
export async function findOpenJump({ tenant }: Context, request: string): Promise<JumpRow | undefined> {
  const [row] = await query<JumpRow>(
    [tenant.id],
    sql`select * from clock_jumps where tenant_id = ${tenant.id} and ended_at is null and request = ${request} order by n limit 1`,
  )
  return row
}

/** The current move: the first that has not ended. */
export async function findCurrentJump({ tenant }: Pick<Context, "tenant">): Promise<JumpRow | undefined> {
  const [row] = await query<JumpRow>(
    [tenant.id],
    sql`select * from clock_jumps where tenant_id = ${tenant.id} and ended_at is null order by n limit 1`,
  )
  return row
}

export async function hasEnded(tenant: string, n: number): Promise<boolean> {
  const rows = await query([tenant], sql`select 1 from clock_jumps where tenant_id = ${tenant} and n = ${n} and ended_at is not null`)
  return rows.length > 0
}

/** Short, because no work of the tenant runs after a crash until another process takes over. */
export const leaseMs = 20_000

/** Claims the first move of a tenant whose clock nobody moves. Of two processes that claim it at once, the second finds it leased. */
export async function claimJump(): Promise<ClaimedJump | undefined> {
  const [row] = await query<ClaimedJump>(
    allTenants,
    sql`
    update clock_jumps j set leased_until = now() + ${leaseMs} * interval '1 millisecond', claims = j.claims + 1
    from (
      select tenant_id, n from (
        select distinct on (tenant_id) tenant_id, n, leased_until from clock_jumps where ended_at is null order by tenant_id, n
      ) firsts
      where leased_until is null or leased_until < now() limit 1
    ) first
    where j.tenant_id = first.tenant_id and j.n = first.n and j.ended_at is null and (j.leased_until is null or j.leased_until < now())
    returning j.*`,
  )
  return row
}

/** Rejects the whole commit when another process has claimed the move meanwhile. */
const saves = writeStatement(
  `update clock_jumps j set at = r.at, done = r.done, process = r.process, leased_until = r.leased_until, ended_at = r.ended_at
   from jsonb_to_recordset($1) as r(tenant_id text, n int, claims int, at timestamptz, done int, process int,
     leased_until timestamptz, ended_at timestamptz)
   where j.tenant_id = r.tenant_id and j.n = r.n and j.claims = r.claims and j.ended_at is null returning 1`,
  { exact: true },
)

export const saveJump = (jump: ClaimedJump): Write => ({ statement: saves, row: jump, id: `clock_jumps ${jump.tenant_id} ${jump.n}` })

export type WaitingRow = { id: string; kind: string; payload: unknown; at: Date }

/** What waits for the tenant's clock, soonest first. */
export function queryQueue(ctx: Context, list: ListQuery) {
  const sort = list.sort.column === "id" ? { column: "at", descending: false } : list.sort
  return queryPage<WaitingRow>(ctx, { from: "clock_queue" }, { ...list, sort })
}

/** When the first entry after that time falls due. */
export async function findNextTime({ tenant, now }: Context): Promise<Date | undefined> {
  const [row] = await query<{ at: Date | null }>(
    [tenant.id],
    sql`select min(at) as at from clock_queue where tenant_id = ${tenant.id} and at > ${now}`,
  )
  return row?.at ?? undefined
}

export const renderClock = (now: string, last: JumpRow | undefined, current: JumpRow | undefined): Clock => ({
  now,
  status: current ? "moving" : "idle",
  target: current && last ? isoTime(last.target) : null,
  progress: current ? progressOf(current) : 1,
  done: (current ?? last)?.done ?? 0,
  startedAt: isoTimeOrNull((current ?? last)?.started_at ?? null),
  endedAt: current ? null : isoTimeOrNull(last?.ended_at ?? null),
})
