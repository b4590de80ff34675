import { slice } from "../../kit/operation/slice.ts"
import { analyticsSweeps } from "./jobs.ts"
import { analyticsOperations } from "./operations.ts"

export const analytics = slice({
  operations: analyticsOperations,
  chapters: {
    analytics: {
      part: "Reports",
      about: "What was billed and paid, and what is owed, by currency, as of any time.",
      guides: ["analytics"],
    },
  },
  sweeps: analyticsSweeps,
})
