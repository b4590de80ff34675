import type { Loop, Sweep, Timer } from "../../kit/jobs/queue.ts"
import { hourMs } from "../../kit/pure/calendar.ts"
import { cancelOrphans } from "./cancel-store.ts"
import { deliverAtDueTime, deliverLoop } from "./deliver.ts"
import { rotatePartitions } from "./delivery-store.ts"
import { findDueDeliveries, findNextDeliveryTime } from "./due-store.ts"

export const webhookLoops: Loop[] = [deliverLoop]

/** Used while a sandbox's clock is moved: each attempt happens when it is due, and a reply takes no time. */
export const webhookTimers: Timer[] = [
  {
    name: "webhook deliveries",
    describe: () => ({ text: "The webhook is attempted again" }),
    nextAt: findNextDeliveryTime,
    run: async (tenant, until) => deliverAtDueTime(await findDueDeliveries(tenant, until)),
  },
]

export const webhookSweeps: Sweep[] = [
  { name: "cancel deliveries without an active endpoint", everyMs: 5_000, run: cancelOrphans },
  { name: "rotate the partitions of the delivery history", everyMs: hourMs, run: rotatePartitions },
]
