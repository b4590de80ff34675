import { slice } from "../../kit/operation/slice.ts"
import type { UserDependent } from "./dependents.ts"
import { tenantProblem } from "./errors.ts"
import { tenantOperations } from "./operations.ts"

export const tenants = (dependents: readonly UserDependent[]) =>
  slice({
    operations: tenantOperations(dependents),
    errors: tenantProblem.families,
    refuses: ["USR-", "TNT-", "PRM-1002", "GEN-1010", "SMR-"],
  })
