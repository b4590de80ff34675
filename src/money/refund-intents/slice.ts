import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { refundProblem } from "./errors.ts"
import { refundJobs } from "./jobs.ts"
import { refundIntentOperations } from "./operations.ts"
import { RefundIntent } from "./schema.ts"

export const refundIntents = slice({
  operations: withActions("refund-intents", refundIntentOperations),
  errors: refundProblem.families,
  refuses: ["RFD-", "APR-", "SMR-"],
  events: { refundIntents: { object: RefundIntent, actions: ["create", "update"] } },
  audits: { refundIntents: { needs: "refunds.view" } },
  jobs: refundJobs,
})
