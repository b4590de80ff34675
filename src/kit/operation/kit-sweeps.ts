import { finishUpgrade } from "../db/finish-upgrade.ts"
import { deleteOldCounts } from "../db/shared-rate-limit.ts"
import { foldTallies } from "../db/tallies.ts"
import { cleanup } from "../jobs/cleanup.ts"
import { deleteOldFailedJobs, type Sweep } from "../jobs/queue.ts"
import { deleteExpiredKeys } from "./idempotency.ts"

export const kitSweeps: Sweep[] = [
  { name: "finish the upgrade", everyMs: 5_000, run: finishUpgrade },
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
