import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const refunds = errorFamily("Refunds", "The state or the amounts of a refund intent or of its charge do not allow this.", {
  "RFD-1001": [400, "The items add up to {sum}, and amount is {amount}; send one of the two, or make them equal"],
  "RFD-1002": [400, "The payment intent has {count} lines and no line {line}; the first is line 0"],
  "RFD-2001": [409, "This transaction is a {type} that is {status}; only charges that succeeded can be refunded"],
  "RFD-2002": [422, "Only {available} of this charge is left to refund, so {amount} was refused; nothing was refunded"],
  "RFD-2003": [422, "Only {available} of line {line} is left to refund, so {amount} was refused; nothing was refunded"],
  "RFD-2004": [409, "This refund intent is {status}, so it can't be {action}; only {allowed} can"],
  "RFD-2005": [409, "A policy holds this refund intent; decide on its approval request {request} instead"],
})

export const refundProblem = problemsOf(refunds)
