import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { billingProblem } from "./errors.ts"
import { billingJobs } from "./jobs.ts"
import { billingOperations } from "./operations.ts"

export const billing = slice({
  operations: withActions("billing/invoices", billingOperations),
  chapters: {
    billing: {
      part: "People",
      about: "What the tenant pays for the service itself: plan, invoices and the next invoice.",
      guides: ["billing"],
      after: "dev/api-keys",
    },
  },
  errors: billingProblem.families,
  audits: { billingSubscriptions: { needs: "billing.admin" }, billingInvoices: { needs: "billing.admin" } },
  jobs: billingJobs,
})
