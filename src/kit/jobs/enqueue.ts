import { AsyncLocalStorage } from "node:async_hooks"
import { appendOnly } from "../db/append-only.ts"
import { boolean, json, text, timestamptz } from "../db/columns.ts"
import type { Context } from "../db/context.ts"
import { writeStatement } from "../db/statements.ts"
import { newId } from "../pure/id.ts"
import { jobSignal } from "./signal.ts"

const columns = {
  tenant_id: text,
  id: text,
  kind: text,
  payload: json<object>(),
  next_at: timestamptz,
  created_at: timestamptz,
  real_time: boolean,
}
const jobs = appendOnly("jobs", columns, { signals: jobSignal })

/** Enqueues a job in the commit of the change that needs it. The worker runs it afterwards, possibly more than once. */
export function enqueue({ write, tenant, now }: Context, kind: string, payload: object, at: Date = now, real_time = false) {
  write(jobs.insert({ tenant_id: tenant.id, id: newId(now), kind, payload, next_at: at, created_at: now, real_time }))
}

const hastens = writeStatement(
  `update jobs j set next_at = r.next_at from jsonb_to_recordset($1) as r(tenant_id text, kind text, payload jsonb, next_at timestamptz)
   where j.tenant_id = r.tenant_id and j.kind = r.kind and j.payload @> r.payload and j.next_at > r.next_at
     and j.leased_until is null and j.failed_at is null`,
  { signals: jobSignal },
)

/** Runs a job now that waits for a later time. Does nothing where there is none. */
export function hasten({ write, tenant, now }: Context, kind: string, payload: object) {
  write({ statement: hastens, row: { tenant_id: tenant.id, kind, payload, next_at: now } })
}

type RunningJob = { id: string; attempts: number }
const running = new AsyncLocalStorage<RunningJob>()

/** Runs a job, so that its units of work can end it. */
export const asJob = <T>({ id, attempts }: RunningJob, work: () => Promise<T>): Promise<T> => running.run({ id, attempts }, work)

/** Refuses the whole commit if another worker has claimed the job meanwhile. */
const ends = writeStatement(
  `delete from jobs j using jsonb_to_recordset($1) as r(tenant_id text, id text, attempts int)
   where j.tenant_id = r.tenant_id and j.id = r.id and j.attempts <= r.attempts
   returning 1`,
  { exact: true },
)

/** Ends the running job in the commit of its effect, so that a crash can't repeat an effect such as a mail. */
export function endJob({ write, tenant }: Context) {
  const job = running.getStore()
  if (job) write({ statement: ends, row: { tenant_id: tenant.id, ...job }, id: `jobs ${tenant.id} ${job.id}` })
}

/** Enqueues what follows the running job, which ends with it: repeated after a crash, there would be two series from then on. */
export function enqueueNext(ctx: Context, kind: string, payload: object, at: Date, real_time = false) {
  endJob(ctx)
  enqueue(ctx, kind, payload, at, real_time)
}
