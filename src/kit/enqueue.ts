import type { Context } from "./context.ts"
import { newId } from "./id.ts"
import { way } from "./writes.ts"

const jobs = way(
  `insert into jobs (tenant_id, id, kind, payload, next_at, created_at) select tenant_id, id, kind, payload, next_at, created_at
   from jsonb_to_recordset($1) as r(tenant_id text, id text, kind text, payload jsonb, next_at timestamptz, created_at timestamptz)`,
)

/** Work for the outside world, or for later, in the commit of the change that asks for it. The worker does it after, once or again. */
export function enqueue({ write, tenant, now }: Context, kind: string, payload: object, at: Date = now) {
  write({ way: jobs, row: { tenant_id: tenant.id, id: newId(now), kind, payload, next_at: at, created_at: now } })
}
