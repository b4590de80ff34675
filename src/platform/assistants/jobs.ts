import { cleanup } from "../../kit/jobs/cleanup.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { deleteExpiredRecords } from "./oauth-record-store.ts"
import { endAssistantById, findUnused } from "./store.ts"
import { deleteExpiredTokens } from "./token-store.ts"

export const assistantSweeps: Sweep[] = [
  {
    name: "end unused assistants",
    everyMs: 60_000,
    isCleanup: true,
    run: async () => {
      for (const { tenant_id, id, signed_out } of await findUnused())
        await asSystem(tenant_id, "end unused assistants", ctx =>
          signed_out
            ? endAssistantById(ctx, id, "revoked", "its person signed out everywhere")
            : endAssistantById(ctx, id, "expired", "its tokens have expired"),
        )
    },
  },
  cleanup("delete expired tokens", deleteExpiredTokens),
  { ...cleanup("delete expired OAuth records", deleteExpiredRecords), isForInstallation: true },
]
