import type { Sweep } from "../../kit/jobs/queue.ts"
import { deleteOldAttempts } from "./attempts-store.ts"

export const accountSweeps: Sweep[] = [
  {
    name: "forget failed sign-ins",
    everyMs: 60_000,
    isCleanup: true,
    run: async () => {
      while (await deleteOldAttempts());
    },
  },
]
