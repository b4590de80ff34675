import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const savedMethods = errorFamily("Saved methods", "A saved method can't be charged or changed, or nothing can be saved.", {
  "SVM-1001": [422, "{gateway} can't save {method} for later payments, so nothing was charged; charge without saveConsent"],
  "SVM-2001": [409, "This saved method is {status}, so it can't be {action}; only {allowed} can. {advice}"],
  "SVM-2002": [422, "The contact {payer} owes this payment intent, and {contact} saved the method; nothing was charged"],
  "SVM-2003": [422, "This method was saved at {expected}, so {gateway} can't charge it; nothing was charged. Charge through {expected}"],
})

export const savedMethodProblem = problemsOf(savedMethods)
