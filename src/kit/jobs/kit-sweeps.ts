import { foldTallies } from "../db/tallies.ts"
import { deleteExpiredKeys } from "../operation/idempotency.ts"
import { deleteOldCounts } from "../service/shared-rate-limit.ts"
import type { Sweep } from "./queue.ts"

export const kitSweeps: Sweep[] = [
  {
    name: "fold tallies",
    everyMs: 1000,
    run: async () => {
      while (await foldTallies());
    },
  },
  {
    name: "delete expired idempotency keys",
    everyMs: 30_000,
    isCleanup: true,
    run: async () => {
      while (await deleteExpiredKeys());
    },
  },
  {
    name: "delete old call counts",
    everyMs: 60_000,
    isCleanup: true,
    run: async () => {
      while (await deleteOldCounts());
    },
  },
]
