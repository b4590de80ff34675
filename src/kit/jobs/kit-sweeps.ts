import { foldTallies } from "../db/tallies.ts"
import { deleteExpiredKeys } from "../operation/idempotency.ts"
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
    run: async () => {
      while (await deleteExpiredKeys());
    },
  },
]
