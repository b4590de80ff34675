import { slice } from "../../kit/operation/slice.ts"
import type { UserDependent } from "../tenants/dependents.ts"
import { apiKeyOperations } from "./operations.ts"

export const apiKeys = (dependents: readonly UserDependent[]) => slice({ operations: apiKeyOperations(dependents), refuses: ["PRM-1002"] })
