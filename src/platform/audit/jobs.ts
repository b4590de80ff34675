import type { Sweep } from "../../kit/jobs/queue.ts"
import { findUnsealedTenants, sealNext } from "./store.ts"

export const auditSweeps: Sweep[] = [
  {
    name: "seal the audit chain",
    everyMs: 1000,
    async run() {
      for (const tenant of await findUnsealedTenants()) while (await sealNext(tenant));
    },
  },
]
