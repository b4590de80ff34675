import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { disputeProblem } from "./errors.ts"
import { disputeJobs } from "./jobs.ts"
import { disputeOperations } from "./operations.ts"
import { Dispute } from "./schema.ts"

export const disputes = slice({
  operations: withActions("disputes", disputeOperations),
  errors: disputeProblem.families,
  refuses: ["DSP-", "SMR-"],
  events: { disputes: { object: Dispute, actions: ["create", "update"] } },
  jobs: disputeJobs,
})
