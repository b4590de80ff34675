import { slice } from "../../kit/operation/slice.ts"
import { portalProblem } from "./errors.ts"
import { portalSweeps } from "./jobs.ts"

/** How contacts and partners sign in to their portals, which call the operations of the other slices. */
export const portalAccess = slice({
  operations: [],
  audits: { portalSessions: { needs: "contacts.view" } },
  errors: portalProblem.families,
  sweeps: portalSweeps,
})
