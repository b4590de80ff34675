import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { authorizationProblem } from "./errors.ts"
import { authorizationJobs } from "./jobs.ts"
import { authorizationOperations } from "./operations.ts"
import { Authorization } from "./schema.ts"

export const authorizations = slice({
  operations: withActions("authorizations", authorizationOperations),
  chapters: {
    authorizations: {
      part: "Money in",
      about: "An authorization is a mandate: a contact's permission to debit a bank account.",
      guides: ["mandates", "direct-debits"],
    },
  },
  errors: authorizationProblem.families,
  refuses: ["AUZ-", "BNK-", "APR-2005", "GTW-1002", "SMR-", "CON-2001"],
  events: { authorizations: { object: Authorization, actions: ["create", "update"] } },
  jobs: authorizationJobs,
})
