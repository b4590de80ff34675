import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { tenantProblem } from "./errors.ts"
import { tenantSweeps } from "./jobs.ts"
import { tenantOperations } from "./operations.ts"
import type { UserDependent } from "./ports.ts"
import { resealLinkKeys } from "./store.ts"

export const tenants = (dependents: readonly UserDependent[]) =>
  slice({
    operations: withActions("roles", withActions("teams", withActions("users", tenantOperations(dependents)))),
    chapters: {
      users: { part: "People", about: "A user is a person or an API key, with one role.", guides: ["access", "people"] },
      roles: { part: "People", about: "A role is a set of permissions: built in, or defined by the tenant.", guides: ["access"] },
      teams: { part: "People", about: "Teams group users, payments and partners.", guides: ["access"] },
      settings: { part: "People", about: "The tenant's name, mode, time zone and settings.", guides: ["concepts"], after: "billing" },
    },
    errors: tenantProblem.families,
    refuses: ["USR-", "PRM-1002", "GEN-1010", "SMR-"],
    audits: { teams: { needs: "users.view" }, roles: { needs: "users.view" }, tenants: { needs: "settings.view" } },
    reseal: resealLinkKeys,
    sweeps: tenantSweeps,
  })
