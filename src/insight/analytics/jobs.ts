import { isBusy } from "../../kit/jobs/in-flight.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { log } from "../../kit/service/log.ts"
import { beginBuild, beginZone, buildBatches, clearBatch, findUnbuilt, findUnfolded, foldBatch, type RollUpState } from "./roll-up-store.ts"

/** While requests are busy, changes wait this long and are folded in larger batches, which costs less. Reports read them where they are. */
const maxWaitMs = 10_000
let foldedAt = 0

export const analyticsSweeps: Sweep[] = [
  {
    name: "fold changes into the roll-ups of analytics",
    everyMs: 1000,
    async run() {
      if (isBusy() && performance.now() - foldedAt < maxWaitMs) return
      foldedAt = performance.now()
      await forEachTenant(await findUnfolded(), ({ tenant_id, timezone, areTooMany }) =>
        areTooMany ? beginBuild(tenant_id) : foldBatches(tenant_id, timezone),
      )
    },
  },
  {
    name: "build the roll-ups of analytics",
    everyMs: 1000,
    async run() {
      await forEachTenant(await findUnbuilt(), build)
    },
  },
]

/** The service waits for a sweep when it stops, so the tenants that are left after this time wait for the next one, in another order. */
const maxSweepMs = 5000

/** A failure of one tenant must not keep the others waiting; its reports stay exact. */
async function forEachTenant<T extends { tenant_id: string }>(tenants: T[], work: (tenant: T) => Promise<void>) {
  const end = performance.now() + maxSweepMs
  for (const each of tenants) {
    if (performance.now() > end) return
    await work(each).catch((error: unknown) =>
      log.warn({ error, tenant: each.tenant_id }, "roll-ups could not be brought up to date; trying again"),
    )
  }
}

/** A few seconds' work at most, because the service waits for it when it stops. */
const maxFoldBatches = 5

async function foldBatches(tenant: string, timezone: string) {
  for (let n = 0; n < maxFoldBatches && (await foldBatch(tenant, timezone)); n++);
}

/** Builds the roll-ups of a tenant whose data is older than them, or whose time zone changed: they have the days of the zone. */
async function build({ tenant_id, timezone, current }: RollUpState) {
  if (current !== timezone && current !== "") await beginBuild(tenant_id)
  if (current !== timezone) {
    while (await clearBatch(tenant_id));
    await beginZone(tenant_id, timezone)
  }
  await buildBatches(tenant_id, timezone)
}
