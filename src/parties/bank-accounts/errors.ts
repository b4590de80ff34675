import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const bankAccounts = errorFamily("Bank accounts", "The number is wrong, or the account's state or owner does not allow this.", {
  "BNK-1001": [
    400,
    "The check digits of {field} do not match: a character is wrong or two are swapped; compare it with the bank's documents",
  ],
  "BNK-2001": [409, "This bank account is inactive, so it can't be {action}; create it again"],
  "BNK-2002": [409, "The {kind} {reference} uses this bank account, so it can't be {action}; end the {kind} first"],
  "BNK-2003": [422, "This bank account belongs to {owner}, not to {expected}; use an account of {expected}"],
  "BNK-2004": [409, "This bank account is not shown to payers, so there is nothing to hide"],
})

export const bankAccountProblem = problemsOf(bankAccounts)
