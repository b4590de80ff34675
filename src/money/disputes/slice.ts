import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { disputeProblem } from "./errors.ts"
import { disputeJobs } from "./jobs.ts"
import { disputeOperations } from "./operations.ts"
import { Dispute } from "./schema.ts"

export const disputes = slice({
  operations: withActions("disputes", disputeOperations),
  chapters: {
    disputes: {
      part: "Money out",
      about: "A dispute is money of a charge that the payer's bank contests. You answer with evidence, or accept it.",
      guides: ["disputes", "refunds"],
    },
  },
  errors: disputeProblem.families,
  refuses: ["DSP-", "SMR-"],
  events: { disputes: { object: Dispute, actions: ["create", "update"] } },
  jobs: disputeJobs,
})
