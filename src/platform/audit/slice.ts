import { slice } from "../../kit/operation/slice.ts"
import { auditSweeps } from "./jobs.ts"
import { auditOperations } from "./operations.ts"

export const auditLog = slice({ operations: auditOperations, sweeps: auditSweeps })
