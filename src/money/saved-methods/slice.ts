import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { savedMethodProblem } from "./errors.ts"
import { savedMethodJobs } from "./jobs.ts"
import { savedMethodOperations } from "./operations.ts"
import { SavedMethod } from "./schema.ts"

export const savedMethods = slice({
  operations: withActions("saved-methods", savedMethodOperations),
  chapters: {
    "saved-methods": {
      part: "Money in",
      about: "A saved method is a payer's card that a gateway keeps, so that it can be charged while the payer is absent.",
      guides: ["subscriptions", "stripe"],
    },
  },
  errors: savedMethodProblem.families,
  refuses: ["SVM-"],
  events: { savedMethods: { object: SavedMethod, actions: ["create", "update"] } },
  audits: { savedMethods: { needs: "authorizations.view" } },
  jobs: savedMethodJobs,
})
