import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const webhooks = errorFamily("Webhooks", "The destination is not allowed, or did not answer the challenge.", {
  "WHK-1001": [422, "This destination is not allowed: {reason}"],
  "WHK-1002": [422, "The destination did not pass the challenge: {reason}. It must respond to GET with the validationToken as plain text"],
  "WHK-1003": [422, "A tenant has at most {max} webhook endpoints; delete one first"],
  "WHK-2001": [409, "This webhook is {status}; enable it first"],
})

export const webhookProblem = problemsOf(webhooks)
