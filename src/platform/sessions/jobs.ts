import type { Sweep } from "../../kit/jobs/queue.ts"
import { deleteExpiredSessions } from "./store.ts"

export const sessionSweeps: Sweep[] = [
  {
    name: "delete expired sessions",
    everyMs: 60_000,
    isCleanup: true,
    run: async () => {
      while (await deleteExpiredSessions());
    },
  },
]
