import { slice } from "../../kit/operation/slice.ts"
import { rateProblem } from "./errors.ts"
import { rateSweeps } from "./jobs.ts"
import { rateOperations } from "./operations.ts"

export const rates = slice({
  operations: rateOperations,
  chapters: {
    "fx-rates": {
      part: "Money in",
      about: "What arrives through each provider when money is sent in another currency.",
      guides: ["rates"],
      after: "subscriptions",
    },
    "financing-rates": { part: "Money in", about: "What paying in installments costs.", guides: ["rates"], after: "fx-rates" },
  },
  errors: rateProblem.families,
  sweeps: rateSweeps,
})
