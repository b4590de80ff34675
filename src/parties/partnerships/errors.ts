import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

/** Not in payment-splits, because payment intents, an earlier slice, throw these too when they calculate shares. */
const paymentSplits = errorFamily("Payment splits", "The state or the amounts of a split do not allow this.", {
  "SPL-1001": [422, "The supplier's fixed terms are in {terms}, the payment intent is in {currency}; they must be the same"],
  "SPL-2001": [422, "The splits would add up to {shared}, more than the payment intent's {amount}"],
  "SPL-2002": [409, "This payment split is {status}, so it can't be {action}; only {allowed} can"],
  "SPL-2003": [409, "This payment intent is {status}, so no split can be added to it"],
  "SPL-2004": [
    409,
    "This payment split is calculated from the terms of the sale, so its amount can't be changed; only that of a fixed one can",
  ],
  "SPL-2005": [
    409,
    "People approved this payment split, so it can't get more than its {amount}; delete it and create it again to ask its approvers",
  ],
})

export const splitProblem = problemsOf(paymentSplits)
