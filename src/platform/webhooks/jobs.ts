import type { Loop, Sweep } from "../../kit/jobs/queue.ts"
import { cancelOrphans } from "./cancel-store.ts"
import { deliverLoop } from "./deliver.ts"
import { rotatePartitions } from "./delivery-store.ts"

export const webhookLoops: Loop[] = [deliverLoop]
export const webhookSweeps: Sweep[] = [
  { name: "cancel deliveries without an active endpoint", everyMs: 5_000, run: cancelOrphans },
  { name: "rotate the partitions of the delivery history", everyMs: 60 * 60_000, run: rotatePartitions },
]
