import type { Sweep } from "../../kit/jobs/queue.ts"
import { deleteOldEvents } from "./store.ts"

export const eventSweeps: Sweep[] = [
  {
    name: "delete events older than 90 days",
    everyMs: 60_000,
    isCleanup: true,
    async run() {
      while (await deleteOldEvents());
    },
  },
]
