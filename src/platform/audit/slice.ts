import { slice } from "../../kit/operation/slice.ts"
import { auditSweeps } from "./jobs.ts"
import { auditOperations } from "./operations.ts"

export const auditLog = slice({
  operations: auditOperations,
  chapters: {
    "audit-log": {
      part: "Control",
      about: "Who did what, when and from where, chained by hashes, so that later changes are noticed.",
      guides: ["access"],
    },
  },
  sweeps: auditSweeps,
})
