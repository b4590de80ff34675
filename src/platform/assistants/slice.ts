import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { assistantSweeps } from "./jobs.ts"
import { assistantOperations } from "./operations.ts"
import type { CountDrafts } from "./ports.ts"
import { resealSigningKey } from "./signing-key-store.ts"

export const assistants = (drafts: readonly CountDrafts[]) =>
  slice({
    operations: withActions("assistants", assistantOperations(drafts)),
    chapters: {
      assistants: {
        part: "People",
        about: "An assistant is an agent that a person has connected: it acts as that person, within the scope that they allowed.",
        guides: ["agents"],
        after: "two-factor",
      },
    },
    audits: { assistants: { needs: "users.view" } },
    sweeps: assistantSweeps,
    reseal: resealSigningKey,
  })
