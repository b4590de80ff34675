import { slice } from "../../kit/operation/slice.ts"
import { reconciliationOperations } from "./operations.ts"

export const reconciliation = slice({ operations: reconciliationOperations })
