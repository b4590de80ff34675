import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const authorizations = errorFamily("Authorizations", "The state or the terms of a direct-debit mandate do not allow this.", {
  "AUZ-1001": [422, "{scheme} debits accounts in {expected}, and this bank account is in {currency}; use another scheme or account"],
  "AUZ-2001": [409, "This authorization is {status}, so it can't be {action}; only {allowed} can"],
  "AUZ-2002": [422, "This authorization allows at most {maxAmount} at once, so {amount} was refused; nothing was charged"],
  "AUZ-2003": [422, "The contact {payer} owes this payment intent, and {contact} gave the authorization; nothing was charged"],
  "AUZ-2004": [422, "The payment intent is in {currency}, and the authorization debits {expected}; nothing was charged"],
  "AUZ-2005": [422, "This authorization is with {expected}, so {gateway} can't charge by it; charge through {expected}"],
  "AUZ-2006": [409, "A mandate that was signed for this payment intent is at the payer's bank; it is charged once the bank accepts it"],
  "AUZ-2007": [409, "Another mandate has the reference {reference}; give this one another reference"],
})

export const authorizationProblem = problemsOf(authorizations)
