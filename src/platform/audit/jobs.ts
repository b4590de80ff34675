import { forEachTenant } from "../../kit/jobs/for-each-tenant.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { findUnsealedTenants, sealNext } from "./store.ts"

export const auditSweeps: Sweep[] = [
  {
    name: "seal the audit chain",
    everyMs: 1000,
    async run() {
      await forEachTenant(await findUnsealedTenants(), "audit entries could not be sealed; trying again", async ({ tenant_id }) => {
        while (await sealNext(tenant_id));
      })
    },
  },
]
