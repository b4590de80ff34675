import { slice } from "../../kit/operation/slice.ts"
import { rateProblem } from "./errors.ts"
import { rateSweeps } from "./jobs.ts"
import { rateOperations } from "./operations.ts"

export const rates = slice({ operations: rateOperations, errors: rateProblem.families, sweeps: rateSweeps })
