import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const users = errorFamily("Users", "The user's role or status can't be changed like this.", {
  "USR-1001": [409, "This is the last super admin of the tenant; make another user one first"],
  "USR-1002": [409, "The role of an API key can't be changed; create another key, then delete this one"],
})

export const tenantProblem = problemsOf(users)
