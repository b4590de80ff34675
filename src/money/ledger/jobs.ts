import { forEachTenant } from "../../kit/jobs/for-each-tenant.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { findUnsealedLedgers, sealEntries } from "./chain-store.ts"

export const ledgerSweeps: Sweep[] = [
  {
    name: "seal the ledger chain",
    everyMs: 5000,
    async run() {
      await forEachTenant(await findUnsealedLedgers(), "ledger entries could not be sealed; trying again", async ({ tenant_id }) => {
        await sealEntries(tenant_id)
      })
    },
  },
]
