import { forEachTenant } from "../../kit/jobs/for-each-tenant.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { findTenantsDue } from "./store.ts"
import { takeCheckpoint } from "./take.ts"

export const checkpointSweeps: Sweep[] = [
  {
    name: "sign checkpoints",
    everyMs: 60_000,
    async run() {
      await forEachTenant(await findTenantsDue(), "a checkpoint could not be signed; trying again", async ({ tenant_id }) => {
        await asSystem(tenant_id, "sign a checkpoint", takeCheckpoint)
      })
    },
  },
]
