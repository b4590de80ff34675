import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const users = errorFamily("Users", "The user's role or status can't be changed like this.", {
  "USR-1001": [409, "This is the last super admin of the tenant; make another user one first"],
  "USR-1002": [409, "The role of an API key can't be changed; create another key, then delete this one"],
})

const tenantSettings = errorFamily("Tenant settings", "The tenant's mode or clock does not allow this.", {
  "TNT-1001": [409, "Simulations work only in sandbox tenants; this tenant is live"],
  "TNT-1002": [422, "A sandbox clock may be at most 50 years ahead of the real time"],
})

export const tenantProblem = problemsOf(users, tenantSettings)
