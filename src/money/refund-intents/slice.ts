import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { refundProblem } from "./errors.ts"
import { refundJobs } from "./jobs.ts"
import { refundIntentOperations } from "./operations.ts"
import { RefundIntent } from "./schema.ts"

export const refundIntents = slice({
  operations: withActions("refund-intents", refundIntentOperations),
  chapters: {
    "refund-intents": {
      part: "Money out",
      about: "A refund intent gives back money of one charge, once a person has released it.",
      guides: ["refunds"],
    },
  },
  errors: refundProblem.families,
  refuses: ["RFD-", "APR-", "SMR-"],
  events: { refundIntents: { object: RefundIntent, actions: ["create", "update"] } },
  audits: { refundIntents: { needs: "refunds.view" } },
  jobs: refundJobs,
})
