import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { subscriptionProblem } from "./errors.ts"
import { subscriptionJobs } from "./jobs.ts"
import { subscriptionOperations } from "./operations.ts"
import { Subscription } from "./schema.ts"

export const subscriptions = slice({
  operations: withActions("subscriptions", subscriptionOperations),
  chapters: {
    subscriptions: {
      part: "Money in",
      about: "A subscription raises a payment intent each cycle, and may charge it by a mandate or to a saved card.",
      guides: ["subscriptions", "mandates"],
    },
  },
  errors: subscriptionProblem.families,
  refuses: ["SUB-", "SVM-", "PIN-1002", "SPL-", "SMR-", "APR-2009", "CON-2001"],
  events: { subscriptions: { object: Subscription, actions: ["create", "update"] } },
  jobs: subscriptionJobs,
})
