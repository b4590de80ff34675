import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const users = errorFamily("Users", "The user's role or status can't be changed like this.", {
  "USR-1001": [409, "This is the last super admin of the tenant; make another user one first"],
  "USR-1002": [409, "The role of an API key can't be changed; create another key, then delete this one"],
  "USR-1003": [409, "An API key has no sessions; delete the key, or disable its user"],
})

const roles = errorFamily("Roles", "A role can't be created, changed or deleted like this.", {
  "ROL-1001": [422, "A tenant has at most {max} roles of its own; delete one first"],
  "ROL-1002": [409, "The role {role} is in use by {users}; give them another role or delete their keys first"],
})

const settings = errorFamily("Settings", "The settings can't be changed like this.", {
  "SET-1001": [409, "Set up your own second factor first, with POST /v1/two-factor/enroll; otherwise you would lock yourself out"],
})

export const tenantProblem = problemsOf(users, roles, settings)
