import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const journal = errorFamily("Journal", "The months or the accounts of the books do not allow this.", {
  "JRN-1001": [
    422,
    "A {format} file needs an external account for {accounts}; map it with POST /v1/journal/accounts, or close the month again with it",
  ],
  "JRN-1002": [400, "The period has the currencies {currencies}, and a {format} file has one; add currency={first}"],
  "JRN-1003": [422, "DATEV takes amounts with at most two decimal digits, and {currency} has {digits}; export it as CSV"],
  "JRN-1004": [
    422,
    "DATEV takes account numbers of {length} digits, or one more for persons, and {accounts} is mapped to {externalAccount}",
  ],
  "JRN-2001": [409, "{month} has not ended in the time zone {timezone}; it can be closed from {day} on"],
  "JRN-2002": [409, "{month} can't be closed, because {accounts} has no external account; map it with POST /v1/journal/accounts first"],
  "JRN-2003": [409, "{month} is closed already, by {close}"],
  "JRN-2004": [409, "Only the last closed month can be reopened, which is {month}; reopen that one first"],
  "JRN-2005": [409, "This close is {status}, so it can't be {action}; only one that is {allowed} can"],
  "JRN-2006": [403, "You asked to reopen {month} yourself; a second person with approvals.decide must approve it"],
  "JRN-2007": [409, "A policy holds the reopening of {month}; decide on its approval request {request} instead"],
  "JRN-2008": [409, "The reopening of {month} waits for a decision; approve or reject it before you close another month"],
})

export const journalProblem = problemsOf(journal)
