import type { Sweep } from "../../kit/jobs/queue.ts"
import { deleteExpired } from "./store.ts"

export const portalSweeps: Sweep[] = [
  {
    name: "delete expired links and sessions of portals",
    everyMs: 60_000,
    isCleanup: true,
    run: async () => {
      while (await deleteExpired());
    },
  },
]
