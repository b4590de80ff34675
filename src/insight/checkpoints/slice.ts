import { slice } from "../../kit/operation/slice.ts"
import { checkpointSweeps } from "./jobs.ts"
import { resealCheckpointKeys } from "./key-store.ts"
import { checkpointOperations } from "./operations.ts"

export const checkpoints = slice({
  operations: checkpointOperations,
  chapters: {
    checkpoints: {
      part: "Control",
      about: "Signed statements of how far ledger and audit log were, by which anybody can check an export of them.",
      guides: ["checkpoints"],
      after: "audit-log",
    },
  },
  audits: { checkpointSettings: { needs: "settings.view" } },
  sweeps: checkpointSweeps,
  reseal: resealCheckpointKeys,
})
