import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { assistantSweeps } from "./jobs.ts"
import { assistantOperations } from "./operations.ts"
import type { CountDrafts } from "./ports.ts"
import { resealSigningKey } from "./signing-key-store.ts"

export const assistants = (drafts: readonly CountDrafts[]) =>
  slice({
    operations: withActions("assistants", assistantOperations(drafts)),
    audits: { assistants: { needs: "users.view" } },
    sweeps: assistantSweeps,
    reseal: resealSigningKey,
  })
