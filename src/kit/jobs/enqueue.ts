import { appendOnly } from "../db/append-only.ts"
import { json, text, timestamptz } from "../db/columns.ts"
import type { Context } from "../operation/context.ts"
import { newId } from "../pure/id.ts"
import { jobSignal } from "./signal.ts"

const columns = { tenant_id: text, id: text, kind: text, payload: json<object>(), next_at: timestamptz, created_at: timestamptz }
const jobs = appendOnly("jobs", columns, { signals: jobSignal })

/** Enqueues a job in the commit of the change that needs it. The worker runs it afterwards, possibly more than once. */
export function enqueue({ write, tenant, now }: Context, kind: string, payload: object, at: Date = now) {
  write(jobs.insert({ tenant_id: tenant.id, id: newId(now), kind, payload, next_at: at, created_at: now }))
}
