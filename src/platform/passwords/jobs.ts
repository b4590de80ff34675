import type { Sweep } from "../../kit/jobs/queue.ts"
import { deleteExpiredTokens } from "./store.ts"

export const passwordSweeps: Sweep[] = [
  {
    name: "delete expired links for passwords",
    everyMs: 60_000,
    isCleanup: true,
    run: async () => {
      while (await deleteExpiredTokens());
    },
  },
]
