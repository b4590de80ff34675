import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const ownAccounts = errorFamily("Own accounts", "The state of an account of yours does not allow this.", {
  "OWN-2001": [409, "This account is {status}, so it can't be {action}; only an {allowed} one can"],
})

export const ownAccountProblem = problemsOf(ownAccounts)
