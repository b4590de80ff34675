import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { payoutProblem } from "./errors.ts"
import { payoutJobs } from "./jobs.ts"
import { payoutOperations } from "./operations.ts"
import { Payout } from "./schema.ts"

export const payouts = slice({
  operations: withActions("payouts", payoutOperations),
  chapters: {
    payouts: { part: "Money out", about: "A payout sends splits to a partner, or your balance to yourself.", guides: ["payouts"] },
  },
  errors: payoutProblem.families,
  refuses: ["PAY-", "PFL-2001", "PFL-2002", "BNK-2001", "BNK-2003", "FXR-1001", "APR-2001", "APR-2005", "SMR-"],
  events: { payouts: { object: Payout, actions: ["create", "update"] } },
  audits: { payouts: { needs: "splits.view" } },
  jobs: payoutJobs,
})
