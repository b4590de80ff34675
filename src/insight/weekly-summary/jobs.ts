import { cleanup } from "../../kit/jobs/cleanup.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { log } from "../../kit/service/log.ts"
import { sendSummaries } from "./send.ts"
import { deleteOldSummaries } from "./store.ts"

export const weeklySummarySweeps: Sweep[] = [
  {
    name: "mail weekly summaries",
    everyMs: 10 * 60_000,
    run: async () =>
      void (await sendSummaries((error, tenant) =>
        log.warn({ error, tenant }, "a weekly summary was not mailed; it is tried again later"),
      )),
  },
  cleanup("delete marks of old weekly summaries", deleteOldSummaries),
]
