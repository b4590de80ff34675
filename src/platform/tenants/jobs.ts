import { inCellOf } from "../../kit/db/tenant-moves.ts"
import { activateEntry, findUnfinished, removeEntry } from "../../kit/db/directory-entries.ts"
import { forEachTenant } from "../../kit/jobs/for-each-tenant.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { findTenant } from "./find-store.ts"

export const tenantSweeps: Sweep[] = [
  {
    name: "finish entries of the directory whose process died",
    everyMs: 60_000,
    isCleanup: true,
    isForInstallation: true,
    async run() {
      const failure = "an entry of the directory could not be finished; trying again"
      await forEachTenant(await findUnfinished(), failure, async ({ tenant_id: id, isLeftOver }) => {
        const tenant = await inCellOf(id, () => findTenant({ id }))
        if (tenant) await activateEntry(id)
        else if (isLeftOver) await removeEntry(id)
      })
    },
  },
]
