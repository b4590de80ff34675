import { foldTallies } from "../db/tallies.ts"
import { deleteExpiredKeys } from "../operation/idempotency.ts"
import { deleteOldCounts } from "../service/shared-rate-limit.ts"
import { cleanup } from "./cleanup.ts"
import { deleteOldFailedJobs, type Sweep } from "./queue.ts"

export const kitSweeps: Sweep[] = [
  {
    name: "fold tallies",
    everyMs: 1000,
    run: async () => {
      while (await foldTallies());
    },
  },
  cleanup("delete expired idempotency keys", deleteExpiredKeys, 30_000),
  cleanup("delete old call counts", deleteOldCounts),
  cleanup("delete old failed jobs", deleteOldFailedJobs),
]
