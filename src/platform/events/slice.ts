import { slice } from "../../kit/operation/slice.ts"
import { eventSweeps } from "./jobs.ts"
import { eventOperations } from "./operations.ts"

export const events = slice({ operations: eventOperations, sweeps: eventSweeps })
