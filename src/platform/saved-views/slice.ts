import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { savedViewProblem } from "./errors.ts"
import { savedViewOperations } from "./operations.ts"

export const savedViews = slice({
  operations: withActions("saved-views", savedViewOperations),
  chapters: {
    "saved-views": {
      part: "People",
      about: "A saved view is a list with its filters, sort order and columns under a name, for one person or for all of a tenant.",
      guides: ["dashboard"],
    },
  },
  errors: savedViewProblem.families,
  refuses: ["VIW-"],
  audits: { savedViews: { needs: "audit.view" } },
})
