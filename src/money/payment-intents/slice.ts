import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { paymentIntentProblem } from "./errors.ts"
import { paymentIntentJobs, paymentIntentSweeps, paymentIntentTimers } from "./jobs.ts"
import { paymentIntentOperations } from "./operations.ts"
import type { PaymentIntentDependent } from "./ports.ts"
import { PaymentIntent } from "./schema.ts"

export const paymentIntents = (dependents: readonly PaymentIntentDependent[]) =>
  slice({
    operations: withActions("payment-intents", paymentIntentOperations(dependents)),
    chapters: {
      "payment-intents": {
        part: "Money in",
        about: "A payment intent is a request for money. The payer opens its link; its status follows from the payments and the clock.",
        guides: ["payments", "concepts"],
      },
    },
    errors: paymentIntentProblem.families,
    refuses: ["PIN-", "ORD-", "SMR-", "APR-2009", "CON-2001"],
    events: { paymentIntents: { object: PaymentIntent, actions: ["create", "update", "delete"] } },
    jobs: paymentIntentJobs,
    timers: paymentIntentTimers,
    sweeps: paymentIntentSweeps,
  })
