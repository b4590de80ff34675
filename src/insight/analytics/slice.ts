import { slice } from "../../kit/operation/slice.ts"
import { analyticsSweeps } from "./jobs.ts"
import { analyticsOperations } from "./operations.ts"

export const analytics = slice({ operations: analyticsOperations, sweeps: analyticsSweeps })
