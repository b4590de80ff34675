import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const billing = errorFamily("Billing", "For the operator's commands: the plan is unknown, or the invoice is no longer open.", {
  "BIL-1001": [400, "There is no plan {plan}; the plans are {plans}"],
  "BIL-2001": [409, "The invoice {number} is {status}, so it can't become {action}; only an open one can"],
})

export const billingProblem = problemsOf(billing)
