import { slice } from "../../kit/operation/slice.ts"
import { ssoProblem } from "./errors.ts"
import { singleSignOnOperations } from "./operations.ts"
import { resealConnections } from "./store.ts"

export const singleSignOn = slice({
  operations: singleSignOnOperations,
  chapters: {
    "single-sign-on": {
      part: "People",
      about:
        "People sign in by the provider of their business, by OpenID Connect, and join with a role when their e-mail is of its domain.",
      guides: ["people"],
    },
  },
  errors: ssoProblem.families,
  audits: { singleSignOn: { needs: "users.view" } },
  reseal: resealConnections,
})
