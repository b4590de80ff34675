import { audit } from "./audit.ts"
import type { Context } from "./context.ts"
import { newId } from "./id.ts"
import { appendOnly } from "./table.ts"

const events = appendOnly("events", {
  tenant_id: "text",
  id: "text",
  event: "text",
  object_id: "text",
  data: "text",
  created_at: "timestamptz",
})

type Action = "create" | "update" | "delete"
type Shown = { _id: string }

/**
 * Every write of a resource ends here: the change, its news and its place in the audit log commit together or not at all.
 * The news is the object as REST shows it, whatever the origin of the change.
 */
export function publish(ctx: Context, event: `${string}.${Action}`, object: Shown, before?: Shown) {
  const { write, tenant, now } = ctx
  const data = JSON.stringify(object)
  write(events.insert({ tenant_id: tenant.id, id: newId(now), event, object_id: object._id, data, created_at: now }))
  const [kind = "", action] = event.split(".")
  const change = action === "delete" ? { before: object } : { after: object, ...(before && { before }) }
  audit(ctx, { action: event, kind, id: object._id, ...change })
}
