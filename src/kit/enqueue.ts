import type { Context } from "./context.ts"
import { newId } from "./id.ts"
import { appendOnly } from "./table.ts"

const jobs = appendOnly("jobs", {
  tenant_id: "text",
  id: "text",
  kind: "text",
  payload: "jsonb",
  next_at: "timestamptz",
  created_at: "timestamptz",
})

/** Work for the outside world, or for later, in the commit of the change that asks for it. The worker does it after, once or again. */
export function enqueue({ write, tenant, now }: Context, kind: string, payload: object, at: Date = now) {
  write(jobs.insert({ tenant_id: tenant.id, id: newId(now), kind, payload, next_at: at, created_at: now }))
}
