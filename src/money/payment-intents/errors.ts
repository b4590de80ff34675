import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const paymentIntents = errorFamily("Payment intents", "The state or the amounts of a payment intent do not allow this.", {
  "PIN-1001": [409, "This payment intent is {status}, so it can't be {action}; only {allowed} can"],
  "PIN-1002": [400, "The items add up to {amount}; the total of a payment intent must be from 1 to 2^53 − 1"],
  "PIN-1003": [400, "The schedule adds up to {scheduled}, the items to {amount}; they must be equal"],
  "PIN-1004": [409, "{paid} of this payment intent was paid, so it can't be deleted; nothing was changed"],
  "PIN-1005": [409, "This is an installment of the payment plan {plan}; {action} the plan instead"],
  "PIN-1006": [409, "A payment of this is in progress ({transaction}); wait for its outcome, then try again"],
  "PIN-1007": [409, "This payment intent can't be deleted, because {reason}; cancel it instead"],
})

export const paymentIntentProblem = problemsOf(paymentIntents)
