import { currentCell, perCell } from "../../kit/db/cells.ts"
import { forEachTenant } from "../../kit/jobs/for-each-tenant.ts"
import { isBusy } from "../../kit/jobs/in-flight.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { beginBuild, beginZone, buildBatches, clearBatch, findUnbuilt, findUnfolded, foldBatch, type RollUpState } from "./roll-up-store.ts"

/** While requests are busy, changes wait this long and are folded in larger batches, which costs less. Reports still count them. */
const maxWaitMs = 10_000
const progressOf = perCell(() => ({ foldedAt: 0 }))
/** Reports stay exact meanwhile: they read the changes that are not folded yet. */
const failure = "roll-ups could not be brought up to date; trying again"

export const analyticsSweeps: Sweep[] = [
  {
    name: "fold changes into the roll-ups of analytics",
    everyMs: 1000,
    async run() {
      const progress = progressOf(currentCell())
      if (isBusy() && performance.now() - progress.foldedAt < maxWaitMs) return
      progress.foldedAt = performance.now()
      await forEachTenant(await findUnfolded(), failure, ({ tenant_id, timezone, areTooMany }) =>
        areTooMany ? beginBuild(tenant_id) : foldBatches(tenant_id, timezone),
      )
    },
  },
  {
    name: "build the roll-ups of analytics",
    everyMs: 1000,
    async run() {
      await forEachTenant(await findUnbuilt(), failure, build)
    },
  },
]

/** A few seconds' work at most, because the service waits for it when it stops. */
const maxFoldBatches = 5

async function foldBatches(tenant: string, timezone: string) {
  for (let n = 0; n < maxFoldBatches && (await foldBatch(tenant, timezone)); n++);
}

/**
 * Builds the roll-ups of a tenant whose data is older than its roll-ups, or whose time zone changed, because roll-ups use the days of the
 * zone.
 */
async function build({ tenant_id, timezone, current }: RollUpState) {
  if (current !== timezone && current !== "") await beginBuild(tenant_id)
  if (current !== timezone) {
    while (await clearBatch(tenant_id));
    await beginZone(tenant_id, timezone)
  }
  await buildBatches(tenant_id, timezone)
}
