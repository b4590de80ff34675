import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const paymentLinks = errorFamily("Payment links", "A payment link can't be made so, or sells nothing of that now. No money moved.", {
  "PLK-1001": [422, "The service {service} has no price in {currency}; give its line an amount, or let the payer choose one"],
  "PLK-2001": [409, "This payment link sells nothing now: {reason}. Nothing was ordered and no money moved"],
  "PLK-2002": [409, "Only {left} of {line} are left, and {wanted} were wanted. Nothing was ordered and no money moved; order fewer"],
  "PLK-2003": [409, "This payment link is {status} already, so it can't be {action}"],
})

export const paymentLinkProblem = problemsOf(paymentLinks)
