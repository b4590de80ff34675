import { cancelOrphans } from "./cancel-store.ts"
import { deliverLoop } from "./deliver.ts"
import { turnPartitions } from "./delivery-store.ts"

export const webhookLoops = [deliverLoop]
export const webhookSweeps = [
  { name: "deliveries without an endpoint are canceled", everyMs: 5_000, run: cancelOrphans },
  { name: "the history of deliveries turns its pages", everyMs: 60 * 60_000, run: turnPartitions },
]
