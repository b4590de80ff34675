import { z } from "zod"
import { cleanup } from "../../kit/jobs/cleanup.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { giveUp, jobKind, workOffNext } from "./run.ts"
import { deleteEndedImports, deleteIdleImports } from "./store.ts"

const Payload = z.object({ import: z.string() })

export const importJobs: Jobs = {
  [jobKind]: {
    describe: () => ({ text: "The next rows of an import are worked off" }),
    run: (tenant, payload) => workOffNext(tenant, Payload.parse(payload).import),
    giveUp: async (tenant, payload, error) => void (await giveUp(tenant, Payload.parse(payload).import, error)),
  },
}

export const importSweeps = [
  cleanup("delete drafts of imports", deleteIdleImports),
  cleanup("delete reports of ended imports", deleteEndedImports),
]
